// Binomial coefficients for the small arguments of the counting families.

/** `n` over `k`; exact while the result times `n` is a safe integer, which holds for n up to 50. */
export function choose(n: number, k: number): number {
  if (k < 0 || k > n) return 0;
  let result = 1;
  for (let i = 1; i <= k; i += 1) result = (result * (n - k + i)) / i;
  return result;
}
