import assert from 'node:assert/strict';
import { test } from 'node:test';
import { injectStage } from '../../src/inject/inject.ts';
import { readManualRequests } from '../../src/inject/manual.ts';
import { type Solution, solutionSchema } from '../../src/records/solution.ts';
import { recordingEndpoint } from '../support/recording-endpoint.ts';

const comment = (record_id: string, text: string | null, more = {}) => ({
  record_id,
  kind: 'comment',
  annotator: 'anna',
  comment: text,
  ...more,
});

test('the last comment on a record counts, by time or else by place, and contested records are named', () => {
  const { byRecord, contested, passed, bad } = readManualRequests([
    comment('a', 'first', { annotator: 'anna' }),
    comment('a', 'second', { annotator: 'ben', target_step: 4 }),
    comment('b', 'late', { at: '2026-11-21T10:00:00Z' }),
    comment('b', 'early', { at: '2026-11-20T10:00:00Z' }),
    comment('c', 'taken back'),
    comment('c', ' '),
    { record_id: 'd', kind: 'decision', decision: 'yes' },
    comment('e', null, { target_step: 3 }),
    comment('f', 'x', { target_step: -1 }),
  ]);
  assert.deepEqual(Object.fromEntries(byRecord), {
    a: { comment: 'second', step: 4 },
    b: { comment: 'late', step: null },
    e: { comment: null, step: 3 },
  });
  assert.deepEqual([contested, passed], [['a'], 1]);
  assert.match(bad[0] ?? '', /^row 9: target_step/);
});

const steps = Array.from({ length: 9 }, (_, index) => `Step text number ${index + 1}.`);
const record: Solution = { id: 'a', problem: 'What?', steps, answer: '42', error_steps: [] };

async function promptFor(own: Solution, options: object): Promise<{ prompt: string; out: Solution }> {
  const endpoint = recordingEndpoint(() => 'no');
  const stage = injectStage({ endpoint, cleanFraction: 0, seed: 1, maxAttempts: 1, ...options });
  const outputs: Solution[] = [];
  for await (const output of stage.run(solutionSchema.parse(own), { signal: new AbortController().signal }))
    outputs.push(output as Solution);
  return { prompt: endpoint.calls[0]?.request.messages[0]?.content ?? '', out: outputs[0]! };
}

test('an annotation goes before the record, the record before the command line', async () => {
  const requests = new Map([['a', { comment: 'from the annotation', step: 3 }]]);
  const own = { ...record, injection: { comment: 'from the record' } } as Solution;
  const all = await promptFor(own, { requests, comment: 'for all' });
  assert.match(all.prompt, /follow the request[^\n]*\nfrom the annotation/);
  assert.match(all.prompt, /Allowed steps: 4\n/);
  assert.deepEqual(
    [all.out.injection?.mode, all.out.injection?.comment, all.out.injection?.target_step],
    ['manual', 'from the annotation', 3],
  );
  assert.match((await promptFor(own, { comment: 'for all' })).prompt, /\nfrom the record/);
  const general = await promptFor(record, { comment: 'for all' });
  assert.match(general.prompt, /\nfor all/);
  assert.equal(general.out.injection?.mode, 'manual');
  assert.doesNotMatch((await promptFor(record, {})).prompt, /A reviewer asks/);
});

test('a record that somebody asks an error for is never a clean control', async () => {
  const requests = new Map([['a', { comment: 'x', step: null }]]);
  const requested = await promptFor(record, { requests, cleanFraction: 1 });
  assert.equal(requested.out.injection?.status, 'rejected');
  assert.equal((await promptFor(record, { cleanFraction: 1 })).out.injection?.status, 'clean');
});

test('a step beyond the solution is rejected without a call', async () => {
  const requests = new Map([['a', { comment: null, step: 20 }]]);
  const { out, prompt } = await promptFor(record, { requests });
  assert.deepEqual([out.injection?.status, out.injection?.gate?.region?.ok, prompt], ['rejected', false, '']);
});
