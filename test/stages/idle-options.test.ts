// Options about votes and calls that change nothing are named, so that nobody takes them for what decided.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { idleOptions } from '../../src/stages/critic/idle-options.ts';

const plain = { protocol: 'first_error', votes: 1, tie: 'first', combine: 'majority' };

test('defaults say nothing, and neither do options that have an effect', () => {
  assert.deepEqual(idleOptions(plain, 1, []), []);
  assert.deepEqual(idleOptions({ ...plain, votes: 8, tie: 'abstain', earlyStop: true }, 8, []), []);
  assert.deepEqual(idleOptions({ ...plain, protocol: 'all_errors', votes: 8, combine: 'union' }, 8, []), []);
  // The second model of a cascade has several votes.
  assert.deepEqual(idleOptions({ ...plain, tie: 'abstain' }, 4, []), []);
});

test('with one vote, another protocol or no model, each option that changes nothing is named', () => {
  const one = 'with one vote: give --votes 2 or more';
  assert.deepEqual(idleOptions({ ...plain, tie: 'abstain', earlyStop: true }, 1, []), [
    `--tie changes nothing ${one}`,
    `--early-stop-votes changes nothing ${one}`,
  ]);
  assert.deepEqual(idleOptions({ ...plain, votes: 3, combine: 'union' }, 3, []), [
    '--combine changes nothing with --protocol first_error: --tie decides there',
  ]);
  const all = { ...plain, protocol: 'all_errors', combine: 'union', tie: 'abstain' };
  assert.deepEqual(idleOptions(all, 1, []), [
    '--tie changes nothing with --protocol all_errors: --combine decides there',
    `--combine changes nothing ${one}`,
  ]);
  assert.deepEqual(idleOptions({ ...plain, votes: 8 }, 0, []), [
    '--votes changes nothing without a model: arithmetic gives one verdict',
  ]);
  assert.deepEqual(idleOptions(plain, 0, ['critic', 'name', 'maxTokens', 'temperature']), [
    '--max-tokens changes nothing without a model: arithmetic makes no call',
    '--temperature changes nothing without a model: arithmetic makes no call',
  ]);
});
