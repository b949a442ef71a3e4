// Quantiles of a sample that is sorted already.

/** Linear interpolation between neighbours, as numpy does it by default; null for an empty sample. `q` is 0 to 1. */
export function quantile(sorted: Float64Array, q: number): number | null {
  return quantileAt(sorted.length, q, (at) => sorted[at]!);
}

/** The same of `n` values of which `valueAt` gives the one at a place in ascending order, from 0. */
export function quantileAt(n: number, q: number, valueAt: (place: number) => number): number | null {
  if (n === 0) return null;
  const at = (n - 1) * q;
  const low = valueAt(Math.floor(at));
  const high = valueAt(Math.min(n - 1, Math.floor(at) + 1));
  const share = at - Math.floor(at);
  return share < 0.5 ? low + (high - low) * share : high - (high - low) * (1 - share);
}
