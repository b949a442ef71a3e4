// Whether any record has the field that a condition names: a misspelt field would otherwise give an empty result.
import { nameList } from '../records/name-list.ts';
import { didYouMean } from '../records/nearest-name.ts';
import { namesAt } from '../records/schema-problem.ts';
import { solutionSchema } from '../records/solution.ts';
import { valueAt } from './where.ts';

/** Records have some twenty fields. */
const maxShown = 24;

export interface FieldWatch {
  look(record: object): void;
  /** What is to be said at the end, where records came and none had the field; else null. */
  missing(): string | null;
}

/**
 * `path`: `meta.level` as `['meta', 'level']`. Fields of our own records are known, whether a record has them or not.
 * `others`: names that may be given in place of a field, which are suggested too.
 */
export function createFieldWatch(path: readonly string[], others: readonly string[] = []): FieldWatch {
  const parent = path.slice(0, -1);
  const last = path.at(-1)!;
  const known = namesAt(solutionSchema, parent);
  let found = known.includes(last);
  /** Beside the field, in the first record that was looked at. */
  let beside: readonly string[] | undefined;
  return {
    look(record) {
      if (found) return;
      found = valueAt(record, path) !== undefined;
      if (beside !== undefined || found) return;
      const inner = parent.length === 0 ? record : valueAt(record, parent);
      beside = typeof inner === 'object' && inner !== null && !Array.isArray(inner) ? Object.keys(inner) : [];
    },
    missing() {
      if (found || beside === undefined) return null;
      const place = parent.length === 0 ? '' : `${parent.join('.')}.`;
      const near = didYouMean(last, [...beside, ...known], (name) => `${place}${name}`);
      const names = beside.map((name) => `${place}${name}`);
      const there = names.length === 0 ? '' : ` (found: ${nameList(names, maxShown)})`;
      return `no record has a field ${path.join('.')}${there}${near || didYouMean(path.join('.'), others)}`;
    },
  };
}
