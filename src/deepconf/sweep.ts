// Windows x etas x sizes of working sets in one pass over a pool: which settings would have done best, and how much
// that depends on them.

import { ConsDifferences } from './comparison.ts';
import { problemEvaluator } from './evaluate-problem.ts';
import type { Comparison } from './evaluation-types.ts';
import { createWindowWatch } from './long-windows.ts';
import { MeanAccuracies } from './mean-accuracies.ts';
import { consName, isUnweightedTwin, methodsOf } from './methods.ts';
import { checkKnownRanges } from './pool/known-ranges.ts';
import { openPool, type Pool } from './pool/read.ts';
import { problemRun } from './problem-run.ts';
import { poolScores, scoreOrigin } from './score-columns.ts';
import { type AnswersReadAgain, answersReadAgain, readAgainLine } from './trace-answers.ts';
import { recomputedConfidences, storedConfidences } from './trace-confidences.ts';
import { type Metric, traceScorer } from './trace-scores.ts';
import type { VoteOptions } from './vote-options.ts';
import { settleChoices } from './voting-choices.ts';
import { votingProblems } from './voting-problems.ts';

export interface SweepOptions extends Omit<VoteOptions, 'online' | 'others'> {
  /** Tokens of groups and of tails, or shares of the trace. */
  readonly windows: readonly number[];
}

/** One setting; a metric that has no window has null. */
export interface SweepRow extends Pick<Comparison, 'difference' | 'interval' | 'beats_cons'> {
  readonly k: number;
  readonly metric: string;
  readonly window: number | null;
  /** Null: all traces, weighted. */
  readonly eta: number | null;
  readonly accuracy: number | null;
}

export interface Sweep {
  readonly simulated: boolean;
  readonly model: string | null;
  readonly problems: number;
  /** Only where problems were left out because nothing was sampled for them yet. */
  readonly problems_without_traces?: number;
  /** Only where problems have no reference answer that can be compared: they count in no accuracy. */
  readonly problems_without_truth?: number;
  /** Only where answers could not vote because they are no whole numbers. */
  readonly answers_not_integers?: number;
  readonly repeat: number;
  readonly seed: number;
  readonly ks: readonly number[];
  readonly windows: readonly number[];
  readonly etas: readonly number[];
  readonly metrics: readonly Metric[];
  /** Accuracy of Cons@K and the mean of single traces, by K. */
  readonly cons: Readonly<Record<string, number | null>>;
  readonly mean_pass: Readonly<Record<string, number | null>>;
  /** Only where an older rule had read other answers than the texts give now. */
  readonly answers_read_again?: AnswersReadAgain;
  readonly rows: readonly SweepRow[];
}

interface ScoreColumn {
  readonly name: string;
  readonly metric: Metric;
  readonly window: number | null;
}

/** `lowest@512`; the average has no window. */
function columnsOf(metrics: readonly Metric[], windows: readonly number[]): ScoreColumn[] {
  return metrics.flatMap((metric): ScoreColumn[] =>
    metric === 'avg'
      ? [{ name: metric, metric, window: null }]
      : windows.map((window) => ({ name: `${metric}@${window}`, metric, window })),
  );
}

export interface SweepEvents {
  readonly onProblem?: ((done: number, of: number) => void) | undefined;
  /** Called with what the user should know beside the result. */
  readonly say?: ((line: string) => void) | undefined;
}

export async function runSweep(
  path: string,
  asked: SweepOptions,
  { onProblem, say }: SweepEvents = {},
): Promise<Sweep> {
  const pool = await openPool(path);
  try {
    await checkKnownRanges(pool);
    return await sweepOver(pool, asked, { onProblem, say });
  } finally {
    await pool.close();
  }
}

async function sweepOver(pool: Pool, asked: SweepOptions, { onProblem, say }: SweepEvents): Promise<Sweep> {
  const { metrics, windows, etas, seed, repeats, rule } = asked;
  const options = await settleChoices(pool, asked, say);
  const scores = { ...poolScores(pool.settings), ...options.scores };
  const isFromTop = scoreOrigin(pool, scores, metrics) === 'top';
  const source = isFromTop ? recomputedConfidences(pool, scores.sentinel) : storedConfidences(pool);
  const columns = columnsOf(metrics, windows);
  const scorers = windows.map((window) => traceScorer({ ...scores, window, tail: window }));
  const scoring = {
    names: columns.map(({ name }) => name),
    source,
    score: (conf: Float32Array): (number | null)[] => {
      const byWindow = scorers.map((score) => score(conf));
      return columns.map(
        ({ metric, window }) => byWindow[Math.max(0, windows.indexOf(window ?? -1))]![metric],
      );
    },
  };
  const methods = methodsOf(scoring.names, etas).filter((method) => !isUnweightedTwin(method));
  const { ks } = options;
  const sums = new Map(
    ks.map((k) => [k, { accuracy: new MeanAccuracies(), differences: new ConsDifferences() }]),
  );
  const problems = votingProblems(pool, { settings: options, scoring, onProblem, say });
  const fit = createWindowWatch(windows, say);
  let changed = 0;
  let count = 0;
  let ungraded = 0;
  let unusable = 0;
  for await (const problem of problems.loaded) {
    fit.look(problem);
    changed += problem.changed;
    unusable += problem.unusable;
    count += 1;
    if (problem.isRight === null) {
      ungraded += 1;
      continue;
    }
    const evaluate = problemEvaluator(problem, methods, { seed, repeats, rule });
    for (const k of ks) {
      const run = problemRun(problem, evaluate(k));
      sums.get(k)!.accuracy.add(run.accuracy);
      sums.get(k)!.differences.add(run);
    }
  }
  fit.tell();
  const again = answersReadAgain(pool.settings, options, changed);
  if (again !== null) say?.(readAgainLine(again));
  const means = new Map(ks.map((k) => [k, sums.get(k)!.accuracy.means()]));
  const accuracyBy = (name: string) => Object.fromEntries(ks.map((k) => [k, means.get(k)![name] ?? null]));
  const rows = ks.flatMap((k) => {
    const { comparisons } = sums.get(k)!.differences.compared(seed);
    return methods.flatMap(({ name, metric, eta }): SweepRow[] => {
      const column = columns.find((one) => one.name === metric);
      if (column === undefined) return [];
      const { difference = null, interval = null, beats_cons = 'unclear' } = comparisons[name] ?? {};
      const { window } = column;
      const accuracy = means.get(k)![name] ?? null;
      return [{ k, metric: column.metric, window, eta, accuracy, difference, interval, beats_cons }];
    });
  });
  return {
    simulated: pool.settings.simulated,
    model: pool.settings.model,
    problems: count,
    ...(problems.empty() === 0 ? {} : { problems_without_traces: problems.empty() }),
    ...(ungraded === 0 ? {} : { problems_without_truth: ungraded }),
    ...(unusable === 0 ? {} : { answers_not_integers: unusable }),
    repeat: repeats,
    seed,
    ks,
    windows,
    etas,
    metrics,
    cons: accuracyBy(consName),
    mean_pass: accuracyBy('mean_pass'),
    ...(again === null || again.changed === 0 ? {} : { answers_read_again: again }),
    rows,
  };
}
