// The master that a Sentinel names is lost in the middle of a queued pool build: coordinator and workers, as people start
// them, go on with the replica that takes its place.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { type AddressInfo, connect, createServer } from 'node:net';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { startSimulator } from '../../src/simulator/server.ts';
import { runBeside } from '../support/beside.ts';
import { askRedis, startWatched, withoutRedis } from '../support/redis.ts';
import { temporaryFolder } from '../support/temporary.ts';

const calls = 128;
const longestMs = 120_000;
/** A connection that is being made again is nearly always in the middle of its question when the new master is told. */
const sentinelMs = 400;

/** The port of a Sentinel whose answers take that long. */
async function slowly(t: TestContext, port: number): Promise<number> {
  const server = createServer((client) => {
    const sentinel = connect(port, '127.0.0.1');
    client.pipe(sentinel);
    sentinel.on('data', (bytes) => void setTimeout(() => client.writable && client.write(bytes), sentinelMs));
    for (const one of [client, sentinel]) {
      one.on('error', () => {});
      one.on('close', () => {
        client.destroy();
        sentinel.destroy();
      });
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => server.close());
  return (server.address() as AddressInfo).port;
}

test('a build continues on the replica that a Sentinel puts in the place of a lost master', {
  skip: withoutRedis,
}, async (t) => {
  const cwd = await temporaryFolder(t);
  const server = await startSimulator({ requestCounts: false, latencyMs: 100 });
  const watched = await startWatched({ replica: true });
  t.after(() => Promise.all([watched.close(), server.close()]));
  const redis = watched.url.replace(`${watched.sentinelPort}`, `${await slowly(t, watched.sentinelPort)}`);
  const start = (...words: string[]) => runBeside(t, [...words, '--redis', redis, '-q'], { cwd });
  await writeFile(join(cwd, 'problems.jsonl'), '{"id":"a","problem":"1+1"}\n{"id":"b","problem":"2+2"}\n');
  const sampled = ['--n', '64', '--max-tokens', '16', '--top-logprobs', '2'];
  const endpoint = ['--base-url', server.url, '--model', 'latebench-sim/sampler'];
  const build = start(
    ...['pool', 'build', 'problems.jsonl', '--pool', 'p', ...sampled, ...endpoint, '--engine', 'bullmq'],
  );
  const enough = performance.now() + longestMs;
  while (!existsSync(join(cwd, 'p', 'queue.json')) && performance.now() < enough) await sleep(20);
  const workers = [1, 2].map(() => start('worker', 'p', '-c', '4'));
  while (server.counts.completed < calls / 4 && performance.now() < enough) await sleep(20);
  await watched.stopMaster();
  const outcomes = await Promise.all([build, ...workers]);
  assert.deepEqual(
    outcomes.map(({ code }) => code),
    [0, 0, 0],
    outcomes.map(({ stderr }) => stderr).join(''),
  );
  // One before the build tries the model; replies that are there are not paid for again.
  assert.equal(server.counts.completed, calls + 1);
  const master = askRedis(watched.sentinelPort, 'sentinel', 'get-master-addr-by-name', 'late');
  assert.notEqual(Number(master.split('\n')[1]), watched.masterPort);
});
