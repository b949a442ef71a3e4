import assert from 'node:assert/strict';
import { test } from 'node:test';
import { criticStage } from '../../src/critic/critic.ts';
import { solutionSchema } from '../../src/records/solution.ts';
import { recordingEndpoint } from '../support/recording-endpoint.ts';
import { lastCritique, runCritic, solution } from './run-critic.ts';

const allErrorsReply = `Section 3 adds wrongly.

Conclusion: yes
Error Section Number: 3
Explanation: 6 + 4 is 10.
Confidence: 0.9
Error Section Number: 1
Explanation: unclear
Confidence: 20%`;

test('a first-error critique has one vote where one was asked for', async () => {
  const endpoint = recordingEndpoint(() => 'The last one. \\boxed{2}');
  const stage = criticStage({ endpoint, protocol: 'first_error', votes: 1, seed: 0 });
  const out = await runCritic(stage, solution({ a_field_of_yours: [1] }));
  assert.deepEqual(lastCritique(out), {
    critic: 'some-model/first_error',
    protocol: 'first_error',
    status: 'ok',
    first_error: 2,
    first_error_strict: 2,
    error_steps: [2],
    explanations: null,
    votes: [
      { sample: 0, status: 'ok', first_error: 2, first_error_strict: 2, error_steps: [2], note: 'box: int' },
    ],
    agreement: 1,
    model: 'some-model',
    prompt_version: 'processbench-maths/1',
    usage: { calls: 1, prompt_tokens: 10, completion_tokens: 3 },
  });
  assert.deepEqual(out.a_field_of_yours, [1]);
  assert.deepEqual(solutionSchema.parse(out), out);
});

test('an all-errors critique counts steps from 0 and keeps reasons and confidences', async () => {
  const stage = criticStage({
    endpoint: recordingEndpoint(() => allErrorsReply),
    protocol: 'all_errors',
    votes: 1,
    seed: 0,
  });
  const critique = lastCritique(await runCritic(stage, solution()));
  assert.deepEqual(critique.error_steps, [0, 2]);
  assert.equal(critique.first_error, 0);
  assert.equal(critique.first_error_strict, 0);
  assert.deepEqual(critique.explanations, { 0: 'unclear', 2: '6 + 4 is 10.' });
  assert.deepEqual(critique.votes![0]!.confidences, { 0: 0.2, 2: 0.9 });
});

test('a reply that was cut says so in the note', async () => {
  const endpoint = recordingEndpoint(() => ({
    content: 'Conclusion: yes\nError Section Number: 1\nExpl',
    finishReason: 'length',
  }));
  const stage = criticStage({ endpoint, protocol: 'all_errors', votes: 1, seed: 0 });
  assert.equal(
    lastCritique(await runCritic(stage, solution())).votes![0]!.note,
    'fields (finish_reason length)',
  );
});

test('the name tells protocol and votes, unless one is given', () => {
  const endpoint = recordingEndpoint(() => '', { model: 'org/m' });
  const nameOf = (votes: number, name?: string): unknown =>
    criticStage({ endpoint, protocol: 'all_errors', votes, name, seed: 0 }).config.critic;
  assert.equal(nameOf(1), 'org/m/all_errors');
  assert.equal(nameOf(8), 'org/m/all_errors/v8');
  assert.equal(nameOf(8, 'mine'), 'mine');
});

test('the same critic again replaces its critique in place, another is added', async () => {
  const critic = (name: string, index: number) =>
    criticStage({
      endpoint: recordingEndpoint(() => `\\boxed{${index}}`),
      protocol: 'first_error',
      votes: 1,
      name,
      seed: index,
    });
  let record = solution();
  for (const stage of [critic('a', 0), critic('b', 1), critic('a', 2)])
    record = await runCritic(stage, record);
  assert.deepEqual(
    record.critiques!.map((critique) => [critique.critic, critique.first_error]),
    [
      ['a', 2],
      ['b', 1],
    ],
  );
});

test('of several critiques of one critic, as merged files have them, the new one takes the place of the first', async () => {
  const critique = (critic: string) => ({ critic, protocol: 'first_error', status: 'failed' }) as const;
  const endpoint = recordingEndpoint(() => '\\boxed{2}');
  const stage = criticStage({ endpoint, protocol: 'first_error', votes: 1, name: 'a', seed: 0 });
  for (const [before, after] of [
    [
      ['a', 'b', 'a'],
      ['A', 'b'],
    ],
    [
      ['b', 'a', 'c', 'a', 'a', 'b'],
      ['b', 'A', 'c', 'b'],
    ],
    [
      ['b', 'c'],
      ['b', 'c', 'A'],
    ],
    [[], ['A']],
  ] as const) {
    const { critiques } = await runCritic(stage, solution({ critiques: before.map(critique) }));
    const names = critiques!.map(({ critic, status }) => (status === 'ok' ? critic.toUpperCase() : critic));
    assert.deepEqual(names, after);
  }
});

test('the same work on the same record gives the same record', async () => {
  const stage = criticStage({
    endpoint: recordingEndpoint(() => '\\boxed{2}'),
    protocol: 'first_error',
    votes: 2,
    seed: 0,
  });
  const once = await runCritic(stage, solution());
  assert.equal(JSON.stringify(await runCritic(stage, solution())), JSON.stringify(once));
  assert.equal(JSON.stringify(await runCritic(stage, once)), JSON.stringify(once));
  assert.deepEqual(once.provenance, [
    { stage: 'critic', version: stage.version, key: stage.key(solution()) },
  ]);
});

test('a record whose injection was rejected or failed passes unchanged and uncalled', async () => {
  for (const status of ['rejected', 'failed'] as const) {
    const endpoint = recordingEndpoint(() => '\\boxed{2}');
    const record = solution({ injection: { status, verification: null, difficulty: null } });
    const stage = criticStage({ endpoint, protocol: 'first_error', votes: 3, seed: 0 });
    assert.equal(await runCritic(stage, record), record);
    assert.equal(endpoint.calls.length, 0);
  }
});

test('the key depends on what is asked and how, and on no other field of the record', () => {
  const endpoint = recordingEndpoint(() => '');
  const base = { endpoint, protocol: 'first_error' as const, votes: 2, seed: 0 };
  const key = criticStage(base).key(solution());
  assert.match(key, /^[0-9a-f]{64}$/);
  assert.equal(
    criticStage(base).key(solution({ id: 'other', answer: '10', error_steps: [2], meta: { a: 1 } })),
    key,
  );
  const others = [
    criticStage({ ...base, protocol: 'all_errors' }),
    criticStage({ ...base, votes: 3 }),
    criticStage({ ...base, seed: 1 }),
    criticStage({ ...base, temperature: 1 }),
    criticStage({ ...base, maxTokens: 100 }),
    criticStage({ ...base, endpoint: recordingEndpoint(() => '', { model: 'other' }) }),
    criticStage({ ...base, endpoint: recordingEndpoint(() => '', { name: 'other' }) }),
  ].map((stage) => stage.key(solution()));
  const changed = [{ problem: 'another' }, { steps: ['another'] }].map((fields) =>
    criticStage(base).key(solution(fields)),
  );
  assert.equal(new Set([key, ...others, ...changed]).size, 10);
});
