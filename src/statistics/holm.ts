// Several comparisons at once: Holm's step-down correction (Holm 1979) keeps the chance of any false finding at the
// level of one, whatever the comparisons have to do with each other.

/** Adjusted p-values in the order given; null stays null and does not count as a comparison. */
export function holm(pValues: readonly (number | null)[]): (number | null)[] {
  const ranked = pValues.flatMap((p, index) => (p === null ? [] : [{ p, index }])).sort((a, b) => a.p - b.p);
  const adjusted: (number | null)[] = pValues.map(() => null);
  let largest = 0;
  for (const [rank, { p, index }] of ranked.entries()) {
    largest = Math.max(largest, Math.min(1, p * (ranked.length - rank)));
    adjusted[index] = largest;
  }
  return adjusted;
}
