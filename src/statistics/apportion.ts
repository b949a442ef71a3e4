// Shares out a whole number of places by weight, so that the parts add up (method of largest remainders, Hamilton).

/** One whole number a weight; they add up to `places`, and ties go to the earlier weight. */
export function largestRemainders(weights: readonly number[], places: number): number[] {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  if (total === 0) return weights.map(() => 0);
  const whole = weights.map((weight) => Math.floor((weight * places) / total));
  const left = places - whole.reduce((sum, count) => sum + count, 0);
  // In units of 1 / total, so that whole weights with equal remainders are a tie, which rounding would decide otherwise.
  const order = weights
    .map((weight, at) => ({ at, rest: weight * places - whole[at]! * total }))
    .sort((a, b) => b.rest - a.rest || a.at - b.at);
  for (const { at } of order.slice(0, left)) whole[at]! += 1;
  return whole;
}
