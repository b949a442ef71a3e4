// What is known about a solution: erroneous at these steps, correct, or unknown (and then it is not scored).
import type { DeltaGold } from '../records/score.ts';
import type { Solution } from '../records/solution.ts';
import { toStepIndex } from '../records/steps.ts';

/** Steps are 0-based, ascending, without doubles, at least one. */
export type Gold = { kind: 'error'; errorSteps: number[] } | { kind: 'clean' };

/**
 * The label of a record; null when it is unknown, or when an injection was rejected or failed: such a record
 * carries its original steps, about which the injection proved nothing. `errors+unuseful` also takes the sections
 * that DeltaBench's annotators found useless, as its own evaluation does.
 */
export function goldOf(
  record: Pick<Solution, 'error_steps' | 'injection'> & Partial<Pick<Solution, 'steps' | 'meta'>>,
  deltaGold: DeltaGold = 'errors',
): Gold | null {
  const status = record.injection?.status;
  if (status === 'rejected' || status === 'failed') return null;
  const errors = record.error_steps ?? null;
  if (errors === null) return null;
  const steps = deltaGold === 'errors' ? errors : [...errors, ...unusefulSteps(record)];
  if (steps.length === 0) return { kind: 'clean' };
  return { kind: 'error', errorSteps: [...new Set(steps)].sort((a, b) => a - b) };
}

/** The label in ProcessBench's form: the first erroneous step, 0-based, or -1 for a correct solution. */
export function firstErrorOf(gold: Gold): number {
  return gold.kind === 'clean' ? -1 : gold.errorSteps[0]!;
}

/** Sections are numbered from 1; those that the solution does not have are left out, as ingest does. */
function unusefulSteps({ meta, steps }: Partial<Pick<Solution, 'steps' | 'meta'>>): number[] {
  const numbers = meta?.reason_unuseful_section_numbers;
  if (!Array.isArray(numbers)) return [];
  return numbers
    .filter((number): number is number => Number.isInteger(number))
    .map(toStepIndex)
    .filter((step) => step >= 0 && step < (steps?.length ?? 0));
}
