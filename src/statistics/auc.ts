// The area under the ROC curve: how often a positive case scores above a negative one, ties counted half, with the
// interval of DeLong, DeLong and Clarke-Pearson (1988) from placement values.

export interface Auc {
  /** 0.5 = chance. */
  readonly value: number;
  readonly interval: readonly [number, number];
  readonly positives: number;
  readonly negatives: number;
}

const z95 = 1.959963984540054;

/** The rank of each value from 1, ties sharing their mean rank. */
export function midranks(values: ArrayLike<number>): Float64Array {
  const order = Array.from({ length: values.length }, (_, at) => at).sort((a, b) => values[a]! - values[b]!);
  const ranks = new Float64Array(values.length);
  for (let from = 0; from < order.length; ) {
    let to = from;
    while (to < order.length && values[order[to]!] === values[order[from]!]) to += 1;
    for (let at = from; at < to; at += 1) ranks[order[at]!] = (from + 1 + to) / 2;
    from = to;
  }
  return ranks;
}

function variance(values: Float64Array): number {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length - 1);
}

/** Null with fewer than two cases of either kind. */
export function areaUnderCurve(positive: readonly number[], negative: readonly number[]): Auc | null {
  const [m, n] = [positive.length, negative.length];
  if (m < 2 || n < 2) return null;
  const all = midranks([...positive, ...negative]);
  const own = midranks(positive);
  const other = midranks(negative);
  // Share of the negatives below each positive, and of the positives above each negative (Sun and Xu 2014).
  const below = Float64Array.from({ length: m }, (_, at) => (all[at]! - own[at]!) / n);
  const above = Float64Array.from({ length: n }, (_, at) => 1 - (all[m + at]! - other[at]!) / m);
  const value = below.reduce((sum, share) => sum + share, 0) / m;
  const half = z95 * Math.sqrt(variance(below) / m + variance(above) / n);
  const interval = [Math.max(0, value - half), Math.min(1, value + half)] as const;
  return { value, interval, positives: m, negatives: n };
}
