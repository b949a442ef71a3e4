// Baselines that use only the number of steps, and one that checks only arithmetic. LateBench determines where errors are,
// so a critic's metrics mean little until they beat those that read nothing. "Region" is the last third of the steps, the one definition of late.
import { firstFalseStatement } from '../arithmetic/first-false.ts';
import { arithmeticName } from '../records/critic-names.ts';
import { lateStart } from '../records/steps.ts';
import { mulberry32, randomInt, seedFrom } from '../statistics/random.ts';
import type { Prediction } from './prediction.ts';

interface Solved {
  id: string;
  problem: string;
  steps: readonly string[];
}

/** Predicts from the number of steps n (at least 1); only `random` looks at the id and the seed. */
type Guess = (n: number, id: string, seed: number) => { first: number; flags: number[] };

interface Baseline {
  name: string;
  /** Whether it knows more than how many steps there are. */
  reads: boolean;
  predict(record: Solved): Prediction;
}

const single = (step: number) => ({ first: step, flags: step === -1 ? [] : [step] });
const range = (start: number, end: number) => Array.from({ length: end - start }, (_, i) => start + i);
/** Never null: a solution has at least one step. */
const regionStart = (n: number) => lateStart(n) ?? 0;

const guesses: readonly (readonly [string, Guess])[] = [
  // Every step; its first error is step 0.
  ['flag_all', (n) => ({ first: 0, flags: range(0, n) })],
  // Every step of the region; its first error is where the region begins.
  ['last_third', (n) => ({ first: regionStart(n), flags: range(regionStart(n), n) })],
  ['first_of_region', (n) => single(regionStart(n))],
  // The lower of the two middle steps where there are two.
  ['middle_of_region', (n) => single(Math.floor((regionStart(n) + n - 1) / 2))],
  ['last_of_region', (n) => single(n - 1)],
  // Always "no error".
  ['always_minus_one', () => single(-1)],
  // One of the n + 1 answers (-1 and each step), all equally likely: mulberry32 seeded by the run's seed and the
  // record's id, so that a record gets the same draw in any order and in any shard.
  [
    'random',
    (n, id, seed) => single(randomInt(mulberry32(seedFrom(seed, 'random baseline', id)), -1, n - 1)),
  ],
];

/** Always step k (0-based), and "no error" where the solution has no such step. */
const constant = (k: number): readonly [string, Guess] => [`constant_${k}`, (n) => single(k < n ? k : -1)];

/** Reads, but only arithmetic: the first step with a false equality or inequality. About a millisecond a record. */
const arithmeticBaseline: Baseline = {
  name: arithmeticName,
  reads: true,
  predict(record) {
    const first = firstFalseStatement(record)?.step ?? -1;
    return { status: 'ok', first_error: first, error_steps: first === -1 ? [] : [first] };
  },
};

/** All baselines, in the order of the report; `constants` are 0-based steps. `arithmetic` adds the one that reads, as the last. */
export function createBaselines(seed: number, constants: readonly number[], arithmetic = false): Baseline[] {
  const byPosition = [...guesses, ...constants.map(constant)].map(
    ([name, guess]): Baseline => ({
      name,
      reads: false,
      predict: ({ id, steps }) => {
        const { first, flags } = guess(steps.length, id, seed);
        return { status: 'ok', first_error: first, error_steps: flags };
      },
    }),
  );
  return arithmetic ? [...byPosition, arithmeticBaseline] : byPosition;
}
