// The published records that a new version keeps as they are: those whose source row says what it said before. They
// stay in their part and split, and what is added is chosen around them. Holds a digest of each.
import { contentKey } from '../records/identity.ts';
import type { Solution } from '../records/solution.ts';
import type { Part } from './choose.ts';
import type { EarlierVersion } from './earlier-version.ts';
import type { FamilyPlace } from './families.ts';
import type { PublishedRecord } from './publication.ts';
import { readSources, type SourceFacts, type SourceOptions } from './sources.ts';
import type { DatasetSpec } from './spec.ts';
import type { Split } from './splits.ts';

export interface KeptRecords {
  /** By record id. */
  readonly partOf: ReadonlyMap<string, Part>;
  /** Where a kept record is. */
  placeOf(id: string): FamilyPlace;
  /** The split of a published family, also of records that are not kept; undefined for a family that was not published. */
  splitOfFamily(family: string): Split | undefined;
  /** True of the source row of a kept record, false of any other that has its id. */
  isSource(record: Solution): boolean;
  /** The records as they were published. */
  records(): AsyncGenerator<PublishedRecord>;
}

/** What a published record depends on; further fields of a row may come and go. */
function rowDigest(problem: string, steps: readonly string[], errorSteps: readonly number[]): string {
  return contentKey({ problem, steps, error_steps: errorSteps });
}

function publishedRow({ problem, steps, error_steps, injection, publication }: PublishedRecord): string {
  if (publication.erratum !== undefined) return rowDigest(problem, steps, publication.erratum.before);
  switch (publication.part) {
    case 'natural':
      return rowDigest(problem, steps, error_steps ?? []);
    case 'clean':
      return rowDigest(problem, steps, []);
    default:
      return rowDigest(problem, injection?.original_steps ?? steps, []);
  }
}

/** One pass over the earlier version and one over the sources. */
export async function keptRecords(
  earlier: EarlierVersion,
  { sources }: Pick<DatasetSpec, 'sources'>,
  facts: readonly SourceFacts[],
  options: SourceOptions & { readonly signal: AbortSignal },
): Promise<KeptRecords> {
  const published = new Map<string, string>();
  for await (const record of earlier.records()) published.set(record.id, publishedRow(record));
  const isSource = ({ id, problem, steps, error_steps }: Solution): boolean =>
    Array.isArray(steps) && published.get(id) === rowDigest(problem, steps, error_steps ?? []);

  const partOf = new Map<string, Part>();
  // What cannot be read is said by the survey.
  const quiet = { ...options, onBad: () => {}, say: () => {} };
  for await (const { record } of readSources(sources, facts, quiet)) {
    if (options.signal.aborted) break;
    const { id } = record as unknown as Solution;
    const entry = earlier.entries.get(id);
    if (entry !== undefined && isSource(record as unknown as Solution)) partOf.set(id, entry.part);
  }
  const records = async function* (): AsyncGenerator<PublishedRecord> {
    for await (const record of earlier.records()) if (partOf.has(record.id)) yield record;
  };
  return {
    partOf,
    placeOf(id) {
      const { family, split } = earlier.entries.get(id)!;
      return { family, split };
    },
    splitOfFamily: (family) => earlier.splitOfFamily.get(family),
    isSource: (record) => partOf.has(record.id) && isSource(record),
    records,
  };
}
