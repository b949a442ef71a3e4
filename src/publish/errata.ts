// Labels that people corrected in review, carried by the versions of a dataset from then on. A corrected record stays in
// its split and says what its label was; an injection that turns out not to be the first error leaves.
import { existsSync } from 'node:fs';
import { type Erratum, erratumOf } from '../records/erratum.ts';
import { type GoldRow, goldRows } from '../records/gold-labels.ts';
import type { Solution } from '../records/solution.ts';
import { firstStep, toStepNumber } from '../records/steps.ts';
import { jsonLinesOf, readAnnotations } from '../storage/annotations.ts';
import type { Publication, PublishedRecord } from './publication.ts';
import { linesOfSpecFile, type SpecPlace } from './spec-files.ts';

/** Judgements by record id. */
export type Errata = ReadonlyMap<string, GoldRow>;

/** A line of errata.jsonl. */
export type PublishedErratum = { readonly id: string } & NonNullable<Publication['erratum']>;

/** The errata of a version's files, those of the versions before it included. */
export async function publishedErrata(path: string): Promise<PublishedErratum[]> {
  if (!existsSync(path)) return [];
  return (await jsonLinesOf(path)).map(({ value }) => value as PublishedErratum);
}

const labelWords = (steps: readonly number[]): string =>
  steps.length === 0 ? 'correct' : `step ${toStepNumber(firstStep(steps))}`;

/** One line a correction, for people. Steps count from 1. */
export function erratumLines(errata: readonly PublishedErratum[]): string[] {
  if (errata.length === 0) return [];
  const lines = errata.map(
    ({ id, before, after }) => `  ${id}, ${labelWords(before)} -> ${labelWords(after)}`,
  );
  return [`labels corrected: ${errata.length}`, ...lines];
}

/** Holds one short entry for each judged record; `say` hears of lines that cannot be read. */
export async function readErrata(
  files: readonly string[],
  place: SpecPlace,
  say: (line: string) => void,
): Promise<Errata> {
  if (files.length === 0) return new Map();
  const { annotations, bad } = await readAnnotations(files, (file) => linesOfSpecFile(place, file));
  for (const line of bad) say(`an erratum cannot be read: ${line}`);
  return new Map(goldRows(annotations).map((row) => [row.record_id, row]));
}

function withLabel<R extends Solution>(record: R, after: readonly number[]): R {
  const error_source = after.length === 0 ? null : 'natural';
  const labelled = { ...record, error_steps: [...after], error_source };
  // A clean control that has an error is none any more.
  if (after.length > 0 && labelled.injection?.status === 'clean') delete labelled.injection;
  return labelled;
}

/** What a publication says about it. */
function publishedErratum({ before, after, annotators, settled }: Erratum, version: string) {
  return { before: [...before], after: [...after], annotators, settled, version };
}

/** A source row with its label as people corrected it, and what its publication says about that. */
export function correctedRow(
  record: Solution,
  errata: Errata,
  version: string,
): { record: Solution; publication: Pick<Publication, 'erratum'> } {
  const erratum = erratumOf(record, errata.get(record.id));
  if (erratum === null || erratum === 'stale') return { record, publication: {} };
  return {
    record: withLabel(record, erratum.after),
    publication: { erratum: publishedErratum(erratum, version) },
  };
}

/** A published record as a version with these errata has it; `gone`: it can be in none. */
export function correctedRecord(
  record: PublishedRecord,
  errata: Errata,
  version: string,
): { record: PublishedRecord; gone: boolean } {
  const erratum = erratumOf(record, errata.get(record.id));
  if (erratum === null || erratum === 'stale') return { record, gone: false };
  if (record.injection?.status === 'accepted') return { record, gone: true };
  const { publication } = record;
  const { after } = erratum;
  // Corrected again: what its source says of it stays on record.
  const before = publication.erratum?.before ?? erratum.before;
  const part = after.length === 0 ? 'clean' : 'natural';
  return {
    record: {
      ...withLabel(record, after),
      publication: { ...publication, part, erratum: publishedErratum({ ...erratum, before }, version) },
    },
    gone: false,
  };
}
