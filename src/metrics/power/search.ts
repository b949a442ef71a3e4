// From power to sizes: how many problems show a difference, and which difference a number of problems shows. The formula
// gives a first answer; simulated studies correct it until they find the difference as often as was asked.
import { fewestClusters } from '../../statistics/bootstrap.ts';
import { normalQuantile } from '../../statistics/normal.ts';
import { level, standardErrors } from '../../statistics/paired-test.ts';
import { mulberry32, seedFrom } from '../../statistics/random.ts';
import { type Move, moveTo } from './population.ts';
import { type Planned, powerAt, type Spread, spreadOf } from './studies.ts';

export interface Aim extends Planned {
  readonly power: number;
  /** Simulated studies a round. */
  readonly studies: number;
  readonly seed: number;
}

/** Problems that are drawn to find the spread. */
const spreadSample = 20_000;
/** The formula is exact enough from here on, and simulated studies would take long. */
const largestStudy = 20_000;
const rounds = 3;
/** Replicates while the size is searched for; more move the power by a fraction of a point. */
const searchBootstrap = 400;
/** A study can never need more. */
const mostProblems = 1e9;

export interface NeededProblems {
  readonly problems: number;
  readonly formula: number;
  readonly spread: Spread;
  readonly power: number | null;
  readonly move: Move;
}

/** Standard errors that a true difference amounts to, where this share of studies finds it. */
function separation(found: number, { studies, comparisons }: Aim): number {
  const inside = Math.min(1 - 0.5 / studies, Math.max(0.5 / studies, found));
  return normalQuantile(inside) + normalQuantile(1 - level / comparisons / 2);
}

function quickly(aim: Aim): Aim {
  return { ...aim, bootstrap: Math.min(aim.bootstrap, searchBootstrap) };
}

function rngOf({ seed }: Aim, ...what: (string | number)[]) {
  return mulberry32(seedFrom(seed, 'power', ...what));
}

/** Null where there is no room for the difference, or the metric is undefined. */
export function neededProblems(
  aim: Aim,
  difference: number,
  { simulate = true }: { readonly simulate?: boolean } = {},
): NeededProblems | null {
  const move = moveTo(aim.population, aim.metric, difference);
  if (move === null) return null;
  const spread = spreadOf(aim, move, { problems: spreadSample, rng: rngOf(aim, 'spread', difference) });
  if (spread === null) return null;
  const asked = standardErrors(aim.power, aim.comparisons);
  const size = (scale: number) => Math.min(mostProblems, Math.max(fewestClusters, Math.ceil(scale)));
  const formula = size(((asked * spread.deviation) / difference) ** 2);
  const answer = { formula, spread, move };
  if (!simulate || formula > largestStudy) return { ...answer, problems: formula, power: null };
  /** Standard errors a square root of problems. */
  const rates: number[] = [];
  let problems = formula;
  const { studies } = aim;
  const quick = quickly(aim);
  for (let round = 0; round < rounds; round += 1) {
    const rng = rngOf(aim, 'size', difference, round);
    rates.push(separation(powerAt(quick, move, { problems, studies, rng }), aim) / Math.sqrt(problems));
    const mean = rates.reduce((sum, rate) => sum + rate, 0) / rates.length;
    // One round of bad luck, or few problems, must not send the search far away.
    const next = mean <= 0 ? 4 * problems : (asked / mean) ** 2;
    problems = size(Math.min(4 * problems, Math.max(problems / 4, next)));
  }
  const rng = rngOf(aim, 'check', difference);
  return { ...answer, problems, power: powerAt(aim, move, { problems, studies, rng }) };
}

/** The smallest difference that so many problems show, 0 to 1; null where none does. */
export function detectableDifference(
  aim: Aim,
  problems: number,
  { simulate = true }: { readonly simulate?: boolean } = {},
): number | null {
  if (problems < fewestClusters) return null;
  const asked = standardErrors(aim.power, aim.comparisons);
  let difference: number | null = 0.05;
  // The spread depends on the difference itself, a little.
  for (let i = 0; i < 4 && difference !== null; i += 1) {
    const move = moveTo(aim.population, aim.metric, difference);
    if (move === null) {
      difference = i === 0 ? roomFor(aim) : null;
      continue;
    }
    const spread = spreadOf(aim, move, { problems: spreadSample, rng: rngOf(aim, 'detectable', i) });
    difference = spread === null ? null : (asked * spread.deviation) / Math.sqrt(problems);
  }
  if (difference === null || difference === 0 || !simulate || problems > largestStudy)
    return difference || null;
  const rates: number[] = [];
  const { studies } = aim;
  for (let round = 0; round < rounds; round += 1) {
    const move = moveTo(aim.population, aim.metric, difference);
    if (move === null) return null;
    const found = powerAt(quickly(aim), move, { problems, studies, rng: rngOf(aim, 'show', round) });
    rates.push(separation(found, aim) / difference);
    const mean = rates.reduce((sum, rate) => sum + rate, 0) / rates.length;
    difference = Math.min(2 * difference, Math.max(difference / 2, asked / Math.max(mean, 1e-9)));
  }
  return moveTo(aim.population, aim.metric, difference) === null ? null : difference;
}

/** A small difference that both critics leave room for; null where there is none. */
function roomFor({ population, metric }: Aim): number | null {
  return [0.02, 0.01, 0.005, 0.001].find((one) => moveTo(population, metric, one) !== null) ?? null;
}
