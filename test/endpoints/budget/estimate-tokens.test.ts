import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  estimatePromptTokens,
  estimateTokens,
  maxPromptTokens,
} from '../../../src/endpoints/budget/estimate-tokens.ts';
import { anyText } from '../../support/any-text.ts';

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

test('letters and spaces are three to a token, all else is its bytes', () => {
  const rest = fc.string({
    unit: fc.oneof(
      fc.constantFrom(...'@[`{\x1f!\x7f\x80\u07ff\u0800\uffff😀\0'),
      anyText({ minLength: 1, maxLength: 1 }),
    ),
  });
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'azAZ mM') }), rest, (letters, others) => {
      const bytes = Buffer.byteLength(others.replaceAll(/[a-z ]/gi, ''));
      const all = letters.length + others.length - others.replaceAll(/[a-z ]/gi, '').length;
      assert.equal(estimateTokens(others + letters), bytes + Math.ceil(all / 3));
    }),
  );
});

const message = fc.record({ role: fc.constant('user' as const), content: fc.string({ unit: 'grapheme' }) });

test('no prompt is billed above its bound: its bytes, and a template with a default system prompt', () => {
  fc.assert(
    fc.property(fc.array(message), (messages) => {
      const bytes = messages.reduce((sum, { content }) => sum + Buffer.byteLength(content), 0);
      const most = maxPromptTokens(messages);
      // The default system prompt of Qwen2.5 takes 20 tokens, the marks of ChatML 4 or 5 a message.
      assert.ok(most >= bytes + 20 + 5 * (messages.length + 2), `${most}`);
      assert.ok(
        most <= bytes + 100 + 10 * messages.length,
        `${most}: a budget would be reserved for nothing`,
      );
      assert.ok(estimatePromptTokens(messages) <= most);
      const longer = [...messages, { role: 'user' as const, content: 'abc' }];
      assert.ok(estimatePromptTokens(longer) >= estimatePromptTokens(messages) + 1 + 5);
    }),
  );
});

test('messages cost a little beyond their texts', () => {
  assert.ok(estimatePromptTokens([{ role: 'user', content: 'a' }]) > estimateTokens('a') + 4);
  const [role, content] = ['user', 'abc'] as const;
  const of = (count: number): number => estimatePromptTokens(Array(count).fill({ role, content }));
  assert.ok(of(0) > 0, 'a template without a message');
  assert.equal(of(3) - of(2), of(2) - of(1));
  assert.ok(of(2) - of(1) > estimateTokens(content));
});
