import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createBaselines } from '../../src/metrics/baselines.ts';
import { createScore } from '../../src/metrics/score.ts';
import { lateStart } from '../../src/records/steps.ts';
import { mulberry32, randomInt } from '../../src/statistics/random.ts';
import { solution } from './records.ts';

function predictions(n: number, constants: number[] = []) {
  const record = solution({ n });
  return Object.fromEntries(
    createBaselines(1, constants).map((baseline) => {
      const { first_error, error_steps } = baseline.predict(record);
      return [baseline.name, [first_error, error_steps]];
    }),
  );
}

test('each baseline gives a first error and its flags; the region of ten steps is 6 to 9, counted from 0', () => {
  const { random, ...fixed } = predictions(10, [0, 3, 12]);
  assert.deepEqual(fixed, {
    flag_all: [0, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]],
    last_third: [6, [6, 7, 8, 9]],
    first_of_region: [6, [6]],
    middle_of_region: [7, [7]],
    last_of_region: [9, [9]],
    always_minus_one: [-1, []],
    constant_0: [0, [0]],
    constant_3: [3, [3]],
    constant_12: [-1, []],
  });
  assert.ok(random);
});

test('every prediction is a step of the solution, also with one or two steps', () => {
  for (let n = 1; n <= 30; n += 1) {
    for (const [name, [first, flags]] of Object.entries(predictions(n))) {
      assert.ok((first as number) >= -1 && (first as number) < n, `${name} of ${n}`);
      assert.ok(
        (flags as number[]).every((step) => step >= 0 && step < n),
        `${name} of ${n}`,
      );
      if (name.includes('region') || name === 'last_third') {
        assert.ok(
          (flags as number[]).every((step) => step >= (lateStart(n) ?? 0)),
          `${name} of ${n}`,
        );
      }
    }
  }
});

test('the random baseline depends on the seed and the id, not on the order, and reaches every answer', () => {
  const draw = (seed: number, id: string) =>
    createBaselines(seed, [])
      .find(({ name }) => name === 'random')!
      .predict(solution({ id, n: 4 })).first_error;
  const ids = Array.from({ length: 400 }, (_, i) => `set/${i}`);
  const answers = ids.map((id) => draw(7, id));
  assert.deepEqual(
    [...ids]
      .reverse()
      .map((id) => draw(7, id))
      .reverse(),
    answers,
  );
  assert.notDeepEqual(
    ids.map((id) => draw(8, id)),
    answers,
  );
  for (const answer of [-1, 0, 1, 2, 3]) {
    const share = answers.filter((value) => value === answer).length / answers.length;
    assert.ok(share > 0.12 && share < 0.28, `${answer} was drawn with share ${share}`);
  }
});

test('flagging the last third of late-error solutions gets precision 0.19, recall 1 and F1 0.32 without reading', () => {
  const rng = mulberry32(42);
  const score = createScore();
  for (let i = 0; i < 4000; i += 1) {
    const n = randomInt(rng, 20, 35);
    score.add(solution({ id: `late/${i}`, n, error_steps: [randomInt(rng, lateStart(n) ?? 0, n - 1)] }));
  }
  const { micro } = score.result().baselines.find(({ critic }) => critic === 'last_third')!.deltabench;
  assert.equal(micro.recall, 1);
  assert.ok(Math.abs(micro.precision! - 0.191) < 0.006, `${micro.precision}`);
  assert.ok(Math.abs(micro.f1! - 0.32) < 0.008, `${micro.f1}`);
});
