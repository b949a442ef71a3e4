// The offline evaluation of a pool: takes problems one by one and returns results over all of them. No model is called
// and nothing is read from disk here.
import { LateBenchError } from '../errors.ts';
import { compareWithCons } from './comparison.ts';
import type { FilterRule } from './confidence-filter.ts';
import { type ProblemVotes, problemEvaluator, ranksOf } from './evaluate-problem.ts';
import type { Accuracies, Auroc, ProblemResult, ProblemRun, VoteFigures } from './evaluation-types.ts';
import { meanAccuracies, meanOfKnown } from './mean-accuracies.ts';
import { isUnweightedTwin, methodsOf } from './methods.ts';
import { problemFacts } from './problem-facts.ts';
import { problemRun } from './problem-run.ts';
import type { ProblemTraces } from './problem-traces.ts';
import { ScoreDistribution } from './score-distribution.ts';

export interface EvaluationSettings {
  readonly metrics: readonly string[];
  readonly etas: readonly number[];
  /** Sizes of working sets; the largest is the headline. */
  readonly ks: readonly number[];
  /** Problems with fewer traces than a set vote with all of theirs; otherwise they are refused. */
  readonly ragged?: boolean | undefined;
  readonly repeats: number;
  readonly seed: number;
  readonly rule: FilterRule;
  /** Tokens of a group, for the share of traces that are shorter; null where it is a share of each trace. */
  readonly window: number | null;
}

/** Repeats of the points of the curves: enough for a picture. */
const curveRepeats = 16;
const curveEtas = [0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1];

export interface Evaluation {
  /** Votes on one more problem; the votes of each k are handed back for whoever keeps them. */
  add(problem: ProblemTraces): readonly ProblemVotes[];
  readonly results: readonly ProblemResult[];
  /** Confidences by metric, over all problems so far. */
  readonly distributions: ReadonlyMap<string, ScoreDistribution>;
  finish(): VoteFigures;
}

export function createEvaluation(settings: EvaluationSettings): Evaluation {
  const { metrics, etas, seed, repeats, rule } = settings;
  const ks = [...new Set(settings.ks)].sort((a, b) => a - b);
  const headline = ks.at(-1)!;
  const methods = methodsOf(metrics, etas);
  const curveMethods = methods.filter((method) => !isUnweightedTwin(method));
  const etaMethods = methodsOf(metrics, curveEtas).filter((method) => !isUnweightedTwin(method));
  const results: ProblemResult[] = [];
  const smaller: ProblemRun[][] = [];
  const byEta: Accuracies[] = [];
  const distributions = new Map(metrics.map((metric) => [metric, new ScoreDistribution()]));
  const points = curvePoints(headline).filter((k) => !ks.includes(k));

  return {
    results,
    distributions,
    add(problem) {
      if (settings.ragged !== true) checkSize(problem, headline);
      const ranks = ranksOf(problem);
      const evaluate = problemEvaluator(problem, methods, { seed, repeats, rule, ranks });
      const curve = { seed, repeats: Math.min(repeats, curveRepeats), rule, ranks };
      const evaluatePoint = problemEvaluator(problem, curveMethods, curve);
      const votes = ks.map(evaluate);
      const runs = votes.map((one) => [String(one.k), problemRun(problem, one)] as const);
      results.push({ ...problemFacts(problem, settings.window), runs: Object.fromEntries(runs) });
      smaller.push(points.map((k) => problemRun(problem, evaluatePoint(k))));
      byEta.push(problemRun(problem, problemEvaluator(problem, etaMethods, curve)(headline)).accuracy);
      for (const [metric, distribution] of distributions) distribution.add(problem, metric);
      return votes;
    },
    finish() {
      const graded = results.filter(({ right_share }) => right_share !== null);
      const runsOf = (k: number): ProblemRun[] => graded.map(({ runs }) => runs[k]!);
      const main = runsOf(headline);
      const all = results.map(({ runs }) => runs[headline]!);
      const curve = [
        ...ks.map((k) => [k, meanAccuracies(runsOf(k).map(({ accuracy }) => accuracy))] as const),
        ...points.map((k, at) => [k, meanAccuracies(smaller.map((runs) => runs[at]!.accuracy))] as const),
      ].sort(([a], [b]) => a - b);
      const { comparisons, beats_cons, verdict } = compareWithCons(main, seed);
      return {
        k: headline,
        repeat: repeats,
        seed,
        problems: results.length,
        problems_without_truth: results.length - graded.length,
        traces: results.reduce((sum, { traces }) => sum + traces, 0),
        accuracy: meanAccuracies(main.map(({ accuracy }) => accuracy)),
        unweighted: meanAccuracies(main.map(({ unweighted }) => unweighted)),
        vs_cons: comparisons,
        beats_cons,
        verdict,
        valid: {
          mean: meanOfKnown(all.map(({ valid }) => valid.mean)),
          min: all.length === 0 ? null : Math.min(...all.map(({ valid }) => valid.min)),
        },
        tie_rate: meanOfKnown(all.map(({ tie_rate }) => tie_rate)),
        length_share: meanOfKnown(results.map(({ length_share }) => length_share)),
        shorter_than_window: meanOfKnown(results.map(({ shorter_than_window }) => shorter_than_window)),
        answer_entropy: meanOfKnown(results.map(({ answer_entropy }) => answer_entropy)),
        confidence: Object.fromEntries(
          [...distributions].map(([metric, distribution]) => [metric, distribution.summary()]),
        ),
        auroc: Object.fromEntries(
          [...distributions].map(([metric, distribution]) => [metric, aurocOf(metric, distribution)]),
        ),
        by_k: Object.fromEntries(curve),
        by_eta: meanAccuracies(byEta),
      };
    },
  };

  function aurocOf(metric: string, distribution: ScoreDistribution): Auroc {
    const own = results.map(({ auroc }) => auroc[metric] ?? null).filter((value) => value !== null);
    return { pooled: distribution.auroc(), within: meanOfKnown(own), problems: own.length };
  }
}

/** 1, 2, 4, … below the headline. */
function curvePoints(k: number): number[] {
  return Array.from({ length: 13 }, (_, power) => 2 ** power).filter((point) => point < k);
}

/** Rejects working sets that are larger than the pool. */
export function checkSize({ problem_id, classes }: ProblemTraces, k: number): void {
  const n = classes.of.length;
  if (k <= n) return;
  throw new LateBenchError(
    'LB_USAGE',
    `problem ${problem_id} has ${n} traces, too few for sets of ${k}: take a smaller --k, --k all, or sample more of them ` +
      `(latebench pool build --samples ${k})`,
  );
}
