// Unlimited synthetic problems with exact worked solutions, free of contamination: every record is computed from
// (seed, index). No file or model is involved; the families are in synthetic/.
import { LateBenchError } from '../errors.ts';
import type { Solution } from '../records/solution.ts';
import { checkObject } from '../records/wrong-argument.ts';
import { mulberry32, seedFrom } from '../statistics/random.ts';
import { syntheticFamilies } from './synthetic/families.ts';
import type { Family } from './synthetic/family.ts';

/** Raise the number whenever the same (seed, index) gives another record. */
const generator = 'latebench-synthetic/1';

interface SyntheticOptions {
  /** How many records; Infinity never ends. */
  readonly count: number;
  readonly seed: number;
  /** Names of families to take in turn; all of them by default. */
  readonly families?: readonly string[] | undefined;
  /** Index of the first record, 0 by default: with it a stream can be split into parts. */
  readonly start?: number | undefined;
}

/**
 * Generates correct solutions in constant memory, one at a time. Record `i` depends only on the seed, on `i` and on
 * the families, which take turns: the records are start to start+count-1 of the one stream that the seed determines.
 * Ids never repeat; a problem may recur in a long stream, because a family has between a few thousand and many
 * billion sets of parameters.
 *
 * @param options `count` records (Infinity never ends) for a `seed`; `families` to take in turn, all by default;
 * `start`, 0 by default, to split a stream into parts.
 * @throws LB_USAGE for a number out of range and an unknown family.
 * @example
 * const records = [...syntheticRecords({ count: 10, seed: 1 })];
 */
export function* syntheticRecords(options: SyntheticOptions): Generator<Solution> {
  checkObject('syntheticRecords', 'count and seed, an object', options);
  const { count, seed, start = 0 } = options;
  if (count !== Infinity) requireWhole('count', count, 0);
  requireWhole('start', start, 0);
  requireWhole('seed', seed, Number.MIN_SAFE_INTEGER);
  const families = chosenFamilies(options.families);
  for (let index = start; index < start + count; index += 1) {
    yield recordAt(seed, index, families[index % families.length]!);
  }
}

function recordAt(seed: number, index: number, family: Family): Solution {
  const draft = family.generate(mulberry32(recordSeed(seed, index)));
  const originalId = `${family.name}-${seed}-${index}`;
  return {
    id: `synthetic/${originalId}`,
    dataset: 'synthetic',
    subset: family.name,
    original_id: originalId,
    generator,
    subject: family.subject,
    difficulty: draft.difficulty,
    task: 'math',
    problem: draft.problem,
    steps: draft.steps,
    answer: draft.answer,
    final_answer: draft.answer,
    final_answer_correct: true,
    error_steps: [],
    error_source: null,
    meta: { seed, index, family: family.name, parameters: draft.parameters },
    provenance: [],
  };
}

/** Distinct for the 2^32 records of a block: an odd factor maps the indices one to one. */
function recordSeed(seed: number, index: number): number {
  const block = Math.floor(index / 2 ** 32);
  return (seedFrom(generator, seed, block) + Math.imul(index, 0x9e3779b1)) >>> 0;
}

function chosenFamilies(names: readonly string[] | undefined): readonly Family[] {
  if (names === undefined) return syntheticFamilies;
  const known = syntheticFamilies.map(({ name }) => name);
  if (names.length === 0) {
    throw new LateBenchError('LB_USAGE', `no synthetic family is named; known are ${known.join(', ')}`);
  }
  return names.map((name) => {
    const family = syntheticFamilies.find((candidate) => candidate.name === name);
    if (family === undefined) {
      throw new LateBenchError(
        'LB_USAGE',
        `'${name}' is not a synthetic family; known are ${known.join(', ')}`,
      );
    }
    return family;
  });
}

function requireWhole(name: string, value: number, least: number): void {
  if (Number.isSafeInteger(value) && value >= least) return;
  const range = least === 0 ? 'a whole number from 0' : 'a whole number';
  throw new LateBenchError('LB_USAGE', `${name} must be ${range}, not ${value}`);
}
