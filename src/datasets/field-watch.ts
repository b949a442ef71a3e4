// Whether any record has the field that a condition names: a misspelt field would otherwise give an empty result.
import { didYouMean } from '../records/nearest-name.ts';
import { namesAt } from '../records/schema-problem.ts';
import { solutionSchema } from '../records/solution.ts';
import { valueAt } from './where.ts';

export interface FieldWatch {
  look(record: object): void;
  /** What is to be said at the end, where records came and none had the field; else null. */
  missing(): string | null;
}

/** `path`: `meta.level` as `['meta', 'level']`. Fields of our own records are known, whether a record has them or not. */
export function createFieldWatch(path: readonly string[]): FieldWatch {
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
      return `no record has a field ${path.join('.')}${near}`;
    },
  };
}
