// The value of a record for a breakdown: which cell it is counted in.
import { createFieldWatch } from '../datasets/field-watch.ts';
import { LateBenchError } from '../errors.ts';
import { canonicalJson } from '../records/identity.ts';
import type { Solution } from '../records/solution.ts';
import { firstErrorOf, type Gold } from './gold.ts';

/** Shown where a record has no value for the field. */
const noValue = '(none)';
const clean = 'clean';

/** The breakdowns of a report; those with a single value are left out. */
export const usualBreakdowns = [
  'task',
  'subject',
  'error_type',
  'error_source',
  'injection_mode',
  'position_decile',
  'length',
  'generator',
] as const;

/** Upper bounds of the groups by number of steps, as their names sort. */
const lengths = [
  [4, '01-04'],
  [9, '05-09'],
  [14, '10-14'],
  [19, '15-19'],
  [29, '20-29'],
  [49, '30-49'],
] as const;

/** Fields that are computed, or for which correct solutions form a separate group. */
const derived: Readonly<Record<string, (record: Solution, gold: Gold) => unknown>> = {
  error_source: (record, gold) => (gold.kind === 'clean' ? clean : record.error_source),
  // The injection's own type, else what `classify` found.
  error_type: (record, gold) =>
    gold.kind === 'clean'
      ? clean
      : (record.injection?.error_type ?? valueAt(record, 'classification.error_type')),
  // Errors as they occur, injected by the general prompt, or after a person's comment.
  injection_mode: (record, gold) => {
    if (gold.kind === 'clean') return clean;
    return record.injection?.status === 'accepted'
      ? `injected ${record.injection.mode ?? 'general'}`
      : (record.error_source ?? undefined);
  },
  // Tenth of the solution that contains the first error.
  position_decile: (record, gold) => {
    if (gold.kind === 'clean') return clean;
    const tenth = Math.floor((firstErrorOf(gold) / record.steps.length) * 10);
    return `${(tenth / 10).toFixed(1)}-${((tenth + 1) / 10).toFixed(1)}`;
  },
  length: ({ steps }) => lengths.find(([max]) => steps.length <= max)?.[1] ?? '50+',
};

/** Whether records are broken down by the name without having a field that is called so. */
export function isComputed(name: string): boolean {
  return Object.hasOwn(derived, name);
}

/**
 * The value as text. `field` is one of the names above or a dotted path into the record, such as `task` or
 * `injection.difficulty`. A correct record has no error and shows as `clean` where the field is about one.
 */
export function breakdownValue(record: Solution, field: string, gold: Gold): string {
  const known = isComputed(field) ? derived[field] : undefined;
  const value = known === undefined ? valueAt(record, field) : known(record, gold);
  if (value === undefined || value === null || value === '') return noValue;
  return typeof value === 'object' ? canonicalJson(value) : String(value);
}

/** Whether records have the fields that they are broken down by. */
export interface BreakdownWatch {
  look(record: Solution): void;
  /** At the end: throws LB_USAGE where records came and none had one of the fields. */
  check(): void;
}

/** `option`: what the fields were given as, for the message. */
export function createBreakdownWatch(fields: readonly string[], option: string): BreakdownWatch {
  const names = Object.keys(derived);
  const watches = fields
    .filter((field) => !names.includes(field))
    .map((field) => ({ field, watch: createFieldWatch(field.split('.'), names) }));
  return {
    look(record) {
      for (const { watch } of watches) watch.look(record);
    },
    check() {
      for (const { field, watch } of watches) {
        const missing = watch.missing();
        if (missing !== null) throw new LateBenchError('LB_USAGE', `${option} ${field}: ${missing}`);
      }
    },
  };
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
