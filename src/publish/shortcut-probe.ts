// Can the errors be detected from surface features? A logistic regression on them, cross-validated by family: the
// held-out AUC must stay near chance, else a critic could score without reading.
import { areaUnderCurve } from '../statistics/auc.ts';
import { fitLogistic } from '../statistics/logistic.ts';
import { mulberry32, seedFrom, shuffled } from '../statistics/random.ts';
import { surfaceFeatures, surfaceOf } from './surface-features.ts';

export interface ShortcutProbe {
  /** `passes`: the upper end is at most the limit; `tells`: the lower end is above chance; else `undecided`. */
  readonly verdict: 'passes' | 'tells' | 'undecided';
  /** Held out; 0.5 = chance. */
  readonly auc: number;
  readonly interval: readonly [number, number];
  readonly limit: number;
  readonly errors: number;
  readonly clean: number;
  /** The most telling features, per standard deviation, of a fit to all records. */
  readonly features: readonly { readonly feature: string; readonly weight: number }[];
}

export interface ShortcutCollector {
  add(record: {
    readonly family: string;
    readonly stratum: string;
    readonly steps: readonly string[];
    readonly error: boolean;
  }): void;
  /** Null with fewer than 20 records of either kind. */
  result(limit: number, seed: number): ShortcutProbe | null;
}

const folds = 5;
const fewest = 20;
const ridge = 1;
const shownFeatures = 5;

interface Case {
  readonly family: string;
  readonly stratum: string;
  readonly features: Float64Array;
  readonly error: boolean;
}

/**
 * Assigns families to folds in random order, separately for the errors and the clean records of each stratum: every fold
 * has the mix of the whole. Otherwise a fold with more errors leaves fewer to its training set, and the held-out AUC of
 * indistinguishable records falls below chance.
 */
function foldsOf(cases: readonly Case[], seed: number): ReadonlyMap<string, number> {
  const order = shuffled(mulberry32(seedFrom(seed, 'surface folds')), cases);
  const dealt = new Map<string, number>();
  const foldOf = new Map<string, number>();
  for (const { family, stratum, error } of order) {
    if (foldOf.has(family)) continue;
    const group = `${error} ${stratum}`;
    const at = dealt.get(group) ?? seedFrom(seed, stratum) % folds;
    foldOf.set(family, at % folds);
    dealt.set(group, at + 1);
  }
  return foldOf;
}

/** Holds 14 numbers a record. */
export function createShortcutCollector(): ShortcutCollector {
  const cases: Case[] = [];
  const fit = (train: readonly Case[]) =>
    fitLogistic(
      train.map(({ features }) => features),
      train.map(({ error }) => Number(error)),
      ridge,
    );
  return {
    add: ({ steps, ...about }) => void cases.push({ ...about, features: surfaceOf(steps) }),
    result(limit, seed) {
      const errors = cases.filter(({ error }) => error).length;
      const clean = cases.length - errors;
      if (errors < fewest || clean < fewest) return null;
      const foldOf = foldsOf(cases, seed);
      const scores = { error: [] as number[], clean: [] as number[] };
      for (let fold = 0; fold < folds; fold += 1) {
        const model = fit(cases.filter(({ family }) => foldOf.get(family) !== fold));
        for (const { family, features, error } of cases) {
          if (foldOf.get(family) === fold) scores[error ? 'error' : 'clean'].push(model.score(features));
        }
      }
      const auc = areaUnderCurve(scores.error, scores.clean);
      if (auc === null) return null;
      const [low, high] = auc.interval;
      const features = fit(cases)
        .weights.map((weight, at) => ({ feature: surfaceFeatures[at]!, weight }))
        .sort((a, b) => Math.abs(b.weight) - Math.abs(a.weight))
        .slice(0, shownFeatures);
      return {
        verdict: high <= limit ? 'passes' : low > 0.5 ? 'tells' : 'undecided',
        auc: auc.value,
        interval: auc.interval,
        limit,
        errors,
        clean,
        features,
      };
    },
  };
}
