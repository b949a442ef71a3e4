// What is known about a solution: erroneous at these steps, correct, or unknown (and then it is not scored).
import type { Solution } from '../records/solution.ts';

/** Steps are 0-based, ascending, without doubles, at least one. */
export type Gold = { kind: 'error'; errorSteps: number[] } | { kind: 'clean' };

/**
 * The label of a record; null when nobody has said, or when an injection was rejected or failed: such a record
 * carries its original steps, about which the injection proved nothing.
 */
export function goldOf(record: Pick<Solution, 'error_steps' | 'injection'>): Gold | null {
  const status = record.injection?.status;
  if (status === 'rejected' || status === 'failed') return null;
  const steps = record.error_steps ?? null;
  if (steps === null) return null;
  if (steps.length === 0) return { kind: 'clean' };
  return { kind: 'error', errorSteps: [...new Set(steps)].sort((a, b) => a - b) };
}

/** The label in ProcessBench's form: the first erroneous step, 0-based, or -1 for a correct solution. */
export function firstErrorOf(gold: Gold): number {
  return gold.kind === 'clean' ? -1 : gold.errorSteps[0]!;
}
