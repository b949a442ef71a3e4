// Two coordinators of one run: one works, the other says who does, whatever folder it has.
import assert from 'node:assert/strict';
import { cp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { takeSeat } from '../../src/queue/seat.ts';
import { startSimulator } from '../../src/simulator/server.ts';
import { thisProcess } from '../../src/storage/process-identity.ts';
import { type Running, runBeside } from '../support/beside.ts';
import type { Outcome } from '../support/cli.ts';
import { askRedis, startRedis, withoutRedis } from '../support/redis.ts';
import { temporaryFolder } from '../support/temporary.ts';

const key = 'latebench-sat:coordinator';

async function place(t: TestContext) {
  const redis = await startRedis();
  t.after(() => redis.close());
  const said: string[] = [];
  const ask = (...words: string[]) => askRedis(Number(new URL(redis.url).port), ...words);
  const take = (signal = new AbortController().signal) =>
    takeSeat(redis.url, 'sat', { signal, say: (line) => said.push(line), leaseMs: 1000 });
  const put = (owner: object, ms: number) =>
    ask('set', key, JSON.stringify({ ...thisProcess(), id: 'another', ...owner }), 'px', String(ms));
  return { ask, take, put, said };
}

test('a seat is for one at a time, and free when it is left or its holder is dead', {
  skip: withoutRedis,
}, async (t) => {
  const { ask, take, put } = await place(t);
  const first = await take();
  await assert.rejects(take(), { code: 'LB_BUSY', message: new RegExp(`process ${process.pid} on `) });
  await sleep(1500);
  await assert.rejects(take(), { code: 'LB_BUSY' });
  assert.equal(first.lost(), undefined);
  await first.leave();
  assert.equal(ask('exists', key), '0');
  put({ started: '1' }, 60_000);
  const second = await take();
  ask('flushall');
  while (ask('exists', key) === '0') await sleep(20);
  assert.equal(second.lost(), undefined, 'an emptied Redis is no other coordinator');
  put({ host: 'elsewhere' }, 60_000);
  while (second.lost() === undefined) await sleep(20);
  assert.match(second.lost()!.message, /another coordinator works on this run .*on elsewhere/);
  await second.leave();
  assert.equal(ask('exists', key), '1', 'that of the other stays');
});

test('a coordinator of another machine is waited for as long as it may have ended', {
  skip: withoutRedis,
}, async (t) => {
  const { take, put, said } = await place(t);
  const elsewhere = { host: 'elsewhere', boot: 'another' };
  put(elsewhere, 600);
  const seat = await take();
  await seat.leave();
  assert.deepEqual(said, ['a coordinator on elsewhere has this run; waiting whether it still works']);
  put(elsewhere, 60_000);
  await assert.rejects(take(), { code: 'LB_BUSY', message: /on elsewhere/ });
  const stop = new AbortController();
  const waiting = take(stop.signal);
  stop.abort();
  await assert.rejects(waiting, { code: 'LB_PENDING' });
});

test('a copy of a pool that is built is refused, and the build buys each sample once', {
  skip: withoutRedis,
}, async (t) => {
  const cwd = await temporaryFolder(t);
  const [redis, server] = await Promise.all([startRedis(), startSimulator({ requestCounts: false })]);
  let last: Running | undefined;
  t.after(() => Promise.all([redis.close(), server.close()]));
  await writeFile(join(cwd, 'problems.jsonl'), '{"id":"p","problem":"What is 1 + 1?"}');
  let printed = '';
  const start = (...words: string[]): Promise<Outcome> =>
    runBeside(t, [...words, '--redis', redis.url], {
      cwd,
      started(child) {
        last = child;
      },
      said(text) {
        printed += text;
      },
    });
  const build = (pool: string): Promise<Outcome> => {
    const words = [
      'pool',
      'build',
      'problems.jsonl',
      '--pool',
      pool,
      '--engine',
      'bullmq',
      '--samples',
      '40',
    ];
    words.push('--base-url', server.url, '--model', 'latebench-sim/sampler', '--max-tokens', '8');
    return start(...words, '--top-logprobs', '2');
  };
  const queued = async (): Promise<void> => {
    while (!printed.includes('are on the queue')) await sleep(20);
    printed = '';
  };
  const interrupted = build('pool');
  await queued();
  last!.kill('SIGTERM');
  await interrupted;
  await cp(join(cwd, 'pool'), join(cwd, 'copy'), { recursive: true });
  const first = build('pool');
  await queued();
  const before = server.counts.completed;
  const copied = await build('copy');
  assert.notEqual(copied.code, 0);
  assert.match(copied.stderr, /another coordinator works on this run \(process \d+ on .*\): end it first/);
  void start('worker', 'pool', '-c', '4');
  const { code, stderr } = await first;
  assert.equal(code, 0, stderr);
  assert.doesNotMatch(stderr, /has lost its jobs/);
  assert.ok(server.counts.completed - before <= 41, `${server.counts.completed - before} calls`);
});
