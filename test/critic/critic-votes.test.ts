import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import fc from 'fast-check';
import { criticStage } from '../../src/critic/critic.ts';
import { type ErrorCode, LateBenchError } from '../../src/errors.ts';
import { recordingEndpoint } from '../support/recording-endpoint.ts';
import { lastCritique, runCritic, solution } from './run-critic.ts';

test('votes are in sample order, whatever the order in which replies arrive', async () => {
  const answers = [2, 0, 0, 2, -1];
  await fc.assert(
    fc.asyncProperty(fc.shuffledSubarray([0, 1, 2, 3, 4], { minLength: 5 }), async (arrival) => {
      const endpoint = recordingEndpoint(async ({ sample }) => {
        await wait(arrival.indexOf(sample!) * 2);
        return `\\boxed{${answers[sample!]}}`;
      });
      const stage = criticStage({ endpoint, protocol: 'first_error', votes: 5, seed: 1 });
      const critique = lastCritique(await runCritic(stage, solution()));
      assert.deepEqual(
        critique.votes!.map(({ sample, first_error }) => [sample, first_error]),
        [...answers.entries()],
      );
      assert.equal(critique.first_error, 2);
    }),
    { numRuns: 15 },
  );
});

test('votes are from 1 to 4,096: those of a record are held together', () => {
  const endpoint = recordingEndpoint(() => '\\boxed{-1}');
  const of = (votes: number) => criticStage({ endpoint, protocol: 'first_error', votes, seed: 1 });
  for (const votes of [0, 1.5, 4097, Number.NaN, Number.POSITIVE_INFINITY])
    assert.throws(() => of(votes), { code: 'LB_CONFIG', message: /^votes: .* from 1 to 4096$/ });
  for (const votes of [1, 4096]) of(votes);
});

test('all votes of a record are in flight at once, each with its own seed', async () => {
  let release = (): void => {};
  const allAsked = new Promise<void>((resolve) => {
    release = resolve;
  });
  const endpoint = recordingEndpoint(async ({ sample }) => {
    if (sample === 7) release();
    await allAsked;
    return '\\boxed{-1}';
  });
  const stage = criticStage({ endpoint, protocol: 'first_error', votes: 8, seed: 100 });
  const critique = lastCritique(await runCritic(stage, solution()));
  assert.deepEqual(
    endpoint.calls.map(({ request }) => request.seed),
    [100, 101, 102, 103, 104, 105, 106, 107],
  );
  assert.equal(new Set(endpoint.calls.map(({ request }) => JSON.stringify(request.messages))).size, 1);
  assert.deepEqual(critique.usage, { calls: 8, prompt_tokens: 80, completion_tokens: 24 });
});

test('one vote is greedy and several are sampled, unless told otherwise', async () => {
  const temperatureOf = async (votes: number, temperature?: number): Promise<number | undefined> => {
    const endpoint = recordingEndpoint(() => '\\boxed{-1}');
    const stage = criticStage({ endpoint, protocol: 'first_error', votes, temperature, seed: 0 });
    await runCritic(stage, solution());
    return endpoint.calls[0]!.request.temperature;
  };
  assert.equal(await temperatureOf(1), 0);
  assert.equal(await temperatureOf(8), 0.7);
  assert.equal(await temperatureOf(1, 0.3), 0.3);
  assert.equal(await temperatureOf(8, 0), 0);
});

test('a call that finally failed is a failed vote, and the others decide', async () => {
  const endpoint = recordingEndpoint(({ sample }) =>
    sample === 0 ? new LateBenchError('LB_ENDPOINT_TIMEOUT', 'no answer after 3.2 s') : '\\boxed{1}',
  );
  const stage = criticStage({ endpoint, protocol: 'first_error', votes: 3, seed: 0 });
  const critique = lastCritique(await runCritic(stage, solution()));
  assert.equal(critique.status, 'ok');
  assert.equal(critique.first_error, 1);
  assert.deepEqual(
    critique.votes!.map(({ status, note }) => [status, note]),
    [
      ['failed', 'LB_ENDPOINT_TIMEOUT: no answer after 3.2 s'],
      ['ok', 'box: int'],
      ['ok', 'box: int'],
    ],
  );
  assert.deepEqual(critique.usage, { calls: 2, prompt_tokens: 20, completion_tokens: 6 });
});

test('a critique is failed if no vote can be read and a call failed, unparsed if none failed', async () => {
  const failure = new LateBenchError('LB_ENDPOINT_SERVER', 'status 500');
  const statusOf = async (...answers: (string | Error)[]): Promise<unknown[]> => {
    const endpoint = recordingEndpoint(({ sample }) => answers[sample!]!);
    const stage = criticStage({ endpoint, protocol: 'all_errors', votes: answers.length, seed: 0 });
    const { status, first_error, error_steps } = lastCritique(await runCritic(stage, solution()));
    return [status, first_error, error_steps];
  };
  assert.deepEqual(await statusOf(failure), ['failed', null, null]);
  assert.deepEqual(await statusOf('hm', failure), ['failed', null, null]);
  assert.deepEqual(await statusOf('hm', ''), ['unparsed', null, null]);
  assert.deepEqual(await statusOf('hm', failure, 'Conclusion: no error'), ['ok', -1, []]);
});

test('errors that must stop the run are not votes', async () => {
  const stopping: ErrorCode[] = [
    'LB_ENDPOINT_AUTH',
    'LB_ENDPOINT_QUOTA',
    'LB_ENDPOINT_CONFIG',
    'LB_ABORTED',
    'LB_DISK_FULL',
  ];
  for (const error of [...stopping.map((code) => new LateBenchError(code, 'stop')), new TypeError('a bug')]) {
    const endpoint = recordingEndpoint(({ sample }) => (sample === 1 ? error : '\\boxed{1}'));
    const stage = criticStage({ endpoint, protocol: 'first_error', votes: 3, seed: 0 });
    await assert.rejects(runCritic(stage, solution()), (thrown) => thrown === error);
  }
});

test('no number of votes but a whole one of at least 1 makes a critic', () => {
  for (const votes of [0, -1, 1.5, Number.NaN]) {
    assert.throws(
      () => criticStage({ endpoint: recordingEndpoint(() => ''), protocol: 'first_error', votes, seed: 0 }),
      { code: 'LB_CONFIG' },
    );
  }
});
