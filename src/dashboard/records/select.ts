// Chooses rows by their codes and counts every value of every dimension among the rows that pass all the others:
// one pass over the rows, a few operations a row and dimension.
import type { Query } from '../api.ts';
import type { RecordColumns } from './columns.ts';
import type { Dimension } from './dimensions.ts';

export interface Selection {
  /** Ascending. */
  readonly rows: Uint32Array;
  /** Rows by code, by the name of the dimension: those that pass every other condition. */
  readonly counts: ReadonlyMap<string, Uint32Array>;
}

interface Condition {
  readonly dimension: Dimension;
  readonly allowed: Uint8Array | null;
  readonly counts: Uint32Array;
}

function conditionOf(dimension: Dimension, chosen: readonly string[] | undefined): Condition {
  const counts = new Uint32Array(dimension.labels.length);
  if (chosen === undefined || chosen.length === 0) return { dimension, allowed: null, counts };
  const allowed = Uint8Array.from(dimension.labels, (label) => (chosen.includes(label) ? 1 : 0));
  return { dimension, allowed, counts };
}

/** `passes` is a condition that no dimension counts: a range, a text that was searched for. */
export function selectRows(
  total: number,
  dimensions: readonly Dimension[],
  chosen: Query['chosen'],
  passes: ((row: number) => boolean) | null,
): Selection {
  const conditions = dimensions.map((dimension) => conditionOf(dimension, chosen[dimension.name]));
  const strict = conditions.filter(({ allowed }) => allowed !== null);
  const open = conditions.filter(({ allowed }) => allowed === null);
  const rows = new Uint32Array(total);
  let matched = 0;
  for (let row = 0; row < total; row += 1) {
    if (passes !== null && !passes(row)) continue;
    let failed = -1;
    let failures = 0;
    for (let at = 0; at < strict.length && failures < 2; at += 1) {
      const { dimension, allowed } = strict[at]!;
      if (allowed![dimension.codes[row]!] !== 1) {
        failed = at;
        failures += 1;
      }
    }
    if (failures > 1) continue;
    if (failures === 1) {
      const { dimension, counts } = strict[failed]!;
      counts[dimension.codes[row]!]! += 1;
      continue;
    }
    rows[matched] = row;
    matched += 1;
    for (let at = 0; at < conditions.length; at += 1) {
      const { dimension, counts, allowed } = conditions[at]!;
      if (allowed !== null) counts[dimension.codes[row]!]! += 1;
    }
  }
  const chosenRows = rows.slice(0, matched);
  // The open ones column by column: their codes then stay in the processor's cache.
  for (const { dimension, counts } of open) {
    const { codes } = dimension;
    for (let at = 0; at < matched; at += 1) counts[codes[chosenRows[at]!]!]! += 1;
  }
  return {
    rows: chosenRows,
    counts: new Map(conditions.map(({ dimension, counts }) => [dimension.name, counts])),
  };
}

const compareKeys = (a: number, b: number, down: boolean): number => (a === b ? 0 : a < b !== down ? -1 : 1);

/** In the order asked for; ties stay in the order of the file. */
export function sortRows(
  rows: Uint32Array,
  columns: RecordColumns,
  sort: Query['sort'],
  down: boolean,
): Uint32Array {
  if (sort === 'row') return down ? rows.toReversed() : rows;
  const { steps, gold, review } = columns;
  const key = (row: number): number => {
    if (sort === 'steps') return steps[row]!;
    // What has no rank comes last, whichever way.
    if (sort === 'review') return review[row]! > 0 ? review[row]! : down ? -1 : Number.POSITIVE_INFINITY;
    if (gold[row]! < 0) return gold[row]!;
    return sort === 'first' ? gold[row]! : gold[row]! / Math.max(1, steps[row]!);
  };
  const keys = Float64Array.from(rows, key);
  const order = Uint32Array.from(rows.keys());
  order.sort((a, b) => compareKeys(keys[a]!, keys[b]!, down) || a - b);
  return order.map((at) => rows[at]!);
}
