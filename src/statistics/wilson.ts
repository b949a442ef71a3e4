// The Wilson score interval for a share (Wilson 1927): stays inside [0, 1] and is usable at small n, unlike p +- z*se.

/** The normal quantile of a two-sided 95 % interval. */
const z95 = 1.959963984540054;

/** The 95 % interval for `hits` out of `n`; null for n = 0. */
export function wilson95(hits: number, n: number): [number, number] | null {
  if (n === 0) return null;
  const share = hits / n;
  const shrink = 1 + z95 ** 2 / n;
  const centre = (share + z95 ** 2 / (2 * n)) / shrink;
  const half = (z95 / shrink) * Math.sqrt((share * (1 - share)) / n + z95 ** 2 / (4 * n ** 2));
  // The ends are exact at 0 and n; rounding would put them a hair inside.
  return [hits === 0 ? 0 : centre - half, hits === n ? 1 : centre + half];
}
