// The confidences of all traces of a pool under one metric, collected problem by problem for charts over the whole:
// percentiles, right against wrong. However many there are, memory holds some of them at a time.
import { quantileAt } from '../statistics/quantile.ts';
import type { ConfidenceSummary } from './evaluation-types.ts';
import { isRightAt, type ProblemTraces } from './problem-traces.ts';
import { RunningMean } from './running-mean.ts';
import { SortedRuns } from './sorted-runs.ts';

/** Bars of the histogram of right and of wrong traces. */
const bins = 30;

/** How many values are in each of equal steps from `low` on. */
export interface ScoreHistogram {
  readonly low: number;
  readonly width: number;
  readonly right: Float64Array;
  readonly wrong: Float64Array;
}

export interface DistributionFigures {
  readonly summary: ConfidenceSummary;
  /** Over the traces of all problems. */
  readonly auroc: number | null;
  readonly right: number;
  readonly wrong: number;
  /** Null without a right or wrong trace that has the score. */
  readonly histogram: ScoreHistogram | null;
}

/** The groups: traces without an answer, or without a known truth, are in the last. */
const [right, wrong, neither] = [0, 1, 2];
const shares = [0, 0.05, 0.25, 0.5, 0.75, 0.95, 1] as const;

export class ScoreDistribution {
  readonly #values = new SortedRuns(3);
  readonly #right = new RunningMean();
  readonly #wrong = new RunningMean();

  /** @throws LB_DISK_FULL, LB_OUTPUT where the temporary folder has no room. */
  async add(problem: ProblemTraces, metric: string): Promise<void> {
    const conf = problem.scores.get(metric)!;
    const of = (requested: boolean | null): Float64Array =>
      conf.filter((value, place) => !Number.isNaN(value) && isRightAt(problem, place) === requested);
    for (const [group, values] of [of(true), of(false), of(null)].entries()) {
      await this.#values.add(group, values);
      if (group === neither) continue;
      const mean = group === right ? this.#right : this.#wrong;
      for (const value of values) mean.add(value);
    }
  }

  async figures(): Promise<DistributionFigures> {
    const counts = [right, wrong, neither].map((group) => this.#values.count(group!));
    const n = counts[0]! + counts[1]! + counts[2]!;
    const wanted = placesOf(n);
    const all = new RunningMean();
    let place = 0;
    let less = 0;
    let twice = 0;
    for await (const { value, counts: equal } of this.#values.ascending()) {
      const [rights, wrongs] = [equal[right!]!, equal[wrong!]!];
      const count = rights + wrongs + equal[neither!]!;
      for (let i = 0; i < count; i += 1, place += 1) {
        all.add(value);
        if (wanted.has(place)) wanted.set(place, value);
      }
      for (let i = 0; i < rights; i += 1) twice += less + (less + wrongs);
      less += wrongs;
    }
    const [min, p5, p25, p50, p75, p95, max] = shares.map((q) =>
      quantileAt(n, q, (at) => wanted.get(at)!),
    ) as (number | null)[];
    const summary = {
      ...{ n, mean: all.mean(), min: min!, p5: p5!, p25: p25!, p50: p50!, p75: p75!, p95: p95!, max: max! },
      mean_right: this.#right.mean(),
      mean_wrong: this.#wrong.mean(),
    };
    const pairs = counts[0]! * counts[1]!;
    return {
      summary,
      auroc: pairs === 0 ? null : twice / (2 * counts[0]! * counts[1]!),
      right: counts[0]!,
      wrong: counts[1]!,
      histogram: counts[0]! + counts[1]! === 0 ? null : await this.#histogram(summary),
    };
  }

  async #histogram({ p50, min, max }: ConfidenceSummary): Promise<ScoreHistogram> {
    const low = min!;
    const width = (max! - low) / bins || Math.abs(p50!) / bins || 1;
    const groups = [new Float64Array(bins), new Float64Array(bins)] as const;
    for await (const { group, values } of this.#values.unordered()) {
      const into = groups[group];
      if (into === undefined) continue;
      for (const value of values) {
        const bin = Math.min(bins - 1, Math.floor((value - low) / width));
        into[bin] = into[bin]! + 1;
      }
    }
    return { low, width, right: groups[0], wrong: groups[1] };
  }

  close(): void {
    this.#values.close();
  }
}

/** The places in ascending order that the quantiles need. */
function placesOf(n: number): Map<number, number> {
  const places = new Map<number, number>();
  for (const q of shares) quantileAt(n, q, (at) => places.set(at, Number.NaN).size);
  return places;
}
