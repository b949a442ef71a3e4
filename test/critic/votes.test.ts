import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type Ballot, combineErrorSteps, combineFirstErrors } from '../../src/critic/votes.ts';
import { combineRules } from '../../src/statistics/combine-steps.ts';

function firstErrorBallots(values: readonly (number | null)[], strict = values): Ballot[] {
  return values.map((value, sample) => ({
    vote: {
      sample,
      status: value === null ? 'unparsed' : 'ok',
      first_error: value,
      first_error_strict: strict[sample]!,
    },
    strictSteps: null,
    explanations: {},
  }));
}

function allErrorsBallots(lists: readonly (readonly number[] | null)[]): Ballot[] {
  return lists.map((list, sample) => ({
    vote: { sample, status: list === null ? 'failed' : 'ok', error_steps: list === null ? null : [...list] },
    strictSteps: list,
    explanations: Object.fromEntries((list ?? []).map((step) => [step, `vote ${sample} on ${step}`])),
  }));
}

test('a tie goes to the answer that came first in sample order', () => {
  assert.equal(combineFirstErrors(firstErrorBallots([5, 2, 2, 5]), 8).first_error, 5);
  assert.equal(combineFirstErrors(firstErrorBallots([2, 5, 5, 2]), 8).first_error, 2);
  assert.equal(combineFirstErrors(firstErrorBallots([null, -1, 4]), 8).first_error, -1);
});

test('unreadable votes take no part, and agreement counts the readable ones', () => {
  const outcome = combineFirstErrors(firstErrorBallots([null, 3, null, 3, 1]), 8);
  assert.equal(outcome.first_error, 3);
  assert.deepEqual(outcome.error_steps, [3]);
  assert.equal(outcome.agreement, 2 / 3);
});

test('without a readable vote everything is null, never "no error"', () => {
  const nothing = {
    first_error: null,
    first_error_strict: null,
    error_steps: null,
    explanations: null,
    agreement: null,
    tie: false,
  };
  assert.deepEqual(combineFirstErrors(firstErrorBallots([null, null]), 8), nothing);
  for (const rule of combineRules)
    assert.deepEqual(combineErrorSteps(allErrorsBallots([null]), rule), nothing);
});

test('strict and robust readings are voted on apart', () => {
  const { first_error, first_error_strict } = combineFirstErrors(
    firstErrorBallots([1, 2, 2], [1, null, null]),
    8,
  );
  assert.deepEqual([first_error, first_error_strict], [2, 1]);
});

test('a step needs more than half of the readable votes by default rule, any for union, all for intersection', () => {
  const ballots = allErrorsBallots([[1, 4], null, [4], [2, 4], [1]]);
  assert.deepEqual(combineErrorSteps(ballots, 'majority').error_steps, [4]);
  assert.deepEqual(combineErrorSteps(ballots, 'union').error_steps, [1, 2, 4]);
  assert.deepEqual(combineErrorSteps(ballots, 'intersection').error_steps, []);
});

test('votes of all-errors critics that share no step agree on no error only as far as they say so', () => {
  const outcome = combineErrorSteps(allErrorsBallots([[0], [1], [], [2]]), 'majority');
  assert.deepEqual(outcome.error_steps, []);
  assert.equal(outcome.first_error, -1);
  assert.equal(outcome.agreement, 1 / 4);
});

test('a kept step has the text of the first vote that explains it', () => {
  const { explanations } = combineErrorSteps(allErrorsBallots([[7], [3, 7], [3]]), 'union');
  assert.deepEqual(explanations, { 3: 'vote 1 on 3', 7: 'vote 0 on 7' });
});

test('one vote is its own result under every rule', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.nat(20), { maxLength: 8 }),
      fc.constantFrom(...combineRules),
      (steps, rule) => {
        const sorted = steps.sort((a, b) => a - b);
        const outcome = combineErrorSteps(allErrorsBallots([sorted]), rule);
        assert.deepEqual(outcome.error_steps, sorted);
        assert.equal(outcome.first_error, sorted[0] ?? -1);
        assert.equal(outcome.agreement, 1);
      },
    ),
  );
});

test('intersection is within majority, and majority within union', () => {
  const lists = fc.array(fc.option(fc.uniqueArray(fc.nat(9), { maxLength: 6 })), {
    minLength: 1,
    maxLength: 9,
  });
  fc.assert(
    fc.property(lists, (votes) => {
      const [max, any, all] = combineRules.map(
        (rule) => combineErrorSteps(allErrorsBallots(votes), rule).error_steps ?? [],
      );
      assert.ok(all!.every((step) => max!.includes(step)));
      assert.ok(max!.every((step) => any!.includes(step)));
    }),
  );
});
