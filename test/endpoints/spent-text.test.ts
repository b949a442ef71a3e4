// What calls came to is told in words that fit their number.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { spentText } from '../../src/endpoints/spent-text.ts';

const none = {
  calls: 0,
  hits: 0,
  failed: 0,
  retries: 0,
  promptTokens: 0,
  completionTokens: 0,
  reasoningTokens: 0,
  unreported: 0,
  usd: 0,
  unpriced: 0,
};

test('one call is a call, none and several are calls, and what is nothing is left out', () => {
  assert.equal(spentText(none), '0 API calls; 0 prompt + 0 completion tokens');
  const one = { ...none, calls: 1, promptTokens: 1117, completionTokens: 28 };
  assert.equal(spentText(one), '1 API call; 1,117 prompt + 28 completion tokens');
  const silent = { ...none, calls: 2, unreported: 2 };
  assert.equal(spentText(silent), '2 API calls; tokens not reported');
  assert.equal(
    spentText({ ...one, calls: 2, unreported: 1 }),
    '2 API calls; 1,117 prompt + 28 completion tokens, not all reported in 1 call',
  );
  const many = { ...one, calls: 1234, hits: 10, failed: 2, retries: 3, reasoningTokens: 5 };
  assert.equal(
    spentText(many),
    '1,234 API calls (3 retried), 10 stored replies, 2 failed; 1,117 prompt + 28 completion tokens (5 of reasoning)',
  );
});

test('the cost is told where a price is known, and what is not known of it', () => {
  const one = { ...none, calls: 3, promptTokens: 1000, completionTokens: 20, usd: 0.000162 };
  const told = '3 API calls; 1,000 prompt + 20 completion tokens';
  assert.equal(spentText(one), `${told}; $0.0002`);
  assert.equal(spentText({ ...one, usd: 12.345 }), `${told}; $12.35`);
  assert.equal(spentText({ ...one, unpriced: 1 }), `${told}; $0.0002, and 1 attempt without a known price`);
  // A price that is not known is not 0, and a simulation costs nothing.
  assert.equal(spentText({ ...one, usd: 0, unpriced: 3 }), told);
  assert.equal(spentText({ ...one, usd: 0 }), told);
  assert.equal(spentText({ ...one, usd: 1e-6 }), `${told}; less than $0.0001`);
});
