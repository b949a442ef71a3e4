// Whether a problem of one split is nearly one of another: looked for again in what is published, whatever the survey
// has sorted out before. Holds a MinHash signature of every problem (770 bytes).
import { createNearIndex, signatureOf } from '../datasets/quality/minhash.ts';
import { normalText } from '../datasets/quality/normal-text.ts';
import type { PublishedRecord } from './publication.ts';
import { splits } from './splits.ts';

export interface SplitOverlap {
  add(record: PublishedRecord): void;
  /** Ids of the later record of each pair, the first twenty. */
  result(): { readonly records: number; readonly across_splits: readonly string[] };
}

const maxNamed = 20;

/** `threshold`: estimated Jaccard similarity from which two problems are nearly one. */
export function createSplitOverlap(threshold: number): SplitOverlap {
  const indexes = new Map(splits.map((split) => [split, createNearIndex()]));
  const found: string[] = [];
  let records = 0;
  return {
    add({ id, problem, publication }) {
      records += 1;
      const signature = signatureOf(normalText(problem));
      const elsewhere = [...indexes].some(
        ([split, index]) => split !== publication.split && index.has(signature, threshold),
      );
      if (elsewhere && found.length < maxNamed) found.push(id);
      indexes.get(publication.split)!.add(signature);
    },
    result: () => ({ records, across_splits: [...found] }),
  };
}
