// How well a score separates two groups: the area under the ROC curve.

/**
 * The chance that a random member of `positive` scores above one of `negative`, ties counting half (Mann-Whitney's U
 * over the number of pairs). 0.5 = no link, below it the link is inverted; null when a group is empty. Sorts copies;
 * no value may be NaN.
 */
export function auroc(positive: Float64Array, negative: Float64Array): number | null {
  if (positive.length === 0 || negative.length === 0) return null;
  const above = positive.slice().sort();
  const below = negative.slice().sort();
  let less = 0;
  let notMore = 0;
  let twice = 0;
  for (const value of above) {
    while (less < below.length && below[less]! < value) less += 1;
    while (notMore < below.length && below[notMore]! <= value) notMore += 1;
    twice += less + notMore;
  }
  return twice / (2 * above.length * below.length);
}
