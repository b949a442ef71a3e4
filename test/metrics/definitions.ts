// The metrics as their definitions put them, over a list of judged solutions: sets of steps, counts by filtering, and a
// replicate of the bootstrap as a list in which solutions are repeated. Slow, and only for tests.
import type { Critique } from '../../src/records/critique.ts';
import type { Cut } from '../../src/records/score.ts';
import type { Solution } from '../../src/records/solution.ts';
import { poissonWeights } from '../../src/statistics/poisson.ts';
import { seedFrom } from '../../src/statistics/random.ts';

export interface Case {
  readonly problem: string;
  readonly steps: number;
  /** [] = correct. */
  readonly gold: readonly number[];
  /** The first error that was named; null = unreadable. */
  readonly answer: number | null;
  readonly flags: readonly number[] | null;
  readonly status: Critique['status'];
}

export const share = (part: number, whole: number): number | null => (whole === 0 ? null : part / whole);
const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
const count = (cases: readonly Case[], fits: (one: Case) => boolean): number => cases.filter(fits).length;

/** Null where the record says nothing about errors. */
export function goldSteps({ injection, error_steps }: Solution): number[] | null {
  if (injection?.status === 'rejected' || injection?.status === 'failed' || error_steps == null) return null;
  return [...new Set(error_steps)].sort((a, b) => a - b);
}

export function caseOf(record: Solution, gold: readonly number[], critique: Critique): Case {
  const { protocol, status, first_error, error_steps } = critique;
  const flags =
    status !== 'ok'
      ? null
      : protocol === 'all_errors'
        ? (error_steps ?? null)
        : first_error == null
          ? null
          : first_error === -1
            ? []
            : [first_error];
  const answer = flags === null ? null : flags.length === 0 ? -1 : Math.min(...flags);
  const { problem, steps } = record;
  return { problem, steps: steps.length, gold, answer, flags, status };
}

const hasError = ({ gold }: Case): boolean => gold.length > 0;
const firstOf = ({ gold }: Case): number => gold[0] ?? -1;
const isRight = (one: Case): boolean => one.answer === firstOf(one);
const named = ({ answer }: Case): boolean => answer !== null && answer !== -1;

export function prf(tp: number, fp: number, fn: number) {
  const [precision, recall] = [share(tp, tp + fp), share(tp, tp + fn)];
  return { precision, recall, f1: share(2 * tp, 2 * tp + fp + fn) };
}

export function processBenchOf(cases: readonly Case[]) {
  const errors = cases.filter(hasError);
  const correct = cases.filter((one) => !hasError(one));
  const error_acc = share(count(errors, isRight), errors.length);
  const correct_acc = share(count(correct, isRight), correct.length);
  const outcomes = {
    exact: count(errors, isRight),
    early: count(errors, (one) => named(one) && one.answer! < firstOf(one)),
    late: count(errors, (one) => named(one) && one.answer! > firstOf(one)),
    missed: count(errors, ({ answer }) => answer === -1),
    none: count(errors, ({ answer }) => answer === null),
  };
  const alarms = count(correct, named);
  const passed = count(correct, isRight);
  const found = count(errors, named);
  const tp = outcomes.exact;
  const [fp, fn] = [found - tp + alarms, errors.length - tp];
  const distances = errors.filter(named).map((one) => Math.abs(one.answer! - firstOf(one)));
  const both = error_acc !== null && correct_acc !== null;
  return {
    error_acc,
    correct_acc,
    f1: !both
      ? null
      : error_acc + correct_acc === 0
        ? 0
        : (2 * error_acc * correct_acc) / (error_acc + correct_acc),
    exact: share(count(cases, isRight), cases.length),
    balanced_acc: both ? (error_acc + correct_acc) / 2 : null,
    false_positive_rate: share(alarms, correct.length),
    detection: { tp, fp, fn, tn: passed, ...prf(tp, fp, fn), accuracy: share(tp + passed, cases.length) },
    binary: {
      ...{ tp: found, fp: alarms, fn: errors.length - found, tn: passed },
      n_none_correct: count(correct, ({ answer }) => answer === null),
      accuracy: share(found + passed, cases.length),
      precision: share(found, found + alarms),
      recall: share(found, errors.length),
    },
    outcomes,
    mean_abs_distance: share(sum(distances), distances.length),
    within_1: share(
      count(errors, (one) => named(one) && Math.abs(one.answer! - firstOf(one)) <= 1),
      errors.length,
    ),
  };
}

/** Steps of the region: up to the first error, up to the last, or all. */
export function regionOf({ gold, steps }: Pick<Case, 'gold' | 'steps'>, cut: Cut): number[] {
  const end = gold.length === 0 || cut === 'none' ? steps - 1 : cut === 'last' ? gold.at(-1)! : gold[0]!;
  return Array.from({ length: end + 1 }, (_, step) => step);
}

function stepsOf(one: Case, cut: Cut) {
  const region = regionOf(one, cut);
  const flagged = new Set(one.flags ?? []);
  const hits = region.filter((step) => flagged.has(step));
  const wanted = cut === 'first_pred_only' ? one.gold : one.gold.filter((step) => region.includes(step));
  const tp = countSteps(hits, (step) => one.gold.includes(step));
  const fp = hits.length - tp;
  const fn = countSteps(wanted, (step) => !hits.includes(step));
  const tn = countSteps(region, (step) => !flagged.has(step) && !one.gold.includes(step));
  return { tp, fp, fn, tn, flags: hits.length };
}

function countSteps(steps: readonly number[], fits: (step: number) => boolean): number {
  return steps.filter(fits).length;
}

const isStep =
  (one: Case) =>
  (flag: number): boolean =>
    flag >= 0 && flag < one.steps;

function micro(cases: readonly Case[], cut: Cut) {
  const counted = cases.map((one) => stepsOf(one, cut));
  const total = (key: 'tp' | 'fp' | 'fn' | 'tn'): number => sum(counted.map((one) => one[key]));
  const [tp, fp, fn, tn] = [total('tp'), total('fp'), total('fn'), total('tn')];
  const step_fpr = share(fp, fp + tn);
  return { tp, fp, fn, tn, ...prf(tp, fp, fn), step_fpr, step_accuracy: share(tp + tn, tp + fp + fn + tn) };
}

export function deltaBenchOf(cases: readonly Case[], cut: Cut) {
  const errors = cases.filter(hasError);
  const correct = cases.filter((one) => !hasError(one));
  const valid = (one: Case): number[] => (one.flags ?? []).filter(isStep(one));
  const own = errors.map((one) => {
    const { tp, fp, fn } = stepsOf(one, cut);
    return prf(tp, fp, fn);
  });
  const silent = count(correct, (one) => one.flags !== null && valid(one).length === 0);
  const read = count(correct, ({ flags }) => flags !== null);
  const mean = (n: number, passed: number, readable: number) => ({
    precision: share(sum(own.map(({ precision }) => precision ?? 0)) + passed, n),
    recall: share(sum(own.map(({ recall }) => recall ?? 0)) + readable, n),
    f1: share(sum(own.map(({ f1 }) => f1 ?? 0)) + passed, n),
  });
  return {
    cut,
    micro: micro(cases, cut),
    micro_error_only: micro(errors, cut),
    macro: mean(errors.length, 0, 0),
    macro_with_clean: { zero: mean(cases.length, 0, 0), vacuous_one: mean(cases.length, silent, read) },
    clean_fpr: share(
      count(correct, (one) => valid(one).length > 0),
      correct.length,
    ),
    clean_pass_rate: share(silent, correct.length),
    exact_first: share(
      count(errors, (one) => valid(one).length > 0 && Math.min(...valid(one)) === firstOf(one)),
      errors.length,
    ),
    first_error_recall: share(
      count(errors, (one) => valid(one).includes(firstOf(one))),
      errors.length,
    ),
    error_flag_rate: share(
      count(errors, (one) => valid(one).length > 0),
      errors.length,
    ),
    mean_flags: share(sum(errors.map((one) => stepsOf(one, cut).flags)), errors.length),
    n_invalid_flags: sum(cases.map((one) => (one.flags ?? []).filter((flag) => !isStep(one)(flag)).length)),
  };
}

export function sizesOf(cases: readonly Case[]) {
  return {
    n: cases.length,
    n_error: count(cases, hasError),
    n_correct: count(cases, (one) => !hasError(one)),
    n_unparsed: count(cases, ({ status, answer }) => status !== 'failed' && answer === null),
    n_failed: count(cases, ({ status }) => status === 'failed'),
  };
}

/** The shares p that are at most 1.96 standard errors of theirs away from what was seen: a quadratic in p. */
export function wilson(hits: number, n: number): [number, number] | null {
  if (n === 0) return null;
  const z2 = 1.959963984540054 ** 2;
  const [a, b, c] = [1 + z2 / n, -(2 * (hits / n) + z2 / n), (hits / n) ** 2];
  const root = Math.sqrt(Math.max(0, b * b - 4 * a * c));
  return [hits === 0 ? 0 : (-b - root) / (2 * a), hits === n ? 1 : (-b + root) / (2 * a)];
}

/** numpy.percentile of the numbers, linear. */
export function percentile(values: readonly number[], at: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  const place = at * (sorted.length - 1);
  const [low, high] = [sorted[Math.floor(place)]!, sorted[Math.ceil(place)]!];
  return low + (high - low) * (place - Math.floor(place));
}

const problemsOf = (cases: readonly Case[]): Set<string> => new Set(cases.map(({ problem }) => problem));

/** Variance of a share between problems over that of independent records; 1 where nothing can be said. */
export function designEffect(
  cases: readonly Case[],
  isHit: (one: Case) => boolean,
  all: readonly Case[],
): number {
  const [n, hits] = [cases.length, count(cases, isHit)];
  const problems = problemsOf(all);
  if (problems.size < 10 || problems.size >= n || hits === 0 || hits === n) return 1;
  const rate = hits / n;
  const squares = [...problems].map((name) => {
    const own = cases.filter(({ problem }) => problem === name);
    return (count(own, isHit) - rate * own.length) ** 2;
  });
  return sum(squares) / (n * rate * (1 - rate));
}

export function rateIntervalsOf(cases: readonly Case[], clustered: boolean) {
  const errors = cases.filter(hasError);
  const correct = cases.filter((one) => !hasError(one));
  const interval = (of: readonly Case[], isHit: (one: Case) => boolean) => {
    const effect = clustered ? designEffect(of, isHit, cases) : 1;
    const worth = effect > 1.1 ? effect : 1;
    return wilson(count(of, isHit) / worth, of.length / worth);
  };
  return {
    error_acc: interval(errors, isRight),
    correct_acc: interval(correct, isRight),
    false_positive_rate: interval(correct, named),
    exact: interval(cases, isRight),
  };
}

export interface Resampled {
  readonly known: readonly number[] | null;
  readonly interval: [number, number] | null;
}

const nothing: Resampled = { known: null, interval: null };

/** Each metric null with fewer than ten problems, and where more than one replicate in twenty is undefined. */
export function bootstrapOf(
  cases: readonly Case[],
  { seed, replicates }: { readonly seed: number; readonly replicates: number },
  metricsOf: (drawn: readonly Case[], drawnPlaces: readonly number[]) => Record<string, number | null>,
): Record<string, Resampled> {
  const names = Object.keys(metricsOf([], []));
  if (replicates === 0 || problemsOf(cases).size < 10)
    return Object.fromEntries(names.map((name) => [name, nothing]));
  const weigh = poissonWeights(seed, replicates);
  const times = cases.map(({ problem }) => weigh(seedFrom(problem)));
  const drawn = Array.from({ length: replicates }, (_, b) => {
    const places = cases.flatMap((_, at) => new Array<number>(times[at]![b]!).fill(at));
    return metricsOf(
      places.map((at) => cases[at]!),
      places,
    );
  });
  return Object.fromEntries(
    names.map((name) => {
      const known = drawn.flatMap((metrics) => metrics[name] ?? []);
      if (known.length < replicates * 0.95) return [name, nothing];
      return [name, { known, interval: [percentile(known, 0.025), percentile(known, 0.975)] }];
    }),
  );
}

/** The metrics that have a bootstrap interval, by their names there. */
export function summedOf(cases: readonly Case[], cut: Cut): Record<string, number | null> {
  const { f1, balanced_acc, detection } = processBenchOf(cases);
  const { micro: steps, macro } = deltaBenchOf(cases, cut);
  return {
    f1,
    balanced_acc,
    detection_f1: detection.f1,
    deltabench_micro_precision: steps.precision,
    deltabench_micro_recall: steps.recall,
    deltabench_micro_f1: steps.f1,
    deltabench_macro_precision: macro.precision,
    deltabench_macro_recall: macro.recall,
    deltabench_macro_f1: macro.f1,
  };
}

/** Observed agreement of pairs beyond that of the same answers paired at random. */
export function kappaOf(pairs: readonly (readonly [unknown, unknown])[]): number | null {
  const n = pairs.length;
  const observed = pairs.filter(([a, b]) => a === b).length / n;
  const chance = sum(pairs.map(([a]) => pairs.filter(([, b]) => a === b).length)) / n ** 2;
  return n === 0 || chance === 1 ? null : (observed - chance) / (1 - chance);
}

/** Krippendorff's alpha over lists of ratings: mean squared distance within units over that between any two ratings. */
export function alphaOf(
  units: readonly (readonly number[])[],
  level: 'nominal' | 'ordinal' | 'interval',
): number | null {
  const paired = units.filter((unit) => unit.length > 1);
  const all = paired.flat();
  const between = (a: number, b: number): number =>
    sum(all.map((c) => (c > Math.min(a, b) && c < Math.max(a, b) ? 1 : c === a || c === b ? 0.5 : 0)));
  const distance = (a: number, b: number): number =>
    a === b ? 0 : level === 'nominal' ? 1 : (level === 'interval' ? a - b : between(a, b)) ** 2;
  const total = (ratings: readonly number[]): number =>
    sum(ratings.flatMap((a, i) => ratings.map((b, j) => (i === j ? 0 : distance(a, b)))));
  if (all.length < 2) return null;
  const observed = sum(paired.map((unit) => total(unit) / (unit.length - 1))) / all.length;
  const chance = total(all) / (all.length * (all.length - 1));
  return chance === 0 ? null : 1 - observed / chance;
}

/** The probability of a split of coins at least as uneven, either way. */
export function mcnemarOf(onlyA: number, onlyB: number): number {
  const n = onlyA + onlyB;
  const choose = (k: number): number => (k === 0 ? 1 : (choose(k - 1) * (n - k + 1)) / k);
  const tail = Array.from({ length: Math.min(onlyA, onlyB) + 1 }, (_, k) => choose(k) / 2 ** n);
  return Math.min(1, 2 * sum(tail));
}

/** Each p times the comparisons that are not smaller, and never below a smaller one. */
export function holmOf(ps: readonly (number | null)[]): (number | null)[] {
  const known = ps.filter((p) => p !== null).sort((a, b) => a - b);
  const adjusted = known.map((p, at) => Math.min(1, p * (known.length - at)));
  return ps.map((p) => (p === null ? null : Math.max(...adjusted.slice(0, known.lastIndexOf(p) + 1))));
}
