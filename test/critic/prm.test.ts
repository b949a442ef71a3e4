import assert from 'node:assert/strict';
import { test } from 'node:test';
import { prmStage } from '../../src/critic/prm-critic.ts';
import { endpointScorer, fileScorer } from '../../src/critic/step-scores.ts';
import { parseCondition } from '../../src/datasets/where.ts';
import { createChatEndpoint } from '../../src/endpoints/client.ts';
import { poolingDialect } from '../../src/endpoints/dialects/pooling.ts';
import { createUsageCounters } from '../../src/endpoints/usage-counters.ts';
import { LateBenchError } from '../../src/errors.ts';
import { solutionSchema } from '../../src/records/solution.ts';
import { startSimulator } from '../../src/simulator/server.ts';
import { chooseThreshold } from '../../src/stages/prm/choose-threshold.ts';
import { recordingEndpoint } from '../support/recording-endpoint.ts';
import { lastCritique, runCritic, solution } from './run-critic.ts';

const pairs = (rights: readonly number[]): string =>
  JSON.stringify(rights.map((right) => [1 - right, right]));

async function judged(reply: string | Error, options: { threshold?: number; index?: number } = {}) {
  const endpoint = recordingEndpoint(() => reply as string);
  const scorer = endpointScorer({ endpoint, index: options.index });
  const stage = prmStage({ scorer, threshold: options.threshold ?? 0.5, chosenOn: null });
  const record = await runCritic(stage, solution());
  return { critique: lastCritique(record), record, calls: endpoint.calls };
}

test('the first step below the threshold is the first error, and scores and threshold are kept', async () => {
  const { critique, record, calls } = await judged(pairs([0.9, 0.3, 0.1]));
  assert.deepEqual(
    [critique.critic, critique.status, critique.first_error, critique.error_steps, critique.threshold],
    ['some-model/prm', 'ok', 1, [1], 0.5],
  );
  for (const [at, score] of [0.9, 0.3, 0.1].entries())
    assert.ok(Math.abs(critique.step_scores![at]! - score) < 1e-12);
  assert.deepEqual(solutionSchema.parse(record), record);
  assert.deepEqual(calls[0]!.request.messages, [
    { role: 'system', content: 'Please reason step by step, and put your final answer within \\boxed{}.' },
    { role: 'user', content: 'What is 1 + 2 + 3 + 4?' },
    { role: 'assistant', content: '1 + 2 = 3<extra_0>3 + 3 = 6<extra_0>6 + 4 = 11<extra_0>' },
  ]);
});

test('no step below the threshold is "no error", and a score at it is not below', async () => {
  assert.equal((await judged(pairs([0.9, 0.5, 0.6]))).critique.first_error, -1);
  assert.equal((await judged(pairs([0.9, 0.5, 0.6]), { threshold: 0.51 })).critique.first_error, 1);
});

test('plain numbers, lists of one and another index are read', async () => {
  assert.equal((await judged('[0.9, 0.9, 0.1]')).critique.first_error, 2);
  assert.equal((await judged('[[0.9], [0.1], [0.9]]')).critique.first_error, 1);
  assert.equal((await judged('[[0.9, 0.1], [0.2, 0.8], [0.9, 0.1]]', { index: 0 })).critique.first_error, 1);
});

test('scores that do not fit the steps, or are no numbers, are unparsed', async () => {
  for (const [reply, note] of [
    ['[0.1, 0.2]', '2 scores, 3 steps'],
    ['[]', '0 scores, 3 steps'],
    ['["a", "b", "c"]', 'not_numbers'],
    ['[[0.1, 0.9], [0.1, 0.9], [0.1, null]]', 'not_numbers'],
  ] as const) {
    const { critique } = await judged(reply);
    assert.deepEqual([critique.status, critique.first_error, critique.step_scores], ['unparsed', null, null]);
    assert.equal(critique.votes![0]!.note, note);
  }
});

test('scores outside 0 to 1 are unparsed where the threshold is one of probabilities, and never "no error"', async () => {
  for (const reply of ['[7, 8, 3]', '[0.9, -0.1, 0.8]', '[0.9, 0.8, 1.5]']) {
    const scorer = endpointScorer({ endpoint: recordingEndpoint(() => reply) });
    const options = { scorer, threshold: 0.5, chosenOn: null };
    const plain = lastCritique(await runCritic(prmStage({ ...options, probabilities: true }), solution()));
    assert.deepEqual(
      [plain.status, plain.first_error, plain.error_steps, plain.agreement, plain.votes![0]!.note],
      ['unparsed', null, null, null, 'scores_outside_0_to_1'],
    );
    assert.deepEqual(plain.step_scores, JSON.parse(reply));
    assert.equal(lastCritique(await runCritic(prmStage(options), solution())).status, 'ok');
  }
});

test('a call that finally failed is a failed critique, and one that must stop the run stops it', async () => {
  const { critique } = await judged(new LateBenchError('LB_ENDPOINT_TIMEOUT', 'no reply'));
  assert.deepEqual(
    [critique.status, critique.first_error, critique.votes![0]!.note],
    ['failed', null, 'LB_ENDPOINT_TIMEOUT'],
  );
  await assert.rejects(judged(new LateBenchError('LB_ENDPOINT_AUTH', 'no')), { code: 'LB_ENDPOINT_AUTH' });
});

test('the mark inside a step does not make two steps of it', async () => {
  const endpoint = recordingEndpoint(() => pairs([0.9, 0.9]));
  const stage = prmStage({ scorer: endpointScorer({ endpoint }), threshold: 0.5, chosenOn: null });
  await runCritic(stage, solution({ steps: ['a <extra_0> b', 'c'] }));
  const { content } = endpoint.calls[0]!.request.messages.at(-1)!;
  assert.equal(content.split('<extra_0>').length - 1, 2);
});

test('scores of a file are found by id; without them a record is failed, never "no error"', async () => {
  const scores = new Map([['made/1', [0.9, 0.9, 0.2]]]);
  const stage = prmStage({ scorer: fileScorer('mine', 'hash', scores), threshold: 0.5, chosenOn: null });
  assert.equal(lastCritique(await runCritic(stage, solution())).first_error, 2);
  const other = lastCritique(await runCritic(stage, solution({ id: 'made/2' })));
  assert.deepEqual([other.status, other.first_error, other.votes![0]!.note], ['failed', null, 'no_scores']);
});

test('the simulated reward model answers at /pooling, the same for the same steps', async (t) => {
  const simulator = await startSimulator();
  t.after(() => simulator.close());
  const endpoint = createChatEndpoint({
    baseUrl: simulator.url,
    model: 'latebench-sim/prm',
    concurrency: 2,
    counters: createUsageCounters(),
    dialect: poolingDialect,
  });
  t.after(() => endpoint.close());
  const stage = prmStage({ scorer: endpointScorer({ endpoint }), threshold: 0.5, chosenOn: null });
  const once = lastCritique(await runCritic(stage, solution()));
  const again = lastCritique(await runCritic(stage, solution()));
  assert.equal(once.status, 'ok');
  assert.equal(once.step_scores!.length, 3);
  assert.ok(once.step_scores![2]! < 0.6, 'the wrong sum scores low');
  assert.deepEqual(again, once);
  assert.equal(simulator.counts.models['latebench-sim/prm']!.completed, 2);
});

test('a server that answers with something else than numbers is a failed call, a wrong model stops the run', async (t) => {
  const simulator = await startSimulator();
  t.after(() => simulator.close());
  const open = (model: string) =>
    createChatEndpoint({
      baseUrl: simulator.url,
      model,
      concurrency: 1,
      counters: createUsageCounters(),
      dialect: poolingDialect,
    });
  const endpoint = open('latebench-sim/critic');
  t.after(() => endpoint.close());
  const stage = prmStage({ scorer: endpointScorer({ endpoint }), threshold: 0.5, chosenOn: null });
  await assert.rejects(runCritic(stage, solution()), { code: 'LB_ENDPOINT_CONFIG' });
  assert.throws(() => poolingDialect.read(200, Buffer.from('{"model": "m", "choices": []}')), {
    code: 'LB_ENDPOINT_REPLY',
    message: /no data/,
  });
});

const rows = [
  { ...solution({ id: 'a' }), subset: 'dev', error_steps: [2] },
  { ...solution({ id: 'b' }), subset: 'dev', error_steps: [] },
  { ...solution({ id: 'c' }), subset: 'test', error_steps: [0] },
  { ...solution({ id: 'd' }), subset: 'dev', error_steps: null },
  { id: 'broken', subset: 'dev' },
];
const table = new Map([
  ['a', [0.9, 0.8, 0.4]],
  ['b', [0.9, 0.9, 0.7]],
  ['c', [0.01, 0.9, 0.9]],
]);
const search = (split: string, scores: ReadonlyMap<string, unknown> = table) =>
  chooseThreshold(
    (async function* () {
      yield rows;
    })(),
    {
      scorer: fileScorer('m', 'h', scores),
      split: parseCondition(split),
      concurrency: 2,
      signal: new AbortController().signal,
    },
  );

test('a threshold is chosen on the labelled records of its split, and on no others', async () => {
  const { threshold, f1, auc, nError, nCorrect, unscored } = await search('subset=dev');
  assert.deepEqual([f1, auc, nError, nCorrect, unscored], [1, 1, 1, 1, 0]);
  assert.ok(threshold > 0.4 && threshold <= 0.7, `${threshold}`);
});

test('a split without both kinds of solutions, or with scores that are no probabilities, is refused', async () => {
  await assert.rejects(search('subset=test'), { code: 'LB_CONFIG', message: /1 with an error, 0 without/ });
  await assert.rejects(search('subset=nowhere'), { code: 'LB_CONFIG' });
  await assert.rejects(search('subset=dev', new Map([['a', [1, 2, 3]]])), {
    code: 'LB_CONFIG',
    message: /the score 2 is not a probability/,
  });
});

test('many failures of a split at once end the search once, after the calls in flight, and nothing else', async () => {
  const unheard: unknown[] = [];
  const onUnheard = (reason: unknown): void => {
    unheard.push(reason);
  };
  process.on('unhandledRejection', onUnheard);
  try {
    const ids = Array.from({ length: 40 }, (_, at) => `x${at}`);
    let ended = 0;
    const scorer = fileScorer('m', 'h', new Map(ids.map((id) => [id, [0.9, 0.8, 1.5]])));
    const search = chooseThreshold(
      (async function* () {
        for (const id of ids) {
          yield [{ ...solution({ id }), subset: 'dev', error_steps: [] }];
          // Longer than a rejection stays unheard.
          await new Promise((resolve) => setImmediate(resolve));
        }
      })(),
      {
        scorer: {
          ...scorer,
          async score(judged, id, signal) {
            if (id !== 'x0') return scorer.score(judged, id, signal);
            await new Promise((resolve) => setTimeout(resolve, 50));
            ended += 1;
            return scorer.score(judged, id, signal);
          },
        },
        split: parseCondition('subset=dev'),
        concurrency: 100,
        signal: new AbortController().signal,
      },
    );
    await assert.rejects(search, { code: 'LB_CONFIG', message: /x1: the score 1.5 is not a probability/ });
    assert.equal(ended, 1, 'the search ended while a call was in flight');
    assert.deepEqual(unheard, []);
  } finally {
    process.off('unhandledRejection', onUnheard);
  }
});

test('rows of a split that are no records are counted', async () => {
  assert.equal((await search('subset=dev')).invalid, 1);
});
