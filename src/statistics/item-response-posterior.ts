// What is known of a rater's ability when the items are: its posterior on a few nodes around its own mode, by
// Gauss-Hermite quadrature (Naylor and Smith, Applied Statistics 31, 1982).

/** Values of `right`. */
export const wrongAnswer = 0;
export const rightAnswer = 1;
export const noAnswer = 2;

export interface Responses {
  readonly items: number;
  readonly raters: number;
  /** Of `rater` to `item` at `item * raters + rater`. */
  readonly right: Uint8Array;
}

export const prior = { slopeMean: 1, slopeVariance: 1, interceptVariance: 4 } as const;

/** No Newton step is longer. */
export const maxStep = 1;

/** Gauss-Hermite: nodes for the weight exp(-x²), and the logarithm of weight * exp(x²). */
const rules = [
  rule(
    [-1.224744871391589, 0, 1.224744871391589],
    [0.29540897515091935, 1.1816359006036774, 0.29540897515091935],
  ),
  rule(
    [
      -2.6519613568352334, -1.6735516287674714, -0.8162878828589647, 0, 0.8162878828589647,
      1.6735516287674714, 2.6519613568352334,
    ],
    [
      0.0009717812450995193, 0.05451558281912703, 0.4256072526101278, 0.8102646175568073, 0.4256072526101278,
      0.05451558281912703, 0.0009717812450995193,
    ],
  ),
] as const;

function rule(nodes: readonly number[], weights: readonly number[]) {
  return { nodes, logs: nodes.map((x, at) => Math.log(weights[at]!) + x * x) };
}

/** A posterior this narrow is a normal distribution for all that three nodes can tell. */
const narrow = 0.15;

export const share = (linear: number): number => 1 / (1 + Math.exp(-linear));

/** The nodes of one rater with their posterior probabilities. */
export interface Posterior {
  readonly nodes: Float64Array;
  readonly weights: Float64Array;
}

export interface Parameters {
  readonly slope: Float64Array;
  readonly intercept: Float64Array;
  readonly ability: Float64Array;
}

/** The posterior of one rater: its mode by Newton's method, then nodes around it. */
export function posteriorOf(
  { items, raters, right }: Responses,
  { slope, intercept, ability }: Parameters,
  rater: number,
): Posterior {
  let centre = ability[rater]!;
  let width = 1;
  for (let step = 0; step < 3; step += 1) {
    let [gradient, information] = [-centre, 1];
    for (let item = 0; item < items; item += 1) {
      const answer = right[item * raters + rater]!;
      if (answer === noAnswer) continue;
      const a = slope[item]!;
      const p = share(a * centre + intercept[item]!);
      gradient += a * (answer - p);
      information += a * a * p * (1 - p);
    }
    centre += Math.max(-maxStep, Math.min(maxStep, gradient / information));
    width = 1 / Math.sqrt(information);
  }
  const { nodes: places, logs } = rules[width < narrow ? 0 : 1]!;
  const nodes = Float64Array.from(places, (x) => centre + Math.SQRT2 * width * x);
  const weights = Float64Array.from(nodes, (at, q) => logs[q]! - (at * at) / 2);
  for (let item = 0; item < items; item += 1) {
    const answer = right[item * raters + rater]!;
    if (answer === noAnswer) continue;
    const [a, d] = [slope[item]!, intercept[item]!];
    for (let q = 0; q < nodes.length; q += 1) {
      const linear = a * nodes[q]! + d;
      const signed = answer === rightAnswer ? -linear : linear;
      weights[q]! -= signed > 30 ? signed : Math.log1p(Math.exp(signed));
    }
  }
  const largest = weights.reduce((max, one) => Math.max(max, one), Number.NEGATIVE_INFINITY);
  let total = 0;
  for (let q = 0; q < weights.length; q += 1) total += weights[q] = Math.exp(weights[q]! - largest);
  for (let q = 0; q < weights.length; q += 1) weights[q]! /= total;
  return { nodes, weights };
}
