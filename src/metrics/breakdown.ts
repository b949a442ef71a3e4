// The value of a record for a breakdown: which cell it is counted in.
import { canonicalJson } from '../records/identity.ts';
import type { Solution } from '../records/solution.ts';
import type { Gold } from './gold.ts';

/** Shown where a record has no value for the field. */
const noValue = '(none)';

/**
 * The value as text. `field` is a dotted path into the record, such as `task` or `injection.error_type`. A
 * correct record has no error source and shows as `clean` there.
 */
export function breakdownValue(record: Solution, field: string, gold: Gold): string {
  if (field === 'error_source' && gold.kind === 'clean') return 'clean';
  const value = valueAt(record, field);
  if (value === undefined || value === null || value === '') return noValue;
  return typeof value === 'object' ? canonicalJson(value) : String(value);
}

/** The name of a record's ProcessBench subset: its own, else its dataset. */
export function subsetOf(record: Pick<Solution, 'subset' | 'dataset'>): string {
  return record.subset || record.dataset || noValue;
}

function valueAt(record: unknown, path: string): unknown {
  let value = record;
  for (const key of path.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
    value = (value as Record<string, unknown>)[key];
  }
  return value;
}
