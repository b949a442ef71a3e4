// The operating point of a critic that flags too much: only steps above a confidence threshold count. The threshold is
// chosen on one split and applied to the others, so that what is reported was not what was tuned on.
import { LateBenchError } from '../errors.ts';
import type { Critique } from '../records/critique.ts';
import type { OperatingMetrics, OperatingPoint, Parse } from '../records/score.ts';
import { firstStep } from '../records/steps.ts';
import { wilson95 } from '../statistics/wilson.ts';
import type { Prediction } from './prediction.ts';
import { ratio } from './ratio.ts';
import { type StepConfidence, statedConfidence, voteShares } from './step-confidence.ts';
import {
  columnCount,
  columns,
  rateMetrics,
  type Sums,
  sufficientStatistics,
  summedMetrics,
} from './sufficient-statistics.ts';
import type { Judgement } from './tally.ts';

/** Thresholds from 0 to 1 in hundredths: a step counts when its confidence is at least this. */
const grid = Array.from({ length: 101 }, (_, i) => i / 100);

export interface ThresholdSettings {
  /** Dotted path to the name of the split. */
  field: string;
  /** The value of the split on which the threshold is chosen; all others are tested on. */
  dev: string;
}

/** By threshold, the sums of outcome rows. */
export interface OperatingTally {
  confidence: OperatingPoint['confidence'] | null;
  protocol: Critique['protocol'] | null;
  dev: number[][];
  test: number[][];
}

const emptyGrid = () => grid.map(() => new Array<number>(columnCount).fill(0));

export function emptyOperatingTally(): OperatingTally {
  return { confidence: null, protocol: null, dev: emptyGrid(), test: emptyGrid() };
}

/** `judge` holds a prediction made of other flags against the label. */
export function addOperating(
  tally: OperatingTally,
  critique: Critique,
  where: 'dev' | 'test',
  context: { parse: Parse; prediction: Prediction; judge: (prediction: Prediction) => Judgement },
): void {
  const { parse, prediction, judge } = context;
  const shares = voteShares(critique, parse);
  const sure = shares ?? statedConfidence(critique);
  tally.protocol ??= critique.protocol;
  if (sure !== null) tally.confidence = shares === null ? (tally.confidence ?? 'stated') : 'vote_share';
  let row: readonly number[] = [];
  let last: string | null = null;
  for (const [i, threshold] of grid.entries()) {
    const flags = flagsAt(threshold, critique, sure, prediction);
    const text = String(flags);
    if (text !== last) row = sufficientStatistics(judge(predictionFrom(flags)));
    last = text;
    const into = tally[where][i]!;
    for (let column = 0; column < columnCount; column += 1) into[column]! += row[column]!;
  }
}

/** A first-error critic names its most confident step if it reaches the threshold; without a confidence nothing changes. */
function flagsAt(
  threshold: number,
  { protocol }: Critique,
  sure: StepConfidence | null,
  prediction: Prediction,
): readonly number[] | null {
  if (prediction.status !== 'ok' || sure === null) return prediction.error_steps;
  if (protocol === 'all_errors') {
    const unsaid = prediction.error_steps.filter((step) => !sure.has(step));
    return [...unsaid, ...[...sure.keys()].filter((step) => sure.get(step)! >= threshold)];
  }
  const [step, confidence] = [...sure].reduce((best, one) => (one[1] > best[1] ? one : best), [-1, -1]);
  return step !== -1 && confidence >= threshold ? [step] : [];
}

function predictionFrom(flags: readonly number[] | null): Prediction {
  if (flags === null) return { status: 'unparsed', first_error: null, error_steps: null };
  return { status: 'ok', first_error: firstStep(flags), error_steps: flags };
}

export function mergeOperating(into: OperatingTally, from: OperatingTally): void {
  into.protocol ??= from.protocol;
  if (from.confidence === 'vote_share') into.confidence = 'vote_share';
  else into.confidence ??= from.confidence;
  for (const where of ['dev', 'test'] as const) {
    for (const [i, row] of into[where].entries()) {
      for (const column of row.keys()) row[column]! += from[where][i]![column]!;
    }
  }
}

/** Null where the critic has no confidence to put a threshold on. */
export function operatingPoint(
  critic: string,
  { confidence, protocol, dev, test }: OperatingTally,
  settings: ThresholdSettings,
): OperatingPoint | null {
  if (confidence === null) return null;
  const size = (row: readonly number[]) => row[columns.nError]! + row[columns.nClean]!;
  if (size(dev[0]!) === 0 || size(test[0]!) === 0) {
    const [empty, split] =
      size(dev[0]!) === 0
        ? [`has ${settings.field} = ${settings.dev}`, 'choose a threshold on']
        : [`has another ${settings.field} than ${settings.dev}`, 'test it on'];
    throw new LateBenchError(
      'LB_USAGE',
      `no record of ${critic} that is scored ${empty}: there is nothing to ${split} (--threshold-split, --split-field)`,
    );
  }
  const figuresAt = (rows: readonly (readonly number[])[]) => rows.map(figuresOf);
  const [onDev, onTest] = [figuresAt(dev), figuresAt(test)];
  const objective = protocol === 'all_errors' || onDev[0]!.f1 === null ? 'step_f1' : 'f1';
  const chosen = middleOfBest(onDev.map((figures) => figures[objective]));
  return {
    field: settings.field,
    dev: settings.dev,
    confidence,
    objective,
    threshold: grid[chosen]!,
    on_dev: onDev[chosen]!,
    on_test: onTest[chosen]!,
    on_test_without: onTest[0]!,
    curve: grid.flatMap((threshold, i) =>
      i > 0 && sameRow(dev[i - 1]!, dev[i]!) && sameRow(test[i - 1]!, test[i]!)
        ? []
        : [{ threshold, dev: onDev[i]!, test: onTest[i]! }],
    ),
  };
}

function figuresOf(row: readonly number[]): OperatingMetrics {
  const at: Sums = (column) => row[column]!;
  const [exact, nError] = [at(columns.exact), at(columns.nError)];
  const [passed, nClean] = [at(columns.passed), at(columns.nClean)];
  return {
    n_error: nError,
    n_correct: nClean,
    error_acc: rateMetrics.error_acc(at),
    correct_acc: rateMetrics.correct_acc(at),
    f1: summedMetrics.f1(at),
    detection_precision: ratio(exact, exact + at(columns.wrong) + at(columns.flagged)),
    detection_recall: ratio(exact, nError),
    step_precision: summedMetrics.deltabench_micro_precision(at),
    step_recall: summedMetrics.deltabench_micro_recall(at),
    step_f1: summedMetrics.deltabench_micro_f1(at),
    intervals: { error_acc: wilson95(exact, nError), correct_acc: wilson95(passed, nClean) },
  };
}

/** The middle of the first stretch of best thresholds: far from both of its ends, where one more vote would decide. */
function middleOfBest(figures: readonly (number | null)[]): number {
  const best = Math.max(...figures.map((figure) => figure ?? -1));
  const from = figures.findIndex((figure) => (figure ?? -1) === best);
  let to = from;
  while (to + 1 < figures.length && (figures[to + 1] ?? -1) === best) to += 1;
  return Math.floor((from + to) / 2);
}

function sameRow(a: readonly number[], b: readonly number[]): boolean {
  return a.every((value, i) => value === b[i]);
}
