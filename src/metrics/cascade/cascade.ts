// Cascades of two critics from their stored critiques, without a call: every rule at every threshold, which of them are worth
// their cost, one chosen on a development split and confirmed on the problems that were held out.
import { LateBenchError } from '../../errors.ts';
import {
  acceptsVerdict,
  type CascadeFigures,
  type CascadeObject,
  type CascadePoint,
  type CascadeRule,
  type CostMeasure,
  costMeasures,
} from '../../records/cascade.ts';
import type { Headline } from '../../records/comparison.ts';
import { formatCount, formatCounted } from '../../report/format.ts';
import { type Bootstrap, createBootstrap } from '../../statistics/bootstrap.ts';
import { withoutPauses } from '../../statistics/parts.ts';
import { poissonWeights } from '../../statistics/poisson.ts';
import { seedFrom } from '../../statistics/random.ts';
import { addPair, comparePair, emptyPair } from '../pair-tally.ts';
import { ratio } from '../ratio.ts';
import type { CascadeRecords, Judged, JudgedRecord } from './collect.ts';

export interface CascadeChoice {
  readonly metric: Headline;
  readonly rules: readonly CascadeRule[];
  /** Null: money, where it is known for both critics and is not nothing; else tokens, else calls. */
  readonly cost: CostMeasure | null;
  /** Share of the problems on which the point is chosen. */
  readonly devShare: number;
  readonly choice: CascadeObject['choice'];
  readonly seed: number;
  readonly bootstrap: number;
}

/** Thresholds that are tried, at most: the shares of votes that occur, or every so many of them. */
const maxThresholds = 24;

/** Which of the two decides each record. */
interface Way {
  readonly rule: CascadeRule | null;
  readonly share: number | null;
  readonly alone: CascadePoint['alone'];
  /** 1: the cheap critic. */
  readonly decided: Uint8Array;
}

export function planCascade(from: CascadeRecords, settings: CascadeChoice): CascadeObject {
  const { cheap, strong, records, left, models } = from;
  const { metric, devShare, choice, seed, bootstrap } = settings;
  const onDev = records.map(({ problem }) => seedFrom(seed, 'cascade', problem) < devShare * 2 ** 32);
  const dev = records.filter((_, at) => onDev[at]);
  if (dev.length === 0 || dev.length === records.length) {
    const message = `${formatCounted(records.length, 'labelled record was', 'labelled records were')} judged by ${cheap} and ${strong}: too few to choose on one part of the problems and confirm on the other`;
    throw new LateBenchError('LB_USAGE', message);
  }
  const cost = costMeasure(records, settings.cost);
  const shared = createBootstrap(bootstrap, poissonWeights(seed, bootstrap));
  const points = waysOf(records, settings.rules).map((way): CascadePoint => {
    const figuresOn = (part: boolean) => {
      const places = onDev.flatMap((isDev, at) => (isDev === part ? [at] : []));
      return figuresOf(places, { records, way, metric, cost, bootstrap: shared });
    };
    const { rule, share, alone } = way;
    return { rule, share, alone, frontier: false, dev: figuresOn(true), test: figuresOn(false) };
  });
  const alone = points.find((point) => point.alone === 'strong')!;
  if (alone.dev.value === null || alone.test.value === null) {
    const message = `${metric} is undefined on one part of the problems, which has no erroneous or no correct solutions: choose another metric, or give more records`;
    throw new LateBenchError('LB_USAGE', message);
  }
  for (const point of points) point.frontier = isOnFrontier(point, points);
  points.sort((one, other) => (one.dev.cost ?? 0) - (other.dev.cost ?? 0));
  const chosen = chosenOf(points, choice, points.indexOf(alone));
  return {
    ...{ metric, cheap, strong, records: records.length, left, cost, seed, bootstrap },
    dev_share: devShare,
    choice,
    points,
    chosen: chosen === -1 ? null : chosen,
    models,
    warnings: warningsOf(points, from),
  };
}

/** What costs are counted in: a measure that is known of every critique. */
function costMeasure(records: readonly JudgedRecord[], asked: CostMeasure | null): CostMeasure {
  const isKnown = (measure: CostMeasure) =>
    records.every(({ cheap, strong }) => cheap.spent[measure] !== null && strong.spent[measure] !== null);
  if (asked !== null) {
    if (isKnown(asked)) return asked;
    const way =
      asked === 'usd'
        ? 'give --cheap-price and --strong-price, or count --cost tokens'
        : 'count another --cost';
    throw new LateBenchError('LB_USAGE', `--cost ${asked}: not every critique says what it took: ${way}`);
  }
  const spends = (measure: CostMeasure) => records.some(({ strong }) => (strong.spent[measure] ?? 0) > 0);
  const found = costMeasures.find((measure) => isKnown(measure) && spends(measure));
  if (found !== undefined) return found;
  throw new LateBenchError(
    'LB_USAGE',
    'the critiques do not say what they took: they need `usage`, or votes, to weigh cost against results',
  );
}

function waysOf(records: readonly JudgedRecord[], rules: readonly CascadeRule[]): readonly Way[] {
  const shares = thresholds(records.map(({ cheap }) => cheap));
  const all = (value: number) => new Uint8Array(records.length).fill(value);
  const ways: Way[] = [
    { rule: null, share: null, alone: 'strong', decided: all(0) },
    { rule: null, share: null, alone: 'cheap', decided: all(1) },
  ];
  for (const rule of rules) {
    for (const share of shares) {
      const decided = Uint8Array.from(records, ({ cheap }) => Number(acceptsVerdict(rule, share, cheap)));
      // Several rules may come to the same: the first is enough, and simplest.
      if (!ways.some((way) => way.decided.every((one, at) => one === decided[at]))) {
        ways.push({ rule, share, alone: null, decided });
      }
    }
  }
  return ways;
}

/** Ascending, rounded down to whole percent, so that what is chosen can be typed. */
function thresholds(verdicts: readonly Judged[]): readonly number[] {
  const known = new Set(verdicts.map(({ agreement }) => Math.floor((agreement ?? 0) * 100 + 1e-9) / 100));
  const sorted = [...known].sort((one, other) => one - other);
  if (sorted.length <= maxThresholds) return sorted;
  return Array.from(
    { length: maxThresholds },
    (_, at) => sorted[Math.round((at * (sorted.length - 1)) / (maxThresholds - 1))]!,
  );
}

function figuresOf(
  places: readonly number[],
  {
    records,
    way,
    metric,
    cost,
    bootstrap,
  }: {
    readonly records: readonly JudgedRecord[];
    readonly way: Way;
    readonly metric: Headline;
    readonly cost: CostMeasure;
    readonly bootstrap: Bootstrap;
  },
): CascadeFigures {
  const tally = emptyPair();
  const problems = new Set<number>();
  let [decided, spent, whole] = [0, 0, 0];
  for (const at of places) {
    const { problem, cheap, strong } = records[at]!;
    const isCheap = way.decided[at] === 1;
    problems.add(problem);
    addPair(tally, isCheap ? cheap : strong, strong, problem);
    const [cheapCost, strongCost] = [cheap.spent[cost] ?? 0, strong.spent[cost] ?? 0];
    spent += (way.alone === 'strong' ? 0 : cheapCost) + (isCheap ? 0 : strongCost);
    whole += strongCost;
    decided += Number(isCheap);
  }
  const { figures, n_error, n_correct } = withoutPauses(comparePair(['cascade', 'strong'], tally, bootstrap));
  const compared = figures[metric]!;
  return {
    n_error,
    n_correct,
    problems: problems.size,
    value: compared.a,
    error_acc: figures.error_acc!.a,
    correct_acc: figures.correct_acc!.a,
    decided: ratio(decided, places.length),
    cost: ratio(spent, places.length),
    cost_share: ratio(spent, whole),
    difference: way.alone === 'strong' ? null : compared.difference,
    interval: way.alone === 'strong' ? null : compared.interval,
  };
}

/** No other point costs at most as much and is better, or costs less and is as good. */
function isOnFrontier({ dev }: CascadePoint, points: readonly CascadePoint[]): boolean {
  if (dev.value === null || dev.cost === null) return false;
  return !points.some(({ dev: other }) => {
    if (other.value === null || other.cost === null) return false;
    const isNoWorse = other.cost <= dev.cost! && other.value >= dev.value!;
    return isNoWorse && (other.cost < dev.cost! || other.value > dev.value!);
  });
}

/** Points come in the order of their cost, so that of equal ones the cheaper is taken; one that is worth nothing never is. */
function chosenOf(points: readonly CascadePoint[], choice: CascadeObject['choice'], strong: number): number {
  const value = (at: number) => points[at]!.dev.value ?? -1;
  if ('max_loss' in choice) {
    const least = value(strong) - choice.max_loss - 1e-12;
    return points.findIndex((_, at) => value(at) >= least && value(at) > 0);
  }
  let best = -1;
  for (const [at, { dev }] of points.entries()) {
    const isAllowed = dev.cost_share !== null && dev.cost_share <= choice.max_cost;
    if (isAllowed && value(at) > 0 && (best === -1 || value(at) > value(best))) best = at;
  }
  return best;
}

/** Shares of unreadable verdicts from this one on are said. */
const manyUnreadable = 0.1;

function unreadableNote(critic: string, verdicts: readonly Judged[]): string[] {
  const unreadable = verdicts.filter(({ answer }) => answer === null).length;
  if (unreadable < manyUnreadable * verdicts.length || unreadable === 0) return [];
  return [
    `${formatCount(unreadable)} of ${formatCounted(verdicts.length, 'verdict')} of ${critic} cannot be read, or are missing, and count as wrong`,
  ];
}

function warningsOf(points: readonly CascadePoint[], { records, cheap, strong }: CascadeRecords): string[] {
  const { dev, test } = points[0]!;
  const fewest = Math.min(dev.problems, test.problems);
  return [
    ...(fewest < 50
      ? [`one part has ${fewest} problems only: the choice and its confirmation are both uncertain`]
      : []),
    ...(records.every(({ cheap }) => cheap.agreement === null || cheap.agreement === 1)
      ? [
          'no verdict of the cheap critic has a share of votes below 1 (one vote, or votes that agree), so only the rule distinguishes its verdicts',
        ]
      : []),
    ...unreadableNote(
      cheap,
      records.map((record) => record.cheap),
    ),
    ...unreadableNote(
      strong,
      records.map((record) => record.strong),
    ),
  ];
}
