// Quantiles of a sample that is sorted already.

/** Linear interpolation between neighbours, as numpy does it by default; null for an empty sample. `q` is 0 to 1. */
export function quantile(sorted: Float64Array, q: number): number | null {
  if (sorted.length === 0) return null;
  const at = (sorted.length - 1) * q;
  const low = sorted[Math.floor(at)]!;
  const high = sorted[Math.min(sorted.length - 1, Math.floor(at) + 1)]!;
  const share = at - Math.floor(at);
  return share < 0.5 ? low + (high - low) * share : high - (high - low) * (1 - share);
}
