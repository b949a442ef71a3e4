// The bootstrap of means over the same units (Efron 1979): which values the means of several measurements might have
// taken had other problems been drawn. Measurements of one unit stay together.
import { mulberry32 } from './random.ts';

/**
 * Means of `resamples` samples of units, drawn with replacement, for each row of measurements (all of one length, one
 * value a unit), each in ascending order. All rows see the same draws.
 */
export function bootstrapMeans(
  rows: readonly Float64Array[],
  { seed, resamples }: { seed: number; resamples: number },
): Float64Array[] {
  const units = rows[0]?.length ?? 0;
  const means = rows.map(() => new Float64Array(resamples));
  const rng = mulberry32(seed);
  const times = new Float64Array(units);
  for (let sample = 0; sample < resamples; sample += 1) {
    times.fill(0);
    for (let draw = 0; draw < units; draw += 1) {
      const unit = Math.floor(rng() * units);
      times[unit] = times[unit]! + 1;
    }
    for (const [at, row] of rows.entries()) {
      let sum = 0;
      for (let unit = 0; unit < units; unit += 1) sum += times[unit]! * row[unit]!;
      means[at]![sample] = sum / units;
    }
  }
  for (const row of means) row.sort();
  return means;
}
