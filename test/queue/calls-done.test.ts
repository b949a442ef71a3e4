// The sums of workers whose events the coordinator does not see.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CallsOfWorkers, tellCallsDone } from '../../src/queue/calls-done.ts';
import { queueNames } from '../../src/queue/names.ts';
import type { CallsDone } from '../../src/records/queue-depth.ts';

const names = queueNames('run', 'redis://127.0.0.1');

/** As much of Redis as they need. */
function hash() {
  let fields: Record<string, string> = {};
  const connection = {
    hset: async (_: string, field: string, value: string) => {
      fields[field] = value;
      return 1;
    },
    hgetall: async () => ({ ...fields }),
  } as unknown as Parameters<typeof tellCallsDone>[0];
  return {
    connection,
    empty() {
      fields = {};
    },
  };
}

const done = (ok: number, usd: number | null): CallsDone => ({
  ...{ ok, usd, failed: 1, paid_before: 1, prompt_tokens: 10 * ok, completion_tokens: ok },
});

test('what workers tell is added up, each as it told last, also where Redis was emptied meanwhile', async () => {
  const { connection, empty } = hash();
  const all = new CallsOfWorkers();
  await all.read(connection, names);
  assert.equal(all.sum, undefined);
  const tell = (worker: string, told: CallsDone) => tellCallsDone(connection, names, worker, told);
  await tell('a', done(2, null));
  await all.read(connection, names);
  assert.deepEqual(all.sum, { workers: 1, ...done(2, null) });
  await tell('a', done(5, 0.25));
  await tell('b', done(4, 0.5));
  await all.read(connection, names);
  const both = { workers: 2, ok: 9, failed: 2, paid_before: 2, prompt_tokens: 90, completion_tokens: 9 };
  assert.deepEqual(all.sum, { ...both, usd: 0.75 });
  empty();
  await tell('b', done(6, 0.75));
  await all.read(connection, names);
  const later = { workers: 2, ok: 11, failed: 2, paid_before: 2, prompt_tokens: 110, completion_tokens: 11 };
  assert.deepEqual(all.sum, { ...later, usd: 1 });
});

test('a Redis that refuses the sums is no failure of the job', async () => {
  const refuses = () => Promise.reject(new Error('OOM'));
  const connection = { hset: refuses } as unknown as Parameters<typeof tellCallsDone>[0];
  await tellCallsDone(connection, names, 'a', done(1, null));
});
