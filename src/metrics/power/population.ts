// Where simulated studies come from: the problems of a pilot, drawn with replacement, or problems made of assumed rates.
// The second critic is moved so that the true difference of a metric is the one that is asked about: some of its wrong
// answers are made right, or the other way round. Outcomes of one problem stay alike: a record takes its random number from
// its problem with probability s and else has its own, which gives outcomes an intra-class correlation of s².
import type { Rng } from '../../statistics/random.ts';
import { columns, rateMetrics, type Sums, summedMetrics } from '../sufficient-statistics.ts';
import type { Outcomes } from './outcomes.ts';

/** Metrics whose power can be planned: those that only ask who was right. */
export const plannedMetrics = ['f1', 'error_acc', 'exact'] as const;
export type PlannedMetric = (typeof plannedMetrics)[number];

export function metricOf(name: PlannedMetric): (at: Sums) => number | null {
  return name === 'f1' ? summedMetrics.f1 : rateMetrics[name];
}

/** Shares of right answers among erroneous and among correct solutions, 0 to 1; null for a class that is missing. */
export interface Rates {
  readonly error: number | null;
  readonly correct: number | null;
}

export interface Population {
  /** Share of erroneous solutions. */
  readonly errorShare: number;
  readonly recordsPerProblem: number;
  readonly a: Rates;
  /** Of the second critic before it is moved. */
  readonly b: Rates;
  /** Intra-class correlation of what is made up: moves, and outcomes without a pilot. 0 to 1. */
  readonly icc: number;
  /** Correlation of two critics' answers within a class, where the second is made up; null where it is in the pilot. */
  readonly correlation: number | null;
  /** The pilot; null: everything is made up. */
  readonly outcomes: Outcomes | null;
}

/** How the second critic is moved: the share of its wrong answers that become right (`up`), or of its right ones wrong. */
export interface Move {
  readonly up: boolean;
  readonly share: number;
  /** The true difference that this gives, b - a. */
  readonly difference: number;
}

/** Shares of records as sums, so that the metrics of the comparison can be applied to them. */
export function metricAt(
  metric: PlannedMetric,
  { error, correct }: Rates,
  errorShare: number,
): number | null {
  return metricOf(metric)((column) => {
    if (column === columns.nError) return errorShare;
    if (column === columns.exact) return errorShare * (error ?? 0);
    if (column === columns.nClean) return 1 - errorShare;
    return column === columns.passed ? (1 - errorShare) * (correct ?? 0) : 0;
  });
}

function moved({ error, correct }: Rates, up: boolean, share: number): Rates {
  const one = (rate: number | null) =>
    rate === null ? null : up ? rate + share * (1 - rate) : rate * (1 - share);
  return { error: one(error), correct: one(correct) };
}

/**
 * The move that makes the true difference `difference` (0 to 1), in the direction in which the critics differ already,
 * else in the other; null where there is no room for it, or the metric is undefined.
 */
export function moveTo(
  { a, b, errorShare }: Population,
  metric: PlannedMetric,
  difference: number,
): Move | null {
  const value = (rates: Rates) => metricAt(metric, rates, errorShare);
  const [first, second] = [value(a), value(b)];
  if (first === null || second === null) return null;
  const better = second >= first;
  for (const sign of better ? [1, -1] : [-1, 1]) {
    const target = first + sign * difference;
    if (target < 0 || target > 1) continue;
    const up = target >= second;
    let [low, high] = [0, 1];
    for (let i = 0; i < 50; i += 1) {
      const share = (low + high) / 2;
      const reached = value(moved(b, up, share))!;
      if (up ? reached < target : reached > target) low = share;
      else high = share;
    }
    const share = (low + high) / 2;
    const reached = value(moved(b, up, share))! - first;
    if (Math.abs(reached - sign * difference) < 1e-6) return { up, share, difference: reached };
  }
  return null;
}

/** One record of a study: whether it is erroneous, and who was right (0 or 1). */
export type Take = (erroneous: number, a: number, b: number) => void;

/** Draws problems: calls `take` for each record of one, and is called once a problem. */
export function createDraw(population: Population, move: Move, rng: Rng): (take: Take) => void {
  const { outcomes, a, errorShare, icc, recordsPerProblem, correlation } = population;
  const together = Math.sqrt(icc);
  const own = (shared: number): number => (together > 0 && rng() < together ? shared : rng());
  const apart = 1 - (correlation ?? 0);

  /** The second critic by the first one's answer: as often right, and correlated as was assumed. */
  const twin = (erroneous: number, right: number, random: number): number => {
    const rate = (erroneous === 1 ? a.error : a.correct) ?? 0;
    if (right === 1) return random < 1 - apart * (1 - rate) ? 1 : 0;
    return random < apart * rate ? 1 : 0;
  };
  const shifted = (right: number, random: number): number => {
    if (move.up) return right === 1 || random < move.share ? 1 : 0;
    return right === 1 && random >= move.share ? 1 : 0;
  };

  if (outcomes !== null) {
    const { starts, erroneous, a: first, b: second } = outcomes;
    const problems = starts.length - 1;
    return (take) => {
      const problem = Math.floor(rng() * problems);
      const [twinned, shift] = [rng(), rng()];
      for (let at = starts[problem]!; at < starts[problem + 1]!; at += 1) {
        const [isWrong, right] = [erroneous[at]!, first[at]!];
        const other = second === null ? twin(isWrong, right, own(twinned)) : second[at]!;
        take(isWrong, right, shifted(other, own(shift)));
      }
    };
  }
  const whole = Math.floor(recordsPerProblem);
  const rest = recordsPerProblem - whole;
  return (take) => {
    const [hard, twinned, shift] = [rng(), rng(), rng()];
    const records = whole + (rest > 0 && rng() < rest ? 1 : 0);
    for (let at = 0; at < records; at += 1) {
      const isWrong = rng() < errorShare ? 1 : 0;
      const right = own(hard) < ((isWrong === 1 ? a.error : a.correct) ?? 0) ? 1 : 0;
      take(isWrong, right, shifted(twin(isWrong, right, own(twinned)), own(shift)));
    }
  };
}

/** Of a pilot: class shares, rates, and how alike the outcomes of a problem are. */
export function pilotPopulation(outcomes: Outcomes, correlation: number): Population {
  const { starts, erroneous, a, b } = outcomes;
  const records = erroneous.length;
  const errors = erroneous.reduce((sum, one) => sum + one, 0);
  const ratesOf = (right: Uint8Array): Rates => {
    let [error, correct] = [0, 0];
    for (let at = 0; at < records; at += 1) {
      if (erroneous[at] === 1) error += right[at]!;
      else correct += right[at]!;
    }
    return {
      error: errors === 0 ? null : error / errors,
      correct: errors === records ? null : correct / (records - errors),
    };
  };
  const rates = ratesOf(a);
  return {
    errorShare: errors / records,
    recordsPerProblem: records / (starts.length - 1),
    a: rates,
    b: b === null ? rates : ratesOf(b),
    icc: intraClass(outcomes),
    correlation: b === null ? correlation : null,
    outcomes,
  };
}

/** Mean product of two records of one problem over the variance, of b - a or of one critic, each class about its mean. */
function intraClass({ starts, erroneous, a, b }: Outcomes): number {
  const value = (at: number): number => (b === null ? a[at]! : b[at]! - a[at]!);
  const [sums, sizes] = [
    [0, 0],
    [0, 0],
  ];
  for (let at = 0; at < erroneous.length; at += 1) {
    sums[erroneous[at]!]! += value(at);
    sizes[erroneous[at]!]! += 1;
  }
  let [products, pairs, squares] = [0, 0, 0];
  for (let problem = 0; problem + 1 < starts.length; problem += 1) {
    let [sum, own] = [0, 0];
    const size = starts[problem + 1]! - starts[problem]!;
    for (let at = starts[problem]!; at < starts[problem + 1]!; at += 1) {
      const wrong = erroneous[at]!;
      const rest = value(at) - sums[wrong]! / sizes[wrong]!;
      sum += rest;
      own += rest * rest;
    }
    products += sum * sum - own;
    pairs += size * (size - 1);
    squares += own;
  }
  if (pairs === 0 || squares === 0) return 0;
  return Math.min(1, Math.max(0, products / pairs / (squares / erroneous.length)));
}
