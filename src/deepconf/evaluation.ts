// The offline evaluation of a pool: takes problems one by one and returns results over all of them. Of each it keeps some
// numbers, so that memory does not grow with the traces. No model is called and no pool is read here.
import { ConsDifferences } from './comparison.ts';
import type { FilterRule } from './confidence-filter.ts';
import { type ProblemVotes, problemEvaluator, ranksOf } from './evaluate-problem.ts';
import type { Accuracies, ProblemResult, VoteFigures } from './evaluation-types.ts';
import { MeanAccuracies } from './mean-accuracies.ts';
import { isUnweightedTwin, methodsOf } from './methods.ts';
import { problemFacts } from './problem-facts.ts';
import { problemRun } from './problem-run.ts';
import type { ProblemTraces } from './problem-traces.ts';
import { RunningMean } from './running-mean.ts';
import { type DistributionFigures, ScoreDistribution } from './score-distribution.ts';

export interface EvaluationSettings {
  readonly metrics: readonly string[];
  readonly etas: readonly number[];
  /** Sizes of working sets; the largest is the headline. */
  readonly ks: readonly number[];
  readonly repeats: number;
  readonly seed: number;
  readonly rule: FilterRule;
  /** Best-of-N too. */
  readonly best?: boolean | undefined;
  /** Tokens of a group, for the share of traces that are shorter; null where it is a share of each trace. */
  readonly window: number | null;
}

/** Repeats of the points of the curves: enough for a picture. */
const curveRepeats = 16;
const curveEtas = [0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1];

export interface Evaluated {
  readonly result: ProblemResult;
  /** The votes of each k. */
  readonly votes: readonly ProblemVotes[];
}

export interface EvaluationFigures {
  readonly figures: VoteFigures;
  /** Confidences by metric, over all problems. */
  readonly distributions: ReadonlyMap<string, DistributionFigures>;
}

export interface Evaluation {
  /** Votes on one more problem, and keeps neither the problem nor its result. */
  add(problem: ProblemTraces): Promise<Evaluated>;
  finish(): Promise<EvaluationFigures>;
  /** Lets its temporary files go. */
  close(): void;
}

export function createEvaluation(settings: EvaluationSettings): Evaluation {
  const { metrics, etas, seed, repeats, rule, best } = settings;
  const ks = [...new Set(settings.ks)].sort((a, b) => a - b);
  const headline = ks.at(-1)!;
  const methods = methodsOf(metrics, etas, { best });
  const curveMethods = methods.filter((method) => !isUnweightedTwin(method));
  const etaMethods = methodsOf(metrics, curveEtas).filter((method) => !isUnweightedTwin(method));
  const distributions = new Map(metrics.map((metric) => [metric, new ScoreDistribution()]));
  const points = curvePoints(headline).filter((k) => !ks.includes(k));
  const byK = new Map([...ks, ...points].sort((a, b) => a - b).map((k) => [k, new MeanAccuracies()]));
  const totals = createTotals(metrics, headline);

  return {
    async add(problem) {
      const ranks = ranksOf(problem);
      const evaluate = problemEvaluator(problem, methods, { seed, repeats, rule, ranks });
      const curve = { seed, repeats: Math.min(repeats, curveRepeats), rule, ranks };
      const evaluatePoint = problemEvaluator(problem, curveMethods, curve);
      const votes = ks.map(evaluate);
      const runs = votes.map((one) => [one.k, problemRun(problem, one)] as const);
      const facts = problemFacts(problem, settings.window);
      const result = { ...facts, runs: Object.fromEntries(runs) };
      for (const [k, { accuracy }] of runs) byK.get(k)!.add(accuracy);
      for (const k of points) byK.get(k)!.add(problemRun(problem, evaluatePoint(k)).accuracy);
      const eta = problemRun(problem, problemEvaluator(problem, etaMethods, curve)(headline));
      totals.add(result, eta.accuracy);
      for (const [metric, distribution] of distributions) await distribution.add(problem, metric);
      return { result, votes };
    },
    async finish() {
      const spread = new Map<string, DistributionFigures>();
      for (const [metric, distribution] of distributions) spread.set(metric, await distribution.figures());
      const { counts, accuracy, unweighted, differences, shares, by_eta, auroc } = totals;
      const { comparisons, beats_cons, verdict } = differences.compared(seed);
      const figures: VoteFigures = {
        k: headline,
        repeat: repeats,
        seed,
        problems: counts.problems,
        problems_without_truth: counts.problems - counts.graded,
        traces: counts.traces,
        ...(counts.short === 0
          ? {}
          : { problems_with_fewer_traces: { problems: counts.short, fewest: counts.fewest } }),
        accuracy: accuracy.means(),
        unweighted: unweighted.means(),
        vs_cons: comparisons,
        beats_cons,
        verdict,
        valid: { mean: shares.valid.mean(), min: counts.problems === 0 ? null : counts.leastValid },
        tie_rate: shares.ties.mean(),
        length_share: shares.length.mean(),
        shorter_than_window: shares.shorter.mean(),
        answer_entropy: shares.entropy.mean(),
        confidence: Object.fromEntries([...spread].map(([metric, { summary }]) => [metric, summary])),
        auroc: Object.fromEntries(
          [...spread].map(([metric, { auroc: pooled }]) => {
            const { mean, problems } = auroc.get(metric)!;
            return [metric, { pooled, within: mean.mean(), problems }];
          }),
        ),
        by_k: Object.fromEntries([...byK].map(([k, means]) => [k, means.means()])),
        by_eta: by_eta.means(),
      };
      return { figures, distributions: spread };
    },
    close() {
      for (const distribution of distributions.values()) distribution.close();
    },
  };
}

/** What is added up over problems. */
function createTotals(metrics: readonly string[], headline: number) {
  const mean = (): RunningMean => new RunningMean();
  const counts = {
    problems: 0,
    graded: 0,
    traces: 0,
    /** Problems with fewer traces than the headline's sets, and the fewest of them. */
    short: 0,
    fewest: Number.POSITIVE_INFINITY,
    leastValid: Number.POSITIVE_INFINITY,
  };
  const shares = { valid: mean(), ties: mean(), length: mean(), shorter: mean(), entropy: mean() };
  const auroc = new Map(metrics.map((metric) => [metric, { mean: mean(), problems: 0 }]));
  const [accuracy, unweighted, by_eta] = [new MeanAccuracies(), new MeanAccuracies(), new MeanAccuracies()];
  const differences = new ConsDifferences();
  return {
    counts,
    shares,
    auroc,
    accuracy,
    unweighted,
    by_eta,
    differences,
    add(result: ProblemResult, byEta: Accuracies): void {
      const main = result.runs[headline]!;
      counts.problems += 1;
      counts.traces += result.traces;
      if (result.traces < headline) {
        counts.short += 1;
        counts.fewest = Math.min(counts.fewest, result.traces);
      }
      counts.leastValid = Math.min(counts.leastValid, main.valid.min);
      shares.valid.add(main.valid.mean);
      shares.ties.add(main.tie_rate);
      shares.length.add(result.length_share);
      shares.shorter.add(result.shorter_than_window);
      shares.entropy.add(result.answer_entropy);
      by_eta.add(byEta);
      for (const [metric, own] of auroc) {
        const value = result.auroc[metric] ?? null;
        own.mean.add(value);
        own.problems += value === null ? 0 : 1;
      }
      // Null without a reference answer: a method keeps its row, and no problem counts in it.
      accuracy.add(main.accuracy);
      unweighted.add(main.unweighted);
      if (result.right_share === null) return;
      counts.graded += 1;
      differences.add(main);
    },
  };
}

/** 1, 2, 4, … below the headline. */
function curvePoints(k: number): number[] {
  return Array.from({ length: 13 }, (_, power) => 2 ** power).filter((point) => point < k);
}
