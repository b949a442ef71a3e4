// Recomputes the contents of a run folder: critiques from the stored replies, scores and results from the stored records.

import { join } from 'node:path';
import { openWholeJournal } from '../endpoints/whole-journal.ts';
import { isLateBenchError, LateBenchError } from '../errors.ts';
import { type PlannedStage, planStages } from '../executor/build-plan.ts';
import { createScore } from '../metrics/score.ts';
import type { CriticScore, ScoreObject } from '../records/score.ts';
import type { Solution } from '../records/solution.ts';
import { readInput } from '../storage/input.ts';
import { namedFacts } from '../storage/named-text.ts';
import type { Row } from '../storage/rows.ts';
import type { StageUse } from '../stream/records-plan.ts';
import { type Difference, differences } from './differences.ts';
import { type BuiltEntry, finishedManifest, readRunObject, recordsFile } from './finished-run.ts';
import { gridCheck } from './grid/verify-grid.ts';
import { openBundle } from './open-bundle.ts';
import { checkOutputs } from './output-digests.ts';
import { replayCritic } from './replay-critics.ts';
import { entryOf } from './results-sink.ts';

/** Records, values of summary.json and of results.json, critiques read again from stored replies. */
interface CheckedCounts {
  readonly records: number;
  readonly figures: number;
  readonly results: number;
  readonly critiques: number;
  /** Outputs whose bytes were compared with what the run wrote. */
  readonly files: number;
  /** Critiques whose call had failed: there is no reply to read again. */
  readonly failed_calls: number;
}

export interface RunCheck extends CheckedCounts {
  readonly folder: string;
  readonly differences: readonly Difference[];
  /** What could not be checked, and why. */
  readonly unchecked: readonly string[];
}

/** Without the judge's results, which version 0.2.0 and before did not write. */
function asStored(score: ScoreObject, stored: Readonly<Record<string, unknown>>): ScoreObject {
  const critics = Array.isArray(stored.critics) ? (stored.critics as Partial<CriticScore>[]) : [];
  const hasNone = critics.every((critic) => critic?.explanations === undefined);
  if (!hasNone) return score;
  return { ...score, critics: score.critics.map(({ explanations: _, ...critic }) => critic) };
}

const none = { records: 0, figures: 0, results: 0, critiques: 0, files: 0, failed_calls: 0 };

/** Recomputes a run, in its folder or in a bundle of it, from its stored replies. */
export async function verifyRun(
  path: string,
  say: (line: string) => void,
  cacheFolder?: string,
): Promise<RunCheck> {
  const there = namedFacts(path);
  if (there === undefined)
    throw new LateBenchError('LB_INPUT_MISSING', `${path}: no such run folder or bundle`);
  if (!there.isFile()) return verifyFolder(path, say, cacheFolder);
  const { folder, found, close } = await openBundle(path);
  try {
    const check = await verifyFolder(folder, say).catch((cause: unknown) => {
      if (found.length === 0 || !isLateBenchError(cause)) throw cause;
      return { ...none, differences: [], unchecked: [`the numbers: ${cause.message}`] };
    });
    const named = new Set(found.map(({ what }) => what));
    const others = check.differences.filter(({ what }) => !named.has(what));
    return { ...check, folder: path, differences: [...found, ...others] };
  } finally {
    await close();
  }
}

async function verifyFolder(
  folder: string,
  say: (line: string) => void,
  cacheFolder?: string,
): Promise<RunCheck> {
  const manifest = await finishedManifest(folder);
  const { run, ...summary } = await readRunObject(folder, 'summary.json');
  const records = recordsFile(folder);
  const found: Difference[] = [];
  const unchecked: string[] = [];

  const { declaration } = manifest;
  if (declaration === undefined) {
    unchecked.push(
      'stored replies and the settings of the score: the manifest does not say how the stages were declared',
    );
  }
  const score = createScore(declaration?.score ?? { seed: manifest.seed ?? 0 });
  const grid = await gridCheck(folder);
  let count = 0;
  let results = 0;
  const stored = oneByOne(readRows(join(folder, 'results.json')));
  for await (const group of readRows(records)) {
    for (const record of group as Solution[]) {
      score.add(record);
      grid.add(record);
      count += 1;
      const entry = await stored.next();
      const compared = differences(entry.value, entryOf(record), `results.json: ${record.id}: `);
      results += compared.leaves;
      found.push(...compared.found);
    }
  }
  if (!(await stored.next()).done) {
    found.push({ what: 'results.json: entries', stored: `more than ${count}`, recomputed: count });
  }
  const figures = differences(summary, asStored(score.result(), summary), 'summary.json: ');
  found.push(...figures.found);
  const cells = grid.compare();
  found.push(...cells.found);

  const journal = await openWholeJournal(join(folder, 'journal'), cacheFolder);
  const replayed = { critiques: 0, failed: 0 };
  try {
    if (journal.missing > 0) {
      unchecked.push(
        `stored replies: ${journal.missing} of the ${journal.pruned} that latebench runs prune left to the cache are not in it here`,
      );
    }
    for (const { use, planned, built } of await builtStages(
      journal.missing > 0 ? [] : (declaration?.stages ?? []),
      manifest.stages ?? [],
    )) {
      if (planned.needs.length === 0) continue;
      if (planned.stage.kind !== 'map' || planned.stage.replays !== true) {
        unchecked.push(`stored replies of ${use}: only critics read theirs again`);
        continue;
      }
      const again = await replayCritic(readRows(records) as AsyncIterable<Solution[]>, {
        journalFolder: journal.folder,
        declaration: planned,
        config: built.config,
        seed: manifest.seed ?? 0,
        say,
      });
      replayed.critiques += again.critiques;
      replayed.failed += again.failed;
      found.push(...again.found);
    }
  } finally {
    await journal.close();
  }
  const { outputs } = manifest;
  const changed = await checkOutputs(folder, outputs ?? []);
  if (outputs === undefined)
    unchecked.push('the bytes of the files: the manifest does not say what they were');
  else if (changed.others.length > 0) unchecked.push(`not of this run: ${changed.others.join(', ')}`);
  // A file with a value that was named already is not named again.
  const named = (file: string): boolean => found.some(({ what }) => what.startsWith(`${file}: `));
  found.push(...changed.found.filter(({ what }) => !named(what)));
  return {
    folder,
    records: count,
    figures: figures.leaves + cells.leaves,
    results,
    critiques: replayed.critiques,
    files: changed.files,
    failed_calls: replayed.failed,
    differences: found,
    unchecked,
  };
}

/** Each stage that was built, beside the one that was declared; stages that look at whole streams have no entry. */
async function builtStages(declared: readonly StageUse[], built: readonly BuiltEntry[]) {
  const found: { use: string; planned: PlannedStage; built: BuiltEntry }[] = [];
  let next = 0;
  for (const stage of declared) {
    const { maps } = await planStages([stage]);
    // What a run took as it stood has one entry, and nothing to replay.
    if (built[next]?.version === 'kept') {
      next += 1;
      continue;
    }
    for (const planned of maps.filter((one) => one.stage.kind === 'map')) {
      const entry = built[next];
      if (entry !== undefined) found.push({ use: planned.use, planned, built: entry });
      next += 1;
    }
  }
  return found;
}

/** Rows one at a time, in groups as they are read. */
async function* readRows(path: string): AsyncGenerator<Row[]> {
  yield* readInput(path, {
    onBad: ({ code, message, where }) => {
      throw new LateBenchError(code, message, { where });
    },
  });
}

async function* oneByOne(groups: AsyncIterable<Row[]>): AsyncGenerator<Row> {
  for await (const group of groups) yield* group;
}
