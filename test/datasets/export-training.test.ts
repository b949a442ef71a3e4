// Rows for the training of reward models and of preferences.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import type { Solution } from '../../src/records/solution.ts';
import type { Row } from './adapting.ts';
import { bare, full, injection, reasonFor } from './export-samples.ts';
import { exported } from './exporting.ts';

test('trl-stepwise, openrlhf-prm and verl', () => {
  assert.deepEqual(exported('trl-stepwise', full), {
    id: 'custom/x/1',
    prompt: 'p',
    completions: ['a', 'b'],
    labels: [true, false],
  });
  assert.deepEqual(exported('openrlhf-prm', full), {
    id: 'custom/x/1',
    input: 'p Step 1: a ки\nStep 2: b ки',
    value: ['+', '-'],
  });
  assert.deepEqual(exported('trl-stepwise', bare), {
    id: 'b/1',
    prompt: 'p',
    completions: ['a', 'b', 'c'],
    labels: [true, true, true],
  });
  assert.deepEqual(exported('openrlhf-prm', bare).value, ['+', '+', '+']);
  for (const change of [{ problem: 'xки' }, { steps: ['a', 'киx', 'c'] }, { steps: ['ки', 'b', 'c'] }])
    assert.equal(reasonFor('openrlhf-prm', { ...full, ...change }), 'ки in the text');
  assert.equal(
    reasonFor('openrlhf-prm', { ...full, steps: ['a', 'b', 'ки'] }),
    null,
    'a step that is left out',
  );
  const verl = (record: Solution) => exported('verl', record);
  // The first 48 bits of the sha256 of its id.
  const extra_info = { index: 0, split: 'train', id: 'custom/x/1' };
  const index = Number(BigInt(`0x${createHash('sha256').update('custom/x/1').digest('hex')}`) >> 208n);
  assert.deepEqual(verl(full), {
    data_source: 'latebench/first_error',
    prompt: [{ role: 'user', content: 'Judge: p | a / b / c' }],
    ability: 'math',
    reward_model: { style: 'rule', ground_truth: '1' },
    extra_info: { ...extra_info, index },
  });
  assert.equal((verl(bare).reward_model as Row).ground_truth, '-1');
  for (const [publication, split] of [
    [{ split: 'test' }, 'test'],
    [{ split: 5 }, 'train'],
    ['test', 'train'],
    [null, 'train'],
  ])
    assert.equal((verl({ ...full, publication } as Solution).extra_info as Row).split, split);
});

test('preference', () => {
  const record = { ...full, error_steps: [1, 2], injection };
  const pair = {
    id: 'custom/x/1',
    prompt: 'p\n\na',
    chosen: 'o',
    rejected: 'b',
    step: 1,
    error_type: 'sign',
    explanation: 'b is false',
  };
  assert.deepEqual(exported('preference', record), pair);
  const least = { ...injection, error_type: undefined, explanation: null };
  assert.deepEqual(exported('preference', { ...record, injection: least }), {
    ...pair,
    error_type: null,
    explanation: null,
  });
  const first = { ...injection, error_step: 0, original_steps: ['o', 'u'] };
  assert.deepEqual(exported('preference', { ...record, error_steps: [0], injection: first }), {
    ...pair,
    prompt: 'p',
    chosen: 'o',
    rejected: 'a',
    step: 0,
  });
  for (const change of [
    { injection: null },
    { error_steps: [] },
    { error_steps: [2] },
    { injection: { ...injection, status: 'clean' as const } },
    { injection: { ...injection, original_steps: null } },
    { injection: { ...injection, error_step: null } },
  ])
    assert.equal(
      reasonFor('preference', { ...record, ...change } as Solution),
      'no injected error',
      JSON.stringify(change),
    );
  assert.equal(
    reasonFor('preference', { ...record, injection: { ...injection, original_steps: ['a'] } }),
    'no original step',
  );
  assert.equal(
    reasonFor('preference', {
      ...record,
      injection: { ...injection, error_step: 3, original_steps: ['a', 'b', 'c', 'd'] },
      error_steps: [3],
    }),
    'no original step',
  );
});
