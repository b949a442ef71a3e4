// The standard normal distribution: its distribution function and its quantiles.

/** P(Z <= z), to about 1e-15 near the middle: the series below 6, 0 or 1 in effect beyond. */
export function normalCdf(z: number): number {
  if (z < -8) return 0;
  if (z > 8) return 1;
  // Marsaglia 2004: 1/2 + density(z) (z + z^3/3 + z^5/(3 5) + …).
  let sum = z;
  let term = z;
  for (let i = 3; Math.abs(term) > 1e-17 * Math.abs(sum); i += 2) {
    term *= (z * z) / i;
    sum += term;
  }
  return Math.min(1, Math.max(0, 0.5 + sum * density(z)));
}

function density(z: number): number {
  return Math.exp(-(z * z) / 2) / Math.sqrt(2 * Math.PI);
}

/** The z below which a share `p` of the distribution lies; `p` is strictly between 0 and 1. */
export function normalQuantile(p: number): number {
  let [low, high] = [-8, 8];
  // Bisection: no table of constants, and 60 halvings are exact to a double.
  for (let i = 0; i < 60; i += 1) {
    const middle = (low + high) / 2;
    if (normalCdf(middle) < p) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}
