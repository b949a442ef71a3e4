// Requests and tokens a minute over Redis: kept by several processes together, and through what happens to a Redis.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once, setMaxListeners } from 'node:events';
import { resolve } from 'node:path';
import { type TestContext, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { openSharedRate, type SharedRate } from '../../src/queue/shared-rate.ts';
import { type RedisServer, startRedis, withoutRedis } from '../support/redis.ts';

/** Ten units a second, and no more than ten saved up. */
const rate = { id: 'test', max: 600, burstSeconds: 1, what: 'requests a minute' };
const { signal } = new AbortController();
setMaxListeners(0, signal);

const program = `
  const { openSharedRate } = await import(process.argv[1]);
  const opened = Date.now();
  const rate = await openSharedRate(process.argv[2], { ...${JSON.stringify(rate)}, say: () => {} });
  const { signal } = new AbortController();
  for (let turn = 0; turn < 12; turn += 1) await rate.turn(1, signal);
  console.log(JSON.stringify({ opened, ended: Date.now() }));
  await rate.close();
`;

async function turnsInItsOwnProcess(url: string): Promise<{ opened: number; ended: number }> {
  const built = pathToFileURL(resolve('dist/src/queue/shared-rate.js')).href;
  const child = spawn(process.execPath, ['--input-type=module', '-e', program, built, url], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const parts: Buffer[] = [];
  child.stdout.on('data', (part: Buffer) => parts.push(part));
  const [code] = (await once(child, 'close')) as [number];
  assert.equal(code, 0);
  return JSON.parse(Buffer.concat(parts).toString()) as { opened: number; ended: number };
}

async function setting(
  t: TestContext,
): Promise<{ redis: RedisServer; shared: SharedRate; printed: string[] }> {
  const redis = await startRedis();
  t.after(() => redis.close());
  const printed: string[] = [];
  const shared = await openSharedRate(redis.url, { ...rate, say: (line) => printed.push(line) });
  t.after(() => shared.close());
  return { redis, shared, printed };
}

test('three processes keep one rate together', { skip: withoutRedis }, async (t) => {
  const redis = await startRedis();
  t.after(() => redis.close());
  const runs = await Promise.all([1, 2, 3].map(() => turnsInItsOwnProcess(redis.url)));
  const first = Math.min(...runs.map(({ opened }) => opened));
  const last = Math.max(...runs.map(({ ended }) => ended));
  // 36 turns: ten are there at the start, and ten more come with each of three seconds. Alone each would need one.
  assert.ok(last - first >= 2900, `${last - first} ms for 36 turns`);
});

test('a rate continues after its Redis was emptied', { skip: withoutRedis }, async (t) => {
  const { redis, shared } = await setting(t);
  for (let turn = 0; turn < 5; turn += 1) await shared.turn(1, signal);
  redis.flush();
  for (let turn = 0; turn < 12; turn += 1) await shared.turn(1, signal);
});

test('a rate waits for a Redis that is away, and continues when it is back with nothing on it', {
  skip: withoutRedis,
}, async (t) => {
  const { redis, shared } = await setting(t);
  await shared.turn(1, signal);
  await redis.stop();
  let granted = 0;
  const waiting = Array.from({ length: 3 }, () => shared.turn(1, signal).then(() => (granted += 1)));
  await new Promise((done) => setTimeout(done, 300));
  assert.equal(granted, 0);
  await redis.start();
  await Promise.all(waiting);
});

test('turns that were waited for when Redis went come when it is back with nothing on it', {
  skip: withoutRedis,
}, async (t) => {
  const { redis, shared } = await setting(t);
  // Ten are there at once: the others wait, and nobody calls after them.
  const turns = Array.from({ length: 14 }, () => shared.turn(1, signal));
  await turns[9];
  await redis.stop();
  await redis.start();
  await Promise.all(turns);
});

test('who is told to stop does not wait for a turn, and a call larger than all that can be saved up comes to one', {
  skip: withoutRedis,
}, async (t) => {
  const { shared } = await setting(t);
  await shared.turn(1_000_000, signal);
  const stop = new AbortController();
  const waiting = shared.turn(10, stop.signal);
  stop.abort();
  await assert.rejects(waiting, { code: 'LB_ABORTED' });
});

test('a rate can be closed while its Redis is away', { skip: withoutRedis }, async (t) => {
  const { redis, shared } = await setting(t);
  await shared.turn(1, signal);
  await redis.stop();
  await shared.close();
});
