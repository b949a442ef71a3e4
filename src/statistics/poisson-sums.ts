// Sums of k Poisson(1) draws, which are Poisson(k): the bootstrap weight of k clusters that are alike, in one draw.
import type { Rng } from './random.ts';

interface AliasTable {
  readonly lowest: number;
  readonly keep: Float64Array;
  readonly other: Int32Array;
}

/** Fills a column with draws from Poisson(mean), a whole number of at least 1, by the alias method (Vose 1991). */
export function createPoissonSums(rng: Rng): (mean: number, into: Float64Array) => void {
  const tables = new Map<number, AliasTable>();
  return (mean, into) => {
    let table = tables.get(mean);
    if (table === undefined) {
      table = aliasTable(mean);
      tables.set(mean, table);
    }
    const { lowest, keep, other } = table;
    const size = keep.length;
    for (let i = 0; i < into.length; i += 1) {
      const place = rng() * size;
      const at = Math.floor(place);
      into[i] = lowest + (place - at < keep[at]! ? at : other[at]!);
    }
  };
}

/** What lies further out has a probability below 1e-14. */
const widths = 8;

function aliasTable(mean: number): AliasTable {
  const reach = widths * Math.sqrt(mean) + 12;
  const lowest = Math.max(0, Math.floor(mean - reach));
  const size = Math.ceil(mean + reach) - lowest + 1;
  const share = new Float64Array(size);
  const top = mean - lowest;
  share[top] = 1;
  for (let i = top + 1; i < size; i += 1) share[i] = (share[i - 1]! * mean) / (lowest + i);
  for (let i = top - 1; i >= 0; i -= 1) share[i] = (share[i + 1]! * (lowest + i + 1)) / mean;
  const total = share.reduce((sum, value) => sum + value, 0);
  const keep = share.map((value) => (value / total) * size);
  const other = new Int32Array(size);
  const small: number[] = [];
  const large: number[] = [];
  for (const [i, value] of keep.entries()) (value < 1 ? small : large).push(i);
  while (small.length > 0 && large.length > 0) {
    const [low, high] = [small.pop()!, large.pop()!];
    other[low] = high;
    keep[high] = keep[high]! - (1 - keep[low]!);
    (keep[high]! < 1 ? small : large).push(high);
  }
  // What rounding left over.
  for (const i of [...small, ...large]) keep[i] = 1;
  return { lowest, keep, other };
}
