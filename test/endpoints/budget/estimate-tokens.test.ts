import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { estimatePromptTokens, estimateTokens } from '../../../src/endpoints/budget/estimate-tokens.ts';

test('the estimate is rather too high: prose, formulas, digits, other scripts', () => {
  // With the tokens that o200k_base makes of each.
  const known: readonly [string, number][] = [
    ['The quick brown fox jumps over the lazy dog.', 10],
    ['\\frac{a^2+b^2}{2ab} \\le 1', 17],
    ['3.14159265358979', 7],
    ['证明：对任意的实数', 8],
  ];
  for (const [text, tokens] of known) assert.ok(estimateTokens(text) >= tokens, text);
});

test('no text is estimated above its bytes, and none with characters at 0', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      const tokens = estimateTokens(text);
      assert.ok(tokens <= Buffer.byteLength(text));
      assert.equal(tokens === 0, text === '');
    }),
  );
});

test('messages cost a little beyond their texts', () => {
  assert.ok(estimatePromptTokens([{ role: 'user', content: 'a' }]) > estimateTokens('a') + 4);
});
