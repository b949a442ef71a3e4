// McNemar's exact test: do two critics differ on the same records? Only records where exactly one was right count.

/**
 * The two-sided exact p-value. `onlyFirst` and `onlySecond` are the records that one got right and the other
 * wrong: under the null hypothesis a fair coin decides which. p = min(1, 2 P(X <= min)), X ~ Binomial(n, 1/2).
 */
export function mcnemarExact(onlyFirst: number, onlySecond: number): number {
  const n = onlyFirst + onlySecond;
  const fewer = Math.min(onlyFirst, onlySecond);
  // The largest term in logarithms (2^-n underflows), the smaller ones from it by their ratios.
  let logTerm = -n * Math.LN2;
  for (let i = 0; i < fewer; i += 1) logTerm += Math.log((n - i) / (i + 1));
  let term = Math.exp(logTerm);
  let tail = 0;
  for (let i = fewer; i >= 0 && term > tail * Number.EPSILON; i -= 1) {
    tail += term;
    term *= i / (n - i + 1);
  }
  return Math.min(1, 2 * tail);
}
