// Does any method beat the plain majority? Differences are paired: the same working sets, and the problem is the unit,
// because repeats draw from one pool and add no information about other problems.
import { bootstrapMeans } from '../statistics/bootstrap-means.ts';
import { quantile } from '../statistics/quantile.ts';
import type { BeatsCons, Comparison, ProblemRun, Verdict } from './evaluation-types.ts';
import { consName } from './methods.ts';

const resamples = 10_000;
/**
 * The fewest problems that anything is said of, and that must differ before a method is said to be better: with 5 a
 * sign test cannot reach 5 % (2/2^5 = 0.0625), whatever the bootstrap says.
 */
const leastDiffering = 6;

interface Compared {
  readonly name: string;
  /** Accuracy minus that of Cons@K, one value a problem. */
  readonly differences: Float64Array;
  readonly gained: number;
  readonly lost: number;
}

interface Gathered {
  readonly differences: number[];
  gained: number;
  lost: number;
}

export interface ConsComparison {
  readonly comparisons: Record<string, Comparison>;
  readonly beats_cons: BeatsCons;
  readonly verdict: Verdict;
}

/** Takes problems with a reference answer one after the other, and keeps one number a method of each. */
export class ConsDifferences {
  readonly #methods = new Map<string, Gathered>();

  add({ accuracy, flips }: Pick<ProblemRun, 'accuracy' | 'flips'>): void {
    // A problem that has no vote of a method says nothing of it.
    for (const [name, { gained, lost }] of Object.entries(flips)) {
      const known = this.#methods.get(name) ?? { differences: [], gained: 0, lost: 0 };
      this.#methods.set(name, known);
      known.differences.push(accuracy[name]! - accuracy[consName]!);
      known.gained += gained;
      known.lost += lost;
    }
  }

  /** `seed` is that of the bootstrap. */
  compared(seed: number): ConsComparison {
    const compared = [...this.#methods].map(
      ([name, { differences, gained, lost }]): Compared => ({
        name,
        differences: Float64Array.from(differences),
        gained,
        lost,
      }),
    );
    const means = meansOf(compared, seed);
    const comparisons: Record<string, Comparison> = {};
    for (const [at, method] of compared.entries()) comparisons[method.name] = comparison(method, means[at]!);
    return { comparisons, ...overall(compared, means, comparisons) };
  }
}

/** Methods that were compared on equally many problems see the same draws. */
function meansOf(compared: readonly Compared[], seed: number): Float64Array[] {
  const means = new Map<Compared, Float64Array>();
  for (const size of new Set(compared.map(({ differences }) => differences.length))) {
    const alike = compared.filter(({ differences }) => differences.length === size);
    const rows = bootstrapMeans(
      alike.map(({ differences }) => differences),
      { seed, resamples },
    );
    for (const [at, method] of alike.entries()) means.set(method, rows[at]!);
  }
  return compared.map((method) => means.get(method)!);
}

/** The paired comparison of one way of answering with another, one difference a problem. */
export function pairedDifference(
  differences: Float64Array,
  seed: number,
): { readonly difference: number | null; readonly interval: readonly [number, number] | null } {
  const [means] = bootstrapMeans([differences], { seed, resamples });
  return { difference: meanOf(differences), interval: intervalOf(means!, 0.95, differences.length) };
}

function comparison({ differences, gained, lost }: Compared, means: Float64Array): Comparison {
  const interval = intervalOf(means, 0.95, differences.length);
  return {
    difference: meanOf(differences),
    interval,
    gained,
    lost,
    problems_better: differences.filter((value) => value > 0).length,
    problems_worse: differences.filter((value) => value < 0).length,
    beats_cons: judge(interval, differences),
  };
}

/** The best of m methods is judged at 1 - 0.05/m (Bonferroni): some method is always best. */
function overall(
  compared: readonly Compared[],
  means: readonly Float64Array[],
  comparisons: Readonly<Record<string, Comparison>>,
): { beats_cons: BeatsCons; verdict: Verdict } {
  const level = 1 - 0.05 / Math.max(1, compared.length);
  const ranked = compared
    .map(({ name, differences }, at) => {
      const interval = intervalOf(means[at]!, level, differences.length);
      const { difference } = comparisons[name]!;
      return { name, difference, interval, judged: judge(interval, differences) };
    })
    .sort((a, b) => (b.difference ?? 0) - (a.difference ?? 0));
  const shown = ranked.find(({ judged }) => judged === 'yes') ?? ranked[0];
  const noneBeats = ranked.length > 0 && ranked.every(({ name }) => comparisons[name]!.beats_cons === 'no');
  return {
    beats_cons: shown?.judged === 'yes' ? 'yes' : noneBeats ? 'no' : 'unclear',
    verdict: {
      method: shown?.name ?? null,
      difference: shown?.difference ?? null,
      interval: shown?.interval ?? null,
      level,
      methods: ranked.length,
    },
  };
}

/** No: the whole interval is at or below 0. */
function judge(interval: readonly [number, number] | null, differences: Float64Array): BeatsCons {
  if (interval === null || differences.length < leastDiffering) return 'unclear';
  if (interval[1] <= 0) return 'no';
  const differing = differences.filter((value) => value !== 0).length;
  return interval[0] > 0 && differing >= leastDiffering ? 'yes' : 'unclear';
}

/** Null for one problem: samples of it are all the same, and say nothing of others. */
function intervalOf(means: Float64Array, level: number, problems: number): [number, number] | null {
  if (problems < 2) return null;
  const low = quantile(means, (1 - level) / 2);
  const high = quantile(means, (1 + level) / 2);
  return low === null || high === null || Number.isNaN(low) ? null : [low, high];
}

function meanOf(values: Float64Array): number | null {
  return values.length === 0 ? null : values.reduce((a, b) => a + b, 0) / values.length;
}
