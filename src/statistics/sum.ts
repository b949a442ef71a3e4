// A running sum that loses nothing to rounding (Neumaier 1974): adding a million equal fractions one by one
// drifts by more than 1e-12, and shards would not add up to the whole.

/** Plain data, so that it can be part of a state that is written to disk. The value is sum + carry. */
export interface CompensatedSum {
  sum: number;
  carry: number;
}

export function emptySum(): CompensatedSum {
  return { sum: 0, carry: 0 };
}

export function addToSum(total: CompensatedSum, value: number): void {
  const next = total.sum + value;
  total.carry += Math.abs(total.sum) >= Math.abs(value) ? total.sum - next + value : value - next + total.sum;
  total.sum = next;
}

export function mergeSums(into: CompensatedSum, from: CompensatedSum): void {
  addToSum(into, from.sum);
  into.carry += from.carry;
}

export function sumValue(total: CompensatedSum): number {
  return total.sum + total.carry;
}
