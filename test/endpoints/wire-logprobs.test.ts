// Which logprobs count as degenerate: at the limits of what servers send.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { logprobsByShape } from '../../src/endpoints/reply-logprobs.ts';
import { isDegenerate } from '../../src/endpoints/wire-logprobs.ts';

/** Of each token: its chosen log-probability, then those of its alternatives. */
type Token = readonly [chosen: number, ...alternatives: readonly number[]];

function degenerate(tokens: readonly Token[], top_logprobs: number): boolean {
  const content = tokens.map(([logprob, ...alternatives]) => ({
    token: 'a',
    logprob,
    top_logprobs: alternatives.map((one) => ({ token: 'b', logprob: one })),
  }));
  return isDegenerate(logprobsByShape({ content }, top_logprobs), { top_logprobs });
}

const good: Token = [-0.5, -0.5, -1];

test('logprobs are degenerate once more than half of the tokens say nothing, not at half', () => {
  for (const useless of [
    [0, 0],
    [-9999, -9999, -9999],
    [-0.5, -0.5],
    [-0.5, 0.9, 0.05],
    [0, 5.5, 4],
  ] satisfies Token[]) {
    assert.equal(degenerate([good, useless], 2), false, `half of them are ${useless}`);
    assert.equal(degenerate([good, useless, useless], 2), true, `two thirds of them are ${useless}`);
  }
});

test('a log-probability of -9000 or less is a placeholder', () => {
  for (const placeholder of [-9000, -9500, -9999]) assert.equal(degenerate([[placeholder, -1, -2]], 2), true);
  assert.equal(degenerate([[-8999, -1, -2]], 2), false);
});

test('one alternative is enough where one was asked for, and two are needed from two on', () => {
  const one: Token = [-0.5, -0.5];
  assert.equal(degenerate([one, one], 1), false);
  assert.equal(degenerate([one, one], 2), true);
  assert.equal(degenerate([good, good], 5), false);
});

test('a certain token has the log-probability 0 and is of use only with a second alternative', () => {
  assert.equal(degenerate([[0, 0, -20]], 2), false);
  assert.equal(
    degenerate(
      [
        [0, 0],
        [0, 0],
      ],
      1,
    ),
    true,
  );
});
