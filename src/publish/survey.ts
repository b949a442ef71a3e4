// The first pass over the sources: filters, keeps one record of each problem, puts problems into families, and remembers
// who is left. It holds a digest of every id (32 bytes), an entry of problem-index.ts for every problem and the
// candidates, never a text.
import { adaptRows } from '../datasets/adapt.ts';
import { filterStage } from '../datasets/filter.ts';
import { createDigestSet } from '../datasets/quality/digest-set.ts';
import type { FunnelLine } from '../datasets/quality/funnel.ts';
import { sameMeaning } from '../datasets/quality/math-answers.ts';
import { createOverlapIndex, indexProblems, type OverlapIndex } from '../datasets/quality/overlap.ts';
import { problemForm } from '../datasets/quality/problem-form.ts';
import { createProblemIndex, likenesses } from '../datasets/quality/problem-index.ts';
import type { ManualRequest } from '../inject/manual.ts';
import { firstIssue } from '../records/issue-text.ts';
import { type Solution, solutionSchema } from '../records/solution.ts';
import { formatCounted } from '../report/format.ts';
import type { BadRow, Row } from '../storage/rows.ts';
import { isDrop } from '../stream/stage.ts';
import { type Candidate, candidateOf, familyOf } from './candidates.ts';
import { correctedRow, type Errata } from './errata.ts';
import { createFamilies, type FamilyPlace } from './families.ts';
import type { KeptRecords } from './kept-records.ts';
import type { NamedRecords } from './named-records.ts';
import { readSources, type SourceFacts, type SourceOptions } from './sources.ts';
import type { DatasetSpec } from './spec.ts';
import { openSpecFile } from './spec-files.ts';

/** With the family and split of its problem. */
export type PlacedCandidate = Candidate & FamilyPlace;

export interface Survey {
  readonly candidates: readonly PlacedCandidate[];
  /** Problems that no split could take: variants of published ones in two splits. */
  readonly between: number;
  readonly funnel: readonly FunnelLine[];
  readonly rows: number;
}

/** A line is said every so many rows: comparing them takes about a minute. */
const toldRows = 50_000;
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

export interface SurveyFacts {
  readonly requests: ReadonlyMap<string, ManualRequest>;
  readonly errata: Errata;
  /** Is shown each record of the sources, whatever becomes of it. */
  readonly named: Pick<NamedRecords, 'look'>;
  /** Null where nothing of an earlier version must stay. */
  readonly kept: KeptRecords | null;
}

export async function surveySources(
  spec: DatasetSpec,
  facts: readonly SourceFacts[],
  { requests, errata, named, kept }: SurveyFacts,
  options: SourceOptions & { readonly signal: AbortSignal },
): Promise<Survey> {
  const { filter, seed, presumeCorrect } = spec;
  const problems = createProblemIndex(...likenesses);
  const stage = filterStage({
    ...filter,
    answersEqual: filter.consistentAnswer === true ? sameMeaning : undefined,
    overlap: await excludedProblems(spec.exclude, options),
    unique: 'near',
    nearThreshold: spec.familyThreshold,
    known: { problems, owns: (id) => kept?.partOf.has(id) === true },
    seed,
  });
  const families = createFamilies(problems, spec);
  for await (const { problem, publication } of kept?.records() ?? [])
    families.keep(problemForm(problem), publication);
  /** A member of a family, whose place is known at the end; null where no split can take it. */
  const placeOf = ({ id, problem }: Solution): number | FamilyPlace | null => {
    if (kept?.partOf.has(id) === true) return kept.placeOf(id);
    const own = familyOf(problem);
    const split = kept?.splitOfFamily(own);
    if (split === undefined) return families.join(problemForm(problem), own);
    // It was published, as another record or with other steps.
    families.keep(problemForm(problem), { family: own, split });
    return { family: own, split };
  };
  const ids = createDigestSet();
  const places: (number | FamilyPlace)[] = [];
  const candidates: Candidate[] = [];
  let between = 0;
  let rows = 0;
  for await (const { record, origin } of readSources(spec.sources, facts, options)) {
    if (options.signal.aborted) break;
    rows += 1;
    if (rows % toldRows === 0) options.say(`${formatCounted(rows, 'row')} read`);
    const checked = solutionSchema.safeParse(record);
    if (!checked.success) {
      options.onBad(badRecord(record, origin.file, firstIssue(checked.error, record, 'record')));
      continue;
    }
    const asRead = record as Solution;
    named.look(asRead.id);
    const part = kept?.partOf.get(asRead.id) ?? null;
    // The label of a published record was corrected in the record itself, or will be.
    const solution = part === null ? correctedRow(asRead, errata, spec.version).record : asRead;
    if (part !== null && kept?.isSource(solution) !== true) {
      options.onBad(badRecord(record, origin.file, 'its id is that of a published record, which stays'));
      continue;
    }
    if (!ids.add(solution.id)) {
      options.onBad(badRecord(record, origin.file, 'its id is in the sources twice; the first one counts'));
      continue;
    }
    for (const left of stage.run(solution, options) as Iterable<object>) {
      if (isDrop(left)) continue;
      const place = placeOf(solution);
      if (place === null) {
        between += 1;
        continue;
      }
      const asked = isAsked(solution, requests);
      candidates.push(candidateOf(solution, { seed, presumeCorrect, asked, kept: part }));
      places.push(place);
    }
  }
  problems.close();
  const placed = candidates.map((candidate, at) => {
    const place = places[at]!;
    return { ...candidate, ...(typeof place === 'number' ? families.placeOf(place) : place) };
  });
  return { candidates: placed, between, funnel: stage.funnel(), rows };
}
