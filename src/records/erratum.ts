// A label that people corrected: what it was, what it is, and how many said so.
import type { GoldRow } from './gold-labels.ts';
import { recordHash } from './record-hash.ts';
import type { Solution } from './solution.ts';
import { firstStep } from './steps.ts';

export interface Erratum {
  /** First errors and what follows, 0-based; [] = correct. */
  readonly before: readonly number[];
  readonly after: readonly number[];
  readonly annotators: number;
  readonly settled: boolean;
}

/**
 * What judgements correct about a record; null where they agree with its first error, say none, or were made on another
 * form of it (`stale`). A record without a label has nothing to correct.
 */
export function erratumOf(record: Solution, judged: GoldRow | undefined): Erratum | 'stale' | null {
  const { error_steps: before } = record;
  if (before == null || judged === undefined || judged.error_steps === null) return null;
  const first = firstStep(before);
  if (judged.first_error === first) return null;
  if (judged.record_hash !== null && judged.record_hash !== recordHash(record)) return 'stale';
  if (judged.error_steps.some((step) => step >= record.steps.length)) return 'stale';
  const { error_steps: after, annotators, settled } = judged;
  return { before, after, annotators, settled };
}
