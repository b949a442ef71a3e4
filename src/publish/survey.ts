// The first pass over the sources: filters, keeps one record of each family, and remembers who is left. It holds a
// digest of every id (32 bytes), an entry of problem-index.ts for every family and the candidates, never a text.
import { adaptRows } from '../datasets/adapt.ts';
import { filterStage } from '../datasets/filter.ts';
import { createDigestSet } from '../datasets/quality/digest-set.ts';
import type { FunnelLine } from '../datasets/quality/funnel.ts';
import { sameMeaning } from '../datasets/quality/math-answers.ts';
import { createOverlapIndex, indexProblems, type OverlapIndex } from '../datasets/quality/overlap.ts';
import type { ManualRequest } from '../inject/manual.ts';
import { type Solution, solutionSchema } from '../records/solution.ts';
import type { BadRow, Row } from '../storage/rows.ts';
import { isDrop } from '../stream/stage.ts';
import { type Candidate, candidateOf } from './candidates.ts';
import type { KeptRecords } from './kept-records.ts';
import { readSources, type SourceFacts, type SourceOptions } from './sources.ts';
import type { DatasetSpec } from './spec.ts';
import { openSpecFile } from './spec-files.ts';

export interface Survey {
  readonly candidates: readonly Candidate[];
  readonly funnel: readonly FunnelLine[];
  readonly rows: number;
}

/** Words an n-gram of the lists to stay clear of. */
const overlapWords = 13;

async function excludedProblems(
  files: readonly string[],
  { onBad, say, ...place }: SourceOptions,
): Promise<OverlapIndex | undefined> {
  if (files.length === 0) return undefined;
  const index = createOverlapIndex(overlapWords);
  for (const file of files) {
    for (const input of await openSpecFile(place, file)) {
      const rows = input.read({ onBad });
      await indexProblems(adaptRows(rows, { source: file, onBad, say, problemsOnly: true }), index);
    }
  }
  return index;
}

function badRecord(record: Row, source: string, message: string): BadRow {
  const recordId = typeof record.id === 'string' ? record.id : undefined;
  return { code: 'LB_SCHEMA', message, where: { source, recordId }, raw: JSON.stringify(record) };
}

/** True where a person wants an error in this very solution. */
export function isAsked(record: Solution, requests: ReadonlyMap<string, ManualRequest>): boolean {
  const { comment, target_step: step } = record.injection ?? {};
  return requests.has(record.id) || (comment ?? '').trim() !== '' || step != null;
}

export async function surveySources(
  spec: DatasetSpec,
  facts: readonly SourceFacts[],
  requests: ReadonlyMap<string, ManualRequest>,
  kept: KeptRecords | null,
  options: SourceOptions & { readonly signal: AbortSignal },
): Promise<Survey> {
  const { filter, seed, presumeCorrect } = spec;
  const stage = filterStage({
    ...filter,
    answersEqual: filter.consistentAnswer === true ? sameMeaning : undefined,
    overlap: await excludedProblems(spec.exclude, options),
    unique: 'near',
    nearThreshold: spec.familyThreshold,
    uniqueWindow: Number.POSITIVE_INFINITY,
    taken: kept === null ? undefined : { problems: kept.problems, owns: (id) => kept.partOf.has(id) },
    seed,
  });
  const ids = createDigestSet();
  const candidates: Candidate[] = [];
  let rows = 0;
  for await (const { record, origin } of readSources(spec.sources, facts, options)) {
    if (options.signal.aborted) break;
    rows += 1;
    const checked = solutionSchema.safeParse(record);
    if (!checked.success) {
      const { path, message } = checked.error.issues[0]!;
      options.onBad(badRecord(record, origin.file, `${path.join('.') || 'record'}: ${message}`));
      continue;
    }
    const solution = record as Solution;
    const part = kept?.partOf.get(solution.id) ?? null;
    if (part !== null && kept?.isSource(solution) !== true) {
      options.onBad(badRecord(record, origin.file, 'its id is that of a published record, which stays'));
      continue;
    }
    if (!ids.add(solution.id)) {
      options.onBad(badRecord(record, origin.file, 'its id is in the sources twice; the first one counts'));
      continue;
    }
    for (const kept of stage.run(solution, options) as Iterable<object>) {
      if (isDrop(kept)) continue;
      const asked = isAsked(solution, requests);
      candidates.push(candidateOf(solution, { seed, presumeCorrect, asked, kept: part }));
    }
  }
  return { candidates, funnel: stage.funnel(), rows };
}
