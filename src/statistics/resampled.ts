// Percentile intervals of any statistic of units (records, problems), from samples of the units with replacement (Efron
// 1979). For a few thousand units: the statistic is worked out anew for each sample.
import { quantile } from './quantile.ts';
import { mulberry32, randomInt } from './random.ts';

/** Null where nothing can be said: too little was rated twice, or all ratings are one and the same. */
export interface Measured {
  readonly value: number | null;
  /** 95 %, percentiles of the replicates; null where more than 5 % of them say nothing. */
  readonly interval: readonly [low: number, high: number] | null;
}

const maxReplicates = 1000;
const minReplicates = 100;
/** Units times replicates: about a second's work. */
const maxDraws = 200_000;

function intervalOf(values: readonly (number | null | undefined)[]): Measured['interval'] {
  const known = values.filter((value) => value != null);
  if (known.length === 0 || known.length < 0.95 * values.length) return null;
  const sorted = Float64Array.from(known).sort();
  return [quantile(sorted, 0.025)!, quantile(sorted, 0.975)!];
}

/**
 * @param valuesOf Statistics of a sample of the units.
 * @returns The statistics of all units, and one of them with its interval. The same units and seed give the same numbers.
 */
export function resampled<Unit, Values>(
  units: readonly Unit[],
  valuesOf: (units: readonly Unit[]) => Values,
  seed: number,
): { readonly whole: Values; measured(of: (values: Values) => number | null | undefined): Measured } {
  const whole = valuesOf(units);
  const wanted = Math.floor(maxDraws / Math.max(1, units.length));
  const rng = mulberry32(seed);
  const replicates = Array.from(
    { length: units.length === 0 ? 0 : Math.max(minReplicates, Math.min(maxReplicates, wanted)) },
    () => valuesOf(units.map(() => units[randomInt(rng, 0, units.length - 1)]!)),
  );
  return {
    whole,
    measured: (of) => ({ value: of(whole) ?? null, interval: intervalOf(replicates.map(of)) }),
  };
}
