// A worker that is being met by a coordinator when its run ends: the notes that it is to read are gone by then.
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Board, introduce, receiveWorkers } from '../../src/queue/handshake.ts';
import { queueNames } from '../../src/queue/names.ts';
import { connectRedis, disconnectAll } from '../../src/queue/redis.ts';
import { startRedis, withoutRedis } from '../support/redis.ts';

/** A worker whose coordinator has answered, and has removed its notes. */
async function left(t: TestContext, done: boolean) {
  const redis = await startRedis();
  const connection = await connectRedis(redis.url);
  const names = queueNames('met', redis.url);
  const notes = new Map<string, string>();
  const board: Board = {
    place: 'here',
    put: async (name, text) => void notes.set(name, text),
    get: async (name) => notes.get(name) ?? null,
    remove: async (name) => void notes.delete(name),
  };
  const stop = new AbortController();
  t.after(async () => {
    stop.abort();
    disconnectAll(connection);
    await redis.close();
  });
  const common = { connection, names, board, signal: stop.signal, say: () => {} };
  const worker = introduce(common).then(
    () => 'met',
    (error: Error) => error.message,
  );
  let id: string | null = null;
  while (id === null) {
    id = await connection.lpop(names.arrivals);
    await sleep(10);
  }
  if (done) await connection.set(names.done, '1');
  await connection.hset(names.answers, id, 'seen');
  return { worker, stop, common };
}

test('a worker whose run ends while it is met is not told that its storage is another', {
  skip: withoutRedis,
}, async (t) => {
  const { worker, stop } = await left(t, true);
  await sleep(500);
  stop.abort();
  assert.equal(await worker, 'met', 'it ends with its run');
});

test('a worker that stays proves its storage to the next coordinator where the one before was done', {
  skip: withoutRedis,
}, async (t) => {
  const { worker, common } = await left(t, true);
  void receiveWorkers(common);
  assert.equal(await worker, 'met');
});

test('a worker that does not see the answer of a coordinator at work is refused', {
  skip: withoutRedis,
}, async (t) => {
  const { worker } = await left(t, false);
  assert.match(await worker, /^here is not the storage of the coordinator of this run/);
});
