// The two ways to average ProcessBench F1 over subsets: the paper's plain mean and evalscope's weighted one.
// An undefined subset makes both undefined: leaving it out would average over another benchmark.

/** Plain mean (arXiv 2412.06559 table 3); null without subsets or when one is undefined. */
export function meanOfSubsets(f1s: readonly (number | null)[]): number | null {
  return weightedMeanOfSubsets(f1s.map((f1) => ({ f1, n: 1 })));
}

/** Mean weighted by the number of records, as evalscope prints it; null as above. */
export function weightedMeanOfSubsets(subsets: readonly { f1: number | null; n: number }[]): number | null {
  let sum = 0;
  let weight = 0;
  for (const { f1, n } of subsets) {
    if (f1 === null) return null;
    sum += f1 * n;
    weight += n;
  }
  return weight === 0 ? null : sum / weight;
}
