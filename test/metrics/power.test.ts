// Planned studies: the power that was asked for is what the comparison has on records of another model, sizes and
// differences answer each other, and what has no answer is null.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { studyCost } from '../../src/metrics/power/cost.ts';
import { createPilot, type Pilot } from '../../src/metrics/power/outcomes.ts';
import {
  createDraw,
  metricAt,
  moveTo,
  type Population,
  pilotPopulation,
} from '../../src/metrics/power/population.ts';
import { detectableDifference, neededProblems } from '../../src/metrics/power/search.ts';
import { powerAt } from '../../src/metrics/power/studies.ts';
import { normalCdf, normalQuantile } from '../../src/statistics/normal.ts';
import { createPoissonSums } from '../../src/statistics/poisson-sums.ts';
import { mulberry32 } from '../../src/statistics/random.ts';
import { clusteredRecords, skillFor } from '../support/clustered-critics.ts';
import { powerOfPlan } from '../support/power-studies.ts';
import { says, solution, voted } from './records.ts';

function near(actual: number, expected: number, within: number): void {
  assert.ok(Math.abs(actual - expected) <= within, `${actual} is not ${expected} to ${within}`);
}

const assumed: Population = {
  errorShare: 0.5,
  recordsPerProblem: 1,
  a: { error: 0.6, correct: 0.8 },
  b: { error: 0.6, correct: 0.8 },
  icc: 0,
  correlation: 0.3,
  outcomes: null,
};
const aim = {
  population: assumed,
  metric: 'f1' as const,
  comparisons: 1,
  bootstrap: 400,
  power: 0.8,
  studies: 200,
  seed: 3,
};

// A small share of `npm run soak -- power`; the numbers follow from the seed.
test('of studies planned for power 0.8, the comparison finds the difference in about 80 of 100', () => {
  const { found, needed } = powerOfPlan({
    difference: 0.1,
    pilotProblems: 600,
    pilotDifference: 0.04,
    studies: 100,
    simulated: 100,
    bootstrap: 300,
    seed: 5,
  });
  assert.ok(needed.design_effect! > 1.1, `design effect ${needed.design_effect}`);
  assert.ok(found > 0.7 && found < 0.9, `${found}`);
});

test('the difference that is planted is the one that was asked for, on top of the one in the pilot or against it', () => {
  const pilot = createPilot({ parse: 'robust' });
  for (const record of clusteredRecords(300, skillFor(0.06), 2)) pilot.add(record);
  const { outcomes } = pilot.result([]);
  const population = pilotPopulation(outcomes, 0);
  for (const difference of [0.01, 0.05, 0.2]) {
    const move = moveTo(population, 'f1', difference)!;
    near(move.difference, difference, 1e-6);
    const counts = { error: [0, 0, 0], correct: [0, 0, 0] };
    const draw = createDraw(population, move, mulberry32(7));
    for (let i = 0; i < 60_000; i += 1) {
      draw((erroneous, a, b) => {
        const into = erroneous === 1 ? counts.error : counts.correct;
        into[0]! += 1;
        into[1]! += a;
        into[2]! += b;
      });
    }
    const rates = (at: 1 | 2) => ({
      error: counts.error[at]! / counts.error[0]!,
      correct: counts.correct[at]! / counts.correct[0]!,
    });
    const value = (at: 1 | 2) => metricAt('f1', rates(at), population.errorShare)!;
    near(value(2) - value(1), difference, 0.01);
  }
});

test('outcomes of a problem that are made up are alike by the correlation that was asked for', () => {
  const population = { ...assumed, icc: 0.4, recordsPerProblem: 2, a: { error: 0.6, correct: 0.6 } };
  const draw = createDraw(population, { up: true, share: 0, difference: 0 }, mulberry32(1));
  let [product, sum, n] = [0, 0, 0];
  for (let i = 0; i < 40_000; i += 1) {
    const right: number[] = [];
    draw((_, a) => right.push(a));
    product += (right[0]! - 0.6) * (right[1]! - 0.6);
    sum += right[0]!;
    n += 1;
  }
  near(sum / n, 0.6, 0.01);
  near(product / n / (0.6 * 0.4), 0.4, 0.02);
});

test('records that are alike are worth less, smaller differences need more, and Holm needs more still', () => {
  const sizeOf = (more: Partial<typeof aim>, difference = 0.06) =>
    neededProblems({ ...aim, ...more }, difference, { simulate: false })!.problems;
  const several = { ...assumed, recordsPerProblem: 4 };
  const recordsAlike = 4 * sizeOf({ population: { ...several, icc: 0.5 } });
  const recordsApart = 4 * sizeOf({ population: several });
  assert.ok(recordsAlike > 1.3 * recordsApart, `${recordsAlike} ${recordsApart}`);
  assert.ok(Math.abs(recordsApart / sizeOf({}) - 1) < 0.1);
  const ratio = sizeOf({}, 0.03) / sizeOf({}, 0.06);
  assert.ok(ratio > 3.5 && ratio < 4.5, `${ratio}`);
  assert.ok(sizeOf({ comparisons: 10 }) > 1.3 * sizeOf({}));
  assert.ok(sizeOf({ power: 0.95 }) > 1.3 * sizeOf({}));
  assert.ok(sizeOf({ population: { ...assumed, correlation: 0.8 } }) < 0.5 * sizeOf({}));
});

test('the size for a difference shows that difference, and no difference is found at the level', () => {
  const { problems, power } = neededProblems(aim, 0.1)!;
  assert.ok(power! > 0.7 && power! < 0.9, `${power}`);
  near(detectableDifference(aim, problems)!, 0.1, 0.01);
  const none = { up: true, share: 0, difference: 0 };
  const found = powerAt(aim, none, { problems: 200, studies: 300, rng: mulberry32(4) });
  assert.ok(found < 0.1, `${found}`);
});

test('where there is no answer, it is null: no room, a class that is missing, too few problems', () => {
  assert.equal(neededProblems(aim, 0.9), null);
  assert.equal(detectableDifference(aim, 9), null);
  assert.equal(detectableDifference(aim, 12), null);
  const onlyErrors = { ...assumed, errorShare: 1, a: { error: 0.6, correct: null } };
  assert.equal(neededProblems({ ...aim, population: { ...onlyErrors, b: onlyErrors.a } }, 0.05), null);
  const perfect = { ...assumed, a: { error: 1, correct: 1 }, b: { error: 1, correct: 1 } };
  // There is room below a critic that is always right.
  assert.ok(neededProblems({ ...aim, population: perfect }, 0.05, { simulate: false })!.problems > 10);
});

function judged(...answers: readonly (readonly (number | null)[])[]): Pilot {
  const pilot = createPilot({ parse: 'robust' });
  for (const [at, [label = null, ...votes]] of answers.entries()) {
    const critiques = [voted(votes, 'v'), says(votes[0] ?? -1, 'w')];
    pilot.add(
      solution({
        id: `${at}`,
        problem: `p${Math.floor(at / 2)}`,
        error_steps: label === null ? null : label === -1 ? [] : [label],
        critiques,
      }),
    );
  }
  return pilot.result(['v']);
}

test('a pilot has the answers as they are and those of the first votes, and leaves out what is not labelled', () => {
  const { outcomes, byVotes, critics } = judged(
    [3, 2, 3, 3],
    [-1, -1, -1, 4],
    [null, 1, 1, 1],
    [5, 5, 5, null],
  );
  assert.deepEqual(critics, ['v']);
  assert.equal(outcomes.erroneous.length, 3);
  assert.equal(outcomes.starts.length, 3);
  assert.deepEqual([...outcomes.a], [1, 1, 1]);
  assert.equal(outcomes.b, null);
  assert.deepEqual(
    byVotes.map(({ votes, calls, outcomes: some }) => [
      votes,
      calls,
      some.a.reduce((sum, one) => sum + one, 0),
    ]),
    [
      [1, [1], 2],
      [3, [3], 3],
    ],
  );
});

test('a pilot of three critics, or of one that is not there, names those that are', () => {
  const pilot = createPilot({ parse: 'robust' });
  pilot.add(solution({ critiques: [says(-1, 'a'), says(-1, 'b'), says(-1, 'c')] }));
  assert.throws(() => pilot.result([]), {
    code: 'LB_USAGE',
    message: /choose with --critics A,B \(found: a, b, c\)/,
  });
  assert.throws(() => pilot.result(['d']), {
    code: 'LB_USAGE',
    message: /--critics d: no labelled record was judged/,
  });
});

test('cost is null where a part of it is not known, and a critic without calls adds nothing', () => {
  const price = { in: 1, out: 2 };
  const pace = { concurrency: 10, rpm: null };
  const one = { calls: 2, prompt: 100, completion: 50, price, seconds: 2 };
  assert.deepEqual(
    studyCost(1000, [one, { calls: 0, prompt: null, completion: null, price: null, seconds: null }], pace),
    {
      calls: 2000,
      prompt_tokens: 200_000,
      completion_tokens: 100_000,
      usd: 0.4,
      seconds: 400,
    },
  );
  const unknown = studyCost(10, [{ ...one, prompt: null, seconds: null }], pace);
  assert.deepEqual(unknown, {
    calls: 20,
    prompt_tokens: null,
    completion_tokens: 1000,
    usd: null,
    seconds: null,
  });
  assert.equal(studyCost(10, [{ ...one, seconds: null }], { concurrency: 10, rpm: 60 }).seconds, 20);
});

test('sums of Poisson draws have mean and variance k, and the normal quantiles are those of tables', () => {
  const fill = createPoissonSums(mulberry32(9));
  const drawn = new Float64Array(50_000);
  for (const mean of [1, 2, 7, 400]) {
    fill(mean, drawn);
    const average = drawn.reduce((sum, value) => sum + value, 0) / drawn.length;
    const variance = drawn.reduce((sum, value) => sum + (value - average) ** 2, 0) / drawn.length;
    near(average / mean, 1, 0.03);
    near(variance / mean, 1, 0.05);
  }
  near(normalQuantile(0.975), 1.959963984540054, 1e-12);
  near(normalQuantile(0.8), 0.8416212335729143, 1e-12);
  near(normalCdf(-3), 0.0013498980316301, 1e-12);
});
