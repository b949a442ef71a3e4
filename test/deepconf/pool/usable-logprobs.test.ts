// When a reply's logprobs cannot carry a confidence.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { uselessLogprobs } from '../../../src/deepconf/pool/usable-logprobs.ts';
import type { ReplyLogprobs } from '../../../src/endpoints/reply-logprobs.ts';
import { PackedTexts } from '../../../src/storage/columnar/packed-texts.ts';

const k = 2;

/** Of each token: its chosen log-probability and those of two alternatives. */
type Token = readonly [chosen: number, first: number, second: number];

function logprobs(tokens: readonly Token[]): ReplyLogprobs {
  return {
    k,
    chosen: Float32Array.from(tokens, ([chosen]) => chosen),
    top: Float32Array.from(tokens.flatMap(([, ...top]) => top)),
    tokens: PackedTexts.of(tokens.map(() => 'a')),
    topTokens: PackedTexts.of(tokens.flatMap(() => ['a', 'b'])),
  };
}

const good: Token = [-0.5, -0.5, -1];
const useless = (...tokens: readonly Token[]): string | null => uselessLogprobs(logprobs(tokens), k);

test('a log-probability of -1000 counts as a placeholder and one just above it does not', () => {
  const above = -999.5;
  assert.equal(useless([above, above, above]), null);
  assert.match(useless([-1000, -1, -2]) ?? '', /^1 of 1 tokens have 0 or a placeholder/);
  assert.match(useless([-0.5, -1000, -1000]) ?? '', /^1 of 1 tokens come without alternatives$/);
  assert.match(useless([-0.5, -0.5, -1000]) ?? '', /^1 of 1 tokens have fewer than the 2 alternatives/);
});

test('logprobs are of use while no more than half of the tokens lack something', () => {
  for (const bad of [
    [-9999, -9999, -9999],
    [0, 0, Number.NaN],
    [-0.5, Number.NaN, Number.NaN],
    [-0.5, -0.5, Number.NaN],
  ] as const) {
    assert.equal(useless(good, bad), null, `half of them are ${bad}`);
    assert.notEqual(useless(good, bad, bad), null, `two thirds of them are ${bad}`);
  }
});

test('a certain token with its alternatives is of use: 0 is its log-probability', () => {
  assert.equal(useless([0, 0, -20]), null);
  assert.match(useless([0, 0, Number.NaN]) ?? '', /0 or a placeholder/);
});

test('a reply without logprobs is of no use', () => {
  assert.equal(uselessLogprobs(null, k), 'the reply has no logprobs');
});
