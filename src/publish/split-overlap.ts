// Whether a problem of one split is nearly one of another: looked for again in what is published, whatever the survey
// has sorted out before. Holds an entry of problem-index.ts for every problem.
import { problemForm } from '../datasets/quality/problem-form.ts';
import { createProblemIndex } from '../datasets/quality/problem-index.ts';
import type { PublishedRecord } from './publication.ts';
import { splits } from './splits.ts';

export interface SplitOverlap {
  add(record: PublishedRecord): void;
  /** Ids of the later record of each pair, the first twenty. */
  result(): { readonly records: number; readonly across_splits: readonly string[] };
}

const maxNamed = 20;

/** `threshold`: Jaccard similarity from which two problems are nearly one. */
export function createSplitOverlap(threshold: number): SplitOverlap {
  const indexes = new Map(splits.map((split) => [split, createProblemIndex('near')]));
  const found: string[] = [];
  let records = 0;
  return {
    add({ id, problem, publication }) {
      records += 1;
      const form = problemForm(problem);
      const elsewhere = [...indexes].some(
        ([split, index]) => split !== publication.split && index.has(form, threshold),
      );
      if (elsewhere && found.length < maxNamed) found.push(id);
      indexes.get(publication.split)!.add(form);
    },
    result: () => ({ records, across_splits: [...found] }),
  };
}
