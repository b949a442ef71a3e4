import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { criticStage } from '../../src/critic/critic.ts';
import type { Protocol } from '../../src/records/protocols.ts';
import { combineRules } from '../../src/statistics/combine-steps.ts';
import { majority, tieRules } from '../../src/statistics/majority.ts';
import { recordingEndpoint } from '../support/recording-endpoint.ts';
import { lastCritique, runCritic, solution } from './run-critic.ts';

const stepCount = 4;
const record = solution({ steps: ['a', 'b', 'c', 'd'] });

type Options = Partial<Parameters<typeof criticStage>[0]> & { readonly protocol: Protocol };

async function judge(replies: readonly string[], options: Options) {
  const waves: number[] = [];
  const endpoint = recordingEndpoint(async ({ sample }) => {
    waves.push(sample!);
    return replies[sample!]!;
  });
  const stage = criticStage({ endpoint, votes: replies.length, seed: 0, ...options });
  return { critique: lastCritique(await runCritic(stage, record)), asked: waves };
}

const boxes = (answers: readonly (number | null)[]): string[] =>
  answers.map((answer) => (answer === null ? 'hm' : `\\boxed{${answer}}`));
const lists = (votes: readonly (readonly number[] | null)[]): string[] =>
  votes.map((steps) => {
    if (steps === null) return 'hm';
    if (steps.length === 0) return 'Conclusion: no error';
    return ['Conclusion: yes', ...steps.map((step) => `Error Section Number: ${step + 1}`)].join('\n');
  });

const answer = fc.oneof(
  { weight: 5, arbitrary: fc.integer({ min: -1, max: stepCount - 1 }) },
  { weight: 1, arbitrary: fc.constant(null) },
);

test('an early stop never changes a first error, its tie or its abstention, and asks in sample order', async () => {
  const votes = fc.array(answer, { minLength: 1, maxLength: 9 });
  await fc.assert(
    fc.asyncProperty(votes, fc.constantFrom(...tieRules), async (answers, tie) => {
      const whole = await judge(boxes(answers), { protocol: 'first_error', tie });
      const early = await judge(boxes(answers), { protocol: 'first_error', tie, earlyStop: true });
      assert.equal(early.critique.first_error, whole.critique.first_error);
      assert.equal(early.critique.votes_planned, answers.length);
      assert.deepEqual(early.asked, [...early.asked.keys()]);
      assert.deepEqual(early.critique.votes, whole.critique.votes!.slice(0, early.asked.length));
    }),
    { numRuns: 150 },
  );
});

/** Whether any continuation of the votes gives another majority: tried out, one by one. */
function canChange(
  answers: readonly (number | null)[],
  left: number,
  tie: (typeof tieRules)[number],
): boolean {
  const now = majority(answers, stepCount, tie).value;
  const search = (more: readonly (number | null)[]): boolean =>
    more.length === left
      ? majority([...answers, ...more], stepCount, tie).value !== now
      : [null, -1, 0, 1, 2, 3].some((next) => search([...more, next]));
  return majority(answers, stepCount, tie).valid === 0 ? left > 0 : search([]);
}

test('it stops exactly at the first vote after which nothing can change any more', async () => {
  const votes = fc.array(answer, { minLength: 1, maxLength: 6 });
  await fc.assert(
    fc.asyncProperty(votes, fc.constantFrom(...tieRules), async (answers, tie) => {
      const { asked } = await judge(boxes(answers), { protocol: 'first_error', tie, earlyStop: true });
      let expected = 0;
      while (
        expected < answers.length &&
        (expected === 0 || canChange(answers.slice(0, expected), answers.length - expected, tie))
      ) {
        expected += 1;
      }
      assert.equal(asked.length, expected);
    }),
    { numRuns: 60 },
  );
});

test('an early stop never changes the list of an all-errors critic, whatever the rule', async () => {
  const list = fc.option(fc.uniqueArray(fc.nat(stepCount - 1), { maxLength: 3 }), { freq: 6 });
  await fc.assert(
    fc.asyncProperty(
      fc.array(list, { minLength: 1, maxLength: 9 }),
      fc.constantFrom(...combineRules),
      async (votes, combine) => {
        const replies = lists(votes.map((steps) => steps?.toSorted((a, b) => a - b) ?? null));
        const whole = await judge(replies, { protocol: 'all_errors', combine });
        const early = await judge(replies, { protocol: 'all_errors', combine, earlyStop: true });
        assert.deepEqual(early.critique.error_steps, whole.critique.error_steps);
        assert.deepEqual(early.asked, [...early.asked.keys()]);
      },
    ),
    { numRuns: 150 },
  );
});

test('eight votes that agree cost four where a tie goes to the first, and five where it does not', async () => {
  const same = boxes(Array(8).fill(2));
  assert.equal((await judge(same, { protocol: 'first_error', earlyStop: true })).asked.length, 4);
  const abstain = await judge(same, { protocol: 'first_error', tie: 'abstain', earlyStop: true });
  assert.equal(abstain.asked.length, 5);
  assert.equal(abstain.critique.agreement, 1);
});

test('eight empty lists that agree cost four, and eight that flag one step five', async () => {
  const clean = await judge(lists(Array(8).fill([])), { protocol: 'all_errors', earlyStop: true });
  assert.equal(clean.asked.length, 4);
  const flagged = await judge(lists(Array(8).fill([1])), { protocol: 'all_errors', earlyStop: true });
  assert.equal(flagged.asked.length, 5);
});

test('without an early stop all votes are asked for, and nothing is said of a plan', async () => {
  const { asked, critique } = await judge(boxes(Array(8).fill(2)), { protocol: 'first_error' });
  assert.equal(asked.length, 8);
  assert.ok(!('votes_planned' in critique));
});
