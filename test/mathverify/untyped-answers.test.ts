// What programs without types give `verify` besides texts.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { verify } from '../../src/mathverify/index.ts';

test('numbers are compared as their texts, and null is an answer that was not given', () => {
  const verdictOf = (gold: unknown, prediction: unknown): string =>
    verify({ gold: gold as string, prediction: prediction as string }).verdict;
  assert.equal(verdictOf(4, 'So \\boxed{4}.'), 'equal');
  assert.equal(verdictOf('0.5', 0.5), 'equal');
  assert.equal(verdictOf(10n, 11), 'different');
  assert.equal(verdictOf('4', null), 'unparsed');
  assert.equal(verdictOf(null, '4'), 'unparsed');
  assert.equal(verify(4 as unknown as string, '4').verdict, 'equal');
  assert.equal(verify(null as unknown as string, '4').verdict, 'unparsed');
});
