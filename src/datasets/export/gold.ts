// What an export may state about a record's errors: nothing when they are unknown, and nothing after a failed or
// rejected injection, whose record carries the original steps.
import type { Solution } from '../../records/solution.ts';

/** 0-based, ascending, without doubles; [] = correct; null = not known. */
export function goldSteps(record: Solution): number[] | null {
  const status = record.injection?.status;
  if (status === 'rejected' || status === 'failed') return null;
  const steps = record.error_steps ?? null;
  return steps === null ? null : [...new Set(steps)].sort((a, b) => a - b);
}

/** ProcessBench's label: the first wrong step from 0, or -1. */
export function labelOf(gold: readonly number[]): number {
  return gold[0] ?? -1;
}

/** The id that the source gave, where the record says which source that is; else the record's own. */
export function sourceId(record: Solution, dataset: string): string {
  return record.dataset === dataset && typeof record.original_id === 'string'
    ? record.original_id
    : record.id;
}
