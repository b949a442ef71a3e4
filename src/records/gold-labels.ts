// One label a record from the judgements of several: what was settled, else what most of them say; a tie is no label.
import type { Annotation } from './annotation.ts';

/** Under this name disputes are settled; its word is the gold label and counts in no agreement. */
export const referee = 'adjudicated';

export interface GoldRow {
  readonly record_id: string;
  readonly record_hash: string | null;
  readonly decision: string | null;
  /** 0-based, -1 = correct. */
  readonly first_error: number | null;
  /** First error of a solution, as in records; null where unknown. */
  readonly error_steps: readonly number[] | null;
  readonly annotators: number;
  readonly settled: boolean;
}

/** Null for a tie, and without any annotation. */
function mostStated<T>(values: readonly (T | null | undefined)[]): T | null {
  const counts = new Map<T, number>();
  for (const value of values) if (value != null) counts.set(value, (counts.get(value) ?? 0) + 1);
  const ranked = [...counts].sort(([, a], [, b]) => b - a);
  const [first, second] = ranked;
  return first === undefined || first[1] === second?.[1] ? null : first[0];
}

/** A natural error described in detail counts for the first error where its annotator gave no other. */
export function goldRows(annotations: readonly Annotation[]): GoldRow[] {
  const byRecord = new Map<string, Annotation[]>();
  for (const one of annotations) {
    if (one.kind !== 'decision' && one.kind !== 'natural_error') continue;
    byRecord.set(one.record_id, [...(byRecord.get(one.record_id) ?? []), one]);
  }
  return [...byRecord].map(([record_id, reported]) => {
    const settled = reported.find(({ annotator, kind }) => annotator === referee && kind === 'decision');
    const names = [...new Set(reported.map(({ annotator }) => annotator))].filter((name) => name !== referee);
    const of = (name: string, kind: Annotation['kind']): Annotation | undefined =>
      reported.find((one) => one.annotator === name && one.kind === kind);
    const decision = settled?.decision ?? mostStated(names.map((name) => of(name, 'decision')?.decision));
    const first_error =
      settled?.first_error ??
      mostStated(
        names.map((name) => of(name, 'decision')?.first_error ?? of(name, 'natural_error')?.first_error),
      );
    return {
      record_id,
      record_hash: mostStated(reported.map((one) => one.record_hash)),
      decision: decision ?? null,
      first_error,
      error_steps: first_error === null ? null : first_error === -1 ? [] : [first_error],
      annotators: names.length,
      settled: settled !== undefined,
    };
  });
}
