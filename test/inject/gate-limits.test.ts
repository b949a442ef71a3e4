// The limits of the gate: how many more or fewer steps and characters pass, and which false equations are no second error.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Gate, GateInput } from '../../src/inject/gate/check.ts';
import { gateOf } from '../../src/inject/gate/gate.ts';

/** Checks a proposal that replaces the original's steps from step `at` on by these. */
function gate(original: readonly string[], steps: readonly string[], at = 0): Gate {
  const input: GateInput = {
    problem: 'How many are there?',
    original,
    originalAnswer: '20',
    region: { from: 0, to: original.length - 1 },
    asked: null,
    proposal: { target: at, errorSteps: [at], at, first: at, steps, finalAnswer: '19', explanation: 'x' },
  };
  return gateOf(input, new Set());
}

const stepsOf = (count: number): string[] => Array.from({ length: count }, (_, at) => `Line ${at} follows.`);
const ofLengths = (...lengths: number[]): string[] => lengths.map((length) => 'x'.repeat(length));

test('the rewritten part may gain or lose a quarter of its steps, and one step in any case', () => {
  for (let before = 1; before <= 17; before += 1) {
    const slack = before < 8 ? 1 : before < 12 ? 2 : before < 16 ? 3 : 4;
    const accepted = Array.from({ length: before + 6 }, (_, at) => at + 1).filter(
      // The two unchanged steps before the error do not count.
      (after) => gate([...stepsOf(2), ...stepsOf(before)], stepsOf(after), 2).step_count?.ok,
    );
    const least = Math.max(1, before - slack);
    const expected = Array.from({ length: before + slack - least + 1 }, (_, at) => least + at);
    assert.deepEqual(accepted, expected, `${before} steps replaced`);
  }
});

for (const [what, original, passes, fails] of [
  [
    'the rewritten part may grow to 1.75 times its length plus 60 characters',
    [350, 350],
    [350, 935],
    [350, 936],
  ],
  [
    'the rewritten part may shrink to 1/1.75 of its length less 60 characters',
    [350, 350],
    [170, 170],
    [170, 169],
  ],
  [
    'the target step may grow to 2.5 times its length plus 60 characters',
    [200, 2000],
    [560, 2000],
    [561, 2000],
  ],
  [
    'the target step may shrink to 1/2.5 of its length less 60 characters',
    [200, 2000],
    [20, 2000],
    [19, 2000],
  ],
  ['a short part may gain 60 characters whatever its length', [4, 4], [4, 70], [4, 71]],
] as const) {
  test(`${what}, and no more`, () => {
    const before = ofLengths(...original);
    assert.deepEqual(gate(before, ofLengths(...passes)).length, { ok: true, detail: null });
    const rejected = gate(before, ofLengths(...fails)).length;
    assert.equal(rejected?.ok, false);
    assert.match(rejected.detail ?? '', /has \d+ characters for \d+$/);
  });
}

const counted = [
  'There are $60 / 12 = 5$ multiples of $12$.',
  'So the count is $15 + 10 - 5 = 20$.',
  'It is $20$.',
];
const changed = 'There are $60 / 12 + 1 = 6$ multiples of $12$.';

for (const [what, later] of [
  ['a right side that is rounded', 'So each has $10 / 3 = 3.33$, and the count is $19$.'],
  ['a left side that is rounded', 'So all have $3.33 \\cdot 3 = 10$, and the count is $19$.'],
  ['the letter X as a multiplication sign', 'So 6 X 8 = 48, and the count is $19$.'],
  ['the letter x in front of brackets', 'So 6x (4 + 4) = 48, and the count is $19$.'],
] as const) {
  test(`${what} makes no second error`, () => {
    assert.deepEqual(gate(counted, [changed, later, 'It is $19$.']).consistent, { ok: true, detail: null });
  });
}

test('a false equation without a rounded number is a second error, also beside a rounded one', () => {
  for (const later of ['So $10 / 3 = 3$.', 'So $10 / 3 = 3.33$ and $10 / 2 = 4$.', 'So $3 + 4 = 8$.']) {
    const { consistent } = gate(counted, [changed, later, 'It is $19$.']);
    assert.equal(consistent?.ok, false, later);
    assert.match(consistent.detail ?? '', /^step 2 has a second error: .* does not hold$/);
  }
});

test('the false equation of the target step may be repeated, and so may one of the original', () => {
  const wrong = 'There are $60 / 12 = 6$ multiples of $12$.';
  const repeated = 'As $60/12 = 6$, the count is $15 + 10 - 6 = 19$.';
  assert.deepEqual(gate(counted, [wrong, repeated, 'It is $19$.']).consistent, { ok: true, detail: null });
  const slip = 'By the way $2 + 2 = 5$, and the count is $19$.';
  assert.equal(gate(counted, [changed, slip, 'It is $19$.']).consistent?.ok, false);
  const withSlip = [counted[0]!, 'By the way $2+2 = 5$, and the count is $20$.', counted[2]!];
  assert.deepEqual(gate(withSlip, [changed, slip, 'It is $19$.']).consistent, { ok: true, detail: null });
});
