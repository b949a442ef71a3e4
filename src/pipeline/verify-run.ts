// Recomputes the contents of a run folder: critiques from the stored replies, scores and results from the stored records.

import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { LateBenchError } from '../errors.ts';
import { type PlannedStage, planStages } from '../executor/build-plan.ts';
import { createScore, type ScoreSettings } from '../metrics/score.ts';
import { parseJson } from '../records/parse-json.ts';
import type { Solution } from '../records/solution.ts';
import { readInput } from '../storage/input.ts';
import type { Row } from '../storage/rows.ts';
import type { StageUse } from '../stream/records-plan.ts';
import { type Difference, differences } from './differences.ts';
import { checkOutputs, type OutputDigest } from './output-digests.ts';
import { type ReplayPlan, replayCritic } from './replay-critics.ts';
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

interface BuiltEntry {
  readonly name: string;
  readonly version: string;
  readonly config: ReplayPlan['config'];
}

interface Manifest {
  readonly complete?: boolean;
  readonly outputs?: readonly OutputDigest[];
  readonly stages?: readonly BuiltEntry[];
  readonly declaration?: { readonly stages: readonly StageUse[]; readonly score: ScoreSettings };
  readonly seed?: number;
}

/** Recomputes a run from its stored replies and names every value that differs, and every file that was changed. */
export async function verifyRun(folder: string, say: (line: string) => void): Promise<RunCheck> {
  const manifest = (await readJson(folder, 'manifest.json')) as Manifest;
  if (manifest.complete !== true) {
    throw new LateBenchError(
      'LB_USAGE',
      `${folder} is of a run that was stopped early: it has no results; run the command again`,
    );
  }
  const { run, ...summary } = (await readJson(folder, 'summary.json')) as Record<string, unknown>;
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
  let count = 0;
  let results = 0;
  const stored = oneByOne(readRows(join(folder, 'results.json')));
  for await (const group of readRows(records)) {
    for (const record of group as Solution[]) {
      score.add(record);
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
  const figures = differences(summary, score.result(), 'summary.json: ');
  found.push(...figures.found);

  const replayed = { critiques: 0, failed: 0 };
  for (const { use, planned, built } of await builtStages(declaration?.stages ?? [], manifest.stages ?? [])) {
    if (planned.needs.length === 0) continue;
    if (planned.stage.kind !== 'map' || planned.stage.replays !== true) {
      unchecked.push(`stored replies of ${use}: only critics read theirs again`);
      continue;
    }
    const again = await replayCritic(readRows(records) as AsyncIterable<Solution[]>, {
      journalFolder: join(folder, 'journal'),
      declaration: planned,
      config: built.config,
      seed: manifest.seed ?? 0,
      say,
    });
    replayed.critiques += again.critiques;
    replayed.failed += again.failed;
    found.push(...again.found);
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
    figures: figures.leaves,
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

async function readJson(folder: string, name: string): Promise<unknown> {
  let text: string;
  try {
    text = await readFile(join(folder, name), 'utf8');
  } catch (cause) {
    throw new LateBenchError(
      'LB_INPUT_MISSING',
      `${folder} has no ${name}: verify-run checks folders that latebench run has finished`,
      { cause },
    );
  }
  try {
    return parseJson(text) as unknown;
  } catch (cause) {
    throw new LateBenchError('LB_JSON', `${join(folder, name)} is not JSON: ${(cause as Error).message}`, {
      cause,
    });
  }
}

function recordsFile(folder: string): string {
  const known = ['records.parquet', 'records.jsonl'].map((name) => join(folder, name));
  const there = known.find((path) => existsSync(path));
  if (there === undefined) {
    throw new LateBenchError(
      'LB_INPUT_MISSING',
      `${folder} has no records.parquet: there is nothing to recompute from`,
    );
  }
  return there;
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
