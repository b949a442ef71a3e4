// Workers that stay: each start of a run is worked for as it is, with its own settings, limits and files.
import assert from 'node:assert/strict';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { startSimulator } from '../../src/simulator/server.ts';
import { type Running, runBeside } from '../support/beside.ts';
import { startRedis, withoutRedis } from '../support/redis.ts';
import { temporaryFolder } from '../support/temporary.ts';

async function world(t: TestContext, shared: boolean) {
  const cwd = await temporaryFolder(t);
  const [redis, server] = await Promise.all([
    startRedis(),
    startSimulator({ latencyMs: 20, requestCounts: false }),
  ]);
  t.after(() => Promise.all([redis.close(), server.close()]));
  // A worker's folder is there before the worker is.
  for (const folder of ['b', ...(shared ? ['run'] : [])]) await mkdir(join(cwd, folder));
  const queue = ['--redis', redis.url, ...(shared ? [] : ['--store', join(cwd, 'store')])];
  let last: Running | undefined;
  const start = (...words: string[]) =>
    runBeside(t, [...words, ...queue], {
      cwd,
      started(child) {
        last = child;
      },
    });
  const ended = start('worker', shared ? 'run' : 'b/own', '-c', '4', '--stay', '--cache', 'off');
  const worker = last;
  /** The command that was started last. */
  const kill = () => last?.kill('SIGKILL');
  const stop = () => {
    worker?.kill('SIGTERM');
    return ended;
  };
  /** A coordinator without its worker would wait for ever. */
  const withWorker = (...words: string[]) =>
    Promise.race([
      start(...words),
      ended.then(({ stderr }) => assert.fail(`the worker has ended: ${stderr}`)),
    ]);
  return { cwd, server, start, withWorker, stop, kill, ended };
}

describe('workers that stay', { skip: withoutRedis }, () => {
  for (const shared of [true, false]) {
    const where = shared ? 'with a common folder' : 'with a store';

    test(`a pool that is continued with more samples and a budget is theirs to make, ${where}`, async (t) => {
      const { cwd, server, start, withWorker, ended } = await world(t, shared);
      await writeFile(join(cwd, 'problems.jsonl'), '{"id":"p","problem":"What is 1 + 1?"}');
      const build = ['pool', 'build', 'problems.jsonl', '--pool', 'run', '--engine', 'bullmq'];
      build.push('--base-url', server.url, '--model', 'latebench-sim/sampler', '--max-tokens', '8');
      build.push('--top-logprobs', '2');
      const of = (samples: number) => withWorker(...build, '--samples', `${samples}`);
      const [first, second] = [await of(20), await of(50)];
      assert.deepEqual([first.code, second.code], [0, 0], second.stderr);
      assert.equal(server.counts.completed, 50 + 2, 'the samples, and the survey of each start');
      const limited = await start(...build, '--samples', '200', '--budget-tokens', '1600');
      assert.equal(limited.code, 4, limited.stderr);
      assert.match(limited.stderr, /--budget-tokens: the next call may take/);
      // 37 tokens a call: no more than the budget, of which the samples of before are none.
      assert.ok(server.counts.completed <= 52 + 1600 / 37, `${server.counts.completed} calls`);
      const { code, stderr } = await ended;
      assert.equal(code, 4, stderr);
    });

    if (shared) {
      test('a coordinator that was killed and is started again finds its workers at work, as they were', async (t) => {
        const { cwd, server, start, withWorker, stop, kill } = await world(t, shared);
        await writeFile(join(cwd, 'problems.jsonl'), '{"id":"p","problem":"What is 1 + 1?"}');
        const build = ['pool', 'build', 'problems.jsonl', '--pool', 'run', '--engine', 'bullmq'];
        build.push('--base-url', server.url, '--model', 'latebench-sim/sampler', '--max-tokens', '8');
        build.push('--top-logprobs', '2', '--samples', '160');
        const killed = start(...build);
        while (server.counts.completed < 20) await sleep(10);
        kill();
        assert.equal((await killed).signal, 'SIGKILL');
        const { code, stderr } = await withWorker(...build);
        assert.equal(code, 0, stderr);
        assert.ok(server.counts.completed <= 162, `${server.counts.completed} calls`);
        const worker = await stop();
        assert.equal(worker.stderr.match(/working for/g)?.length, 1, worker.stderr);
      });
    }

    test(`a run whose stages are others now is made as they are, ${where}`, async (t) => {
      const { cwd, server, withWorker, stop } = await world(t, shared);
      const declared = (votes: number) =>
        JSON.stringify({
          ...{ name: 'queued', about: 'one critic, on a queue', seed: 1 },
          source: { synthetic: { count: 5, seed: 1 } },
          stages: [{ use: 'critic', with: { votes } }],
          sinks: [{ file: 'final.jsonl' }],
          endpoint: { critic: { baseUrl: server.url, model: 'latebench-sim/critic' } },
        });
      const made = async (votes: number) => {
        await writeFile(join(cwd, 'queued.json'), declared(votes));
        const run = ['run', 'queued.json', '--run', 'run', '--engine', 'bullmq', '--cache', 'off'];
        const { code, stderr } = await withWorker(...run);
        assert.equal(code, 0, stderr);
        const lines = (await readFile(join(cwd, 'run', 'final.jsonl'), 'utf8')).trim().split('\n');
        return lines.map((line) => (JSON.parse(line) as { critiques: { votes: unknown[] }[] }).critiques);
      };
      const [twice, more] = [await made(2), await made(4)];
      assert.deepEqual([twice.length, more.length], [5, 5]);
      assert.equal(server.counts.completed, 20, 'votes that were there are not paid for again');
      const { code, stderr } = await stop();
      assert.equal(code, 0, stderr);
    });
  }
});
