// A stage over one record, and plans over records at hand, with endpoints that somebody else has opened.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LateBenchError } from '../../src/errors.ts';
import { givenContext } from '../../src/executor/given-context.ts';
import { runOneRecord } from '../../src/executor/one-record.ts';
import { runRecordsPlan } from '../../src/executor/run-records-plan.ts';
import type { Solution } from '../../src/records/solution.ts';
import type { Row } from '../../src/storage/rows.ts';
import { strictPolicy } from '../../src/stream/error-policy.ts';
import type { RecordsPlan } from '../../src/stream/records-plan.ts';
import { createTally } from '../../src/stream/tally.ts';
import { recordingEndpoint } from '../support/recording-endpoint.ts';
import { ownStep } from './running.ts';

const record: Solution = { id: 'a', problem: 'What is 1 + 1?', steps: ['1 + 1 = 3'], error_steps: [0] };
const use = { use: 'critic', with: { name: 'mine' } };

test('a critic judges one record, and the record comes back with its critique', async () => {
  const endpoint = recordingEndpoint(() => '{"first_error_step": 1}');
  const roles: string[] = [];
  const judged = await runOneRecord(use, record, {
    seed: 3,
    endpoint: async (role) => {
      roles.push(role);
      return endpoint;
    },
  });
  assert.equal(judged.id, 'a');
  assert.deepEqual(
    judged.critiques?.map(({ critic }) => critic),
    ['mine'],
  );
  assert.deepEqual([roles, endpoint.calls.length], [['critic'], 1]);
});

test('what keeps a stage from passing the record on is the error: of a call, of a budget, or of the options', async () => {
  const failing = (error: Error) => ({ seed: 0, endpoint: async () => recordingEndpoint(() => error) });
  for (const code of ['LB_BUDGET', 'LB_ENDPOINT_AUTH'] as const) {
    await assert.rejects(runOneRecord(use, record, failing(new LateBenchError(code, 'no'))), { code });
  }
  const given = failing(new Error('it is not called'));
  await assert.rejects(runOneRecord({ use: 'critic', with: { votes: 0 } }, record, given), {
    code: 'LB_CONFIG',
  });
  await assert.rejects(runOneRecord({ use: 'filter', with: { minSteps: 5 } }, record, given), {
    code: 'LB_STAGE',
    message: 'filter gave no record back',
  });
  const budget = new LateBenchError('LB_BUDGET', 'it is spent');
  await assert.rejects(runOneRecord(use, record, failing(budget)), budget);
});

const plan = (stages: RecordsPlan['stages'], written: Row[], ended: string[]): RecordsPlan => ({
  ...{ label: 'mine', seed: 1, stages },
  groups: async function* () {
    yield [{ ...record }, { ...record, id: 'b' }];
  },
  sink: async () => ({
    write: (row) => void written.push(row),
    close: async () => {
      ended.push('closed');
      return { rows: written.length, bytes: 0 };
    },
    abort: async () => void ended.push('aborted'),
  }),
});

const context = (more: Partial<Parameters<typeof givenContext>[0]> = {}) =>
  givenContext({
    ...{ endpoint: () => Promise.reject(new Error('nobody is called')), concurrency: 2 },
    ...{ policy: strictPolicy(), onStop: () => {}, ...more },
  });

test("stages of the catalogue and the caller's own take turns over records at hand", async () => {
  const written: Row[] = [];
  const ended: string[] = [];
  const tally = createTally();
  const { complete, stages } = await runRecordsPlan(
    plan([{ use: 'filter', with: { limit: undefined } }, ownStep('own')], written, ended),
    context({ tally }),
  );
  assert.equal(complete, true);
  assert.deepEqual(
    stages.map(({ name }) => name),
    ['filter', 'own'],
  );
  assert.deepEqual(stages[1], { name: 'own', version: '7', config: { of: 'own' } });
  assert.deepEqual(
    written.map(({ id }) => id),
    ['a', 'b'],
  );
  assert.deepEqual([ended, tally.read, tally.written], [['closed'], 2, 2]);
});

test('critics of one name, and a stage that reads another file, are errors before a record is read', async () => {
  const ended: string[] = [];
  const endpoint = async () => recordingEndpoint(() => '{}');
  await assert.rejects(runRecordsPlan(plan([use, use], [], ended), context({ endpoint })), {
    message: /mine/,
  });
  const critiques = { use: 'filter', with: { overlap: ['other.jsonl'] } };
  await assert.rejects(runRecordsPlan(plan([critiques], [], ended), context()), { code: /LB_/ });
  assert.deepEqual(ended, []);
});

test('a plan whose reading is stopped is not complete, and leaves no output', async () => {
  const stop = new AbortController();
  stop.abort();
  const ended: string[] = [];
  const { complete } = await runRecordsPlan(
    plan([ownStep('own')], [], ended),
    context({ stopReading: stop.signal }),
  );
  assert.deepEqual([complete, ended], [false, ['aborted']]);
});

test('endpoints that were given are checked by nobody, opened by their owner, and stay open', async () => {
  const roles: string[] = [];
  const { session } = context({
    endpoint: async (role) => {
      roles.push(role);
      return recordingEndpoint(() => '');
    },
  });
  await session.check('critic', { requires: ['logprobs'] });
  for (const one of [session, session.fork({}), session.storedOnly()]) {
    await one.endpoint('inject');
    assert.deepEqual(
      [one.concurrency, one.mode, one.batches, one.opened, one.batchClients],
      [2, 'run', false, [], []],
    );
    await one.close();
  }
  assert.deepEqual(roles, ['inject', 'inject', 'inject']);
});
