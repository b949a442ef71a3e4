// When a reply's logprobs cannot carry a confidence.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { uselessLogprobs } from '../../../src/deepconf/pool/usable-logprobs.ts';
import type { ReplyLogprobs } from '../../../src/endpoints/reply-logprobs.ts';
import { PackedTexts } from '../../../src/storage/columnar/packed-texts.ts';

const k = 20;

/** A token with so many placeholders and so many missing among its alternatives. */
function token({ placeholders = 0, missing = 0, sentinel = -9999 }): Float32Array {
  return Float32Array.from({ length: k }, (_, at) => {
    if (at >= k - missing) return Number.NaN;
    return at >= k - missing - placeholders ? sentinel : -1 - at;
  });
}

function useless(chosen: number, ...tokens: readonly Float32Array[]): string | null {
  const logprobs: ReplyLogprobs = {
    k,
    chosen: new Float32Array(tokens.length).fill(chosen),
    top: Float32Array.from(tokens.flatMap((one) => [...one])),
    tokens: PackedTexts.of(tokens.map(() => 'a')),
    topTokens: PackedTexts.of(tokens.flatMap((one) => [...one].map(() => 'a'))),
  };
  return uselessLogprobs(logprobs, k);
}

const good = token({});

test('placeholders are normal until they are more than half of the alternatives', () => {
  for (const placeholders of [1, 9, 10]) assert.equal(useless(-0.5, token({ placeholders })), null);
  for (const missing of [1, 10]) assert.equal(useless(-0.5, token({ missing })), null);
  assert.equal(
    useless(-0.5, token({ placeholders: 11 })),
    'in 1 of 1 tokens more than half of the 20 alternatives are unusable ' +
      '(a token has 11.0 placeholders such as -9999 and lacks 0.0 on average)',
  );
  assert.match(useless(0, token({ placeholders: 1, missing: 10 })) ?? '', /1\.0 placeholders .* lacks 10\.0/);
  assert.notEqual(useless(0, token({ missing: 20 })), null);
});

test('a log-probability of -1000 counts as a placeholder and one just above it does not', () => {
  assert.equal(useless(-0.5, token({ placeholders: 11, sentinel: -999.5 })), null);
  assert.notEqual(useless(-0.5, token({ placeholders: 11, sentinel: -1000 })), null);
});

test('logprobs are of use while no more than half of the tokens lack alternatives, whatever they lack', () => {
  for (const bad of [
    token({ placeholders: 19 }),
    token({ placeholders: 20, sentinel: Number.NEGATIVE_INFINITY }),
    token({ missing: 11 }),
    token({ placeholders: 6, missing: 5 }),
  ]) {
    assert.equal(useless(-0.5, good, bad), null);
    assert.match(useless(-0.5, good, bad, bad) ?? '', /^in 2 of 3 tokens/);
    assert.equal(useless(-0.5, good, good, bad, bad), null);
  }
});

test('a certain token with its alternatives is of use: 0 is its log-probability; one that masks them is not', () => {
  const certain = Float32Array.from({ length: k }, (_, at) => (at === 0 ? 0 : -20));
  assert.equal(useless(0, certain), null);
  const masked = Float32Array.from({ length: k }, (_, at) => (at === 0 ? 0 : -9999));
  assert.match(useless(0, masked) ?? '', /^in 1 of 1 tokens .* 19\.0 placeholders/);
});

test('the alternatives decide: what the chosen token has says nothing of them', () => {
  for (const chosen of [0, -9999, Number.NaN]) assert.equal(useless(chosen, good), null);
});

test('numbers that cannot be log-probabilities are of no use: probabilities, scores, zeros, one number for all', () => {
  const all = (value: (at: number) => number): Float32Array =>
    Float32Array.from({ length: k }, (_, at) => value(at));
  for (const wrong of [all((at) => 0.5 ** at), all((at) => 30 - at), all(() => 0), all(() => -1)]) {
    assert.equal(useless(-0.5, good, wrong), null);
    assert.match(
      useless(-0.5, good, wrong, wrong) ?? '',
      /alternatives of most tokens add up to more than 1/,
    );
  }
});

test('rounding above 0 and the chosen token listed twice leave logprobs of use', () => {
  const certain = Float32Array.from({ length: k }, (_, at) => (at < 2 ? 0.003 : -12));
  assert.equal(useless(0, certain), null);
});

test('a reply without logprobs is of no use', () => {
  assert.equal(uselessLogprobs(null, k), 'the reply has no logprobs');
});
