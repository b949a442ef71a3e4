// Machines that share no disk: what they have in common is object storage and Redis.
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Simulator, startSimulator } from '../../src/simulator/server.ts';
import { runBeside } from '../support/beside.ts';
import { type Outcome, runHere } from '../support/cli.ts';
import { fleetStorm } from '../support/fleet-storm.ts';
import { startRedis, withoutRedis } from '../support/redis.ts';
import { temporaryFolder } from '../support/temporary.ts';

interface World {
  readonly cwd: string;
  readonly server: Simulator;
  /** Starts a command on a machine: in a folder of its own. */
  start(machine: string, ...words: string[]): Promise<Outcome>;
}

async function world(t: TestContext, machines: readonly string[]): Promise<World> {
  const cwd = await temporaryFolder(t);
  const [redis, server] = await Promise.all([startRedis(), startSimulator({ requestCounts: false })]);
  t.after(() => Promise.all([redis.close(), server.close()]));
  for (const machine of machines) await mkdir(join(cwd, machine));
  return {
    cwd,
    server,
    start: (machine, ...words) => runBeside(t, [...words, '--redis', redis.url], { cwd: join(cwd, machine) }),
  };
}

describe('machines that share no disk', { skip: withoutRedis }, () => {
  test('two workers and a coordinator without a common disk make the pool of one process, whoever is killed', async (t) => {
    const folder = await temporaryFolder(t);
    const report = await fleetStorm({ folder, problems: 1, samples: 130, latencyMs: 120, kills: 2, seed: 5 });
    assert.deepEqual([report.single.code, report.coordinator.code], [0, 0], report.printed);
    assert.deepEqual(report.different, []);
    assert.equal(report.files, 2 * 2 + 2);
    const max = report.expected + report.inFlight;
    assert.ok(report.calls <= max, `${report.calls} calls, ${max} allowed\n${report.printed}`);
    assert.deepEqual(report.left, [], 'the bucket is as it was before');
  });

  test('records go through a folder in place of a bucket, and a worker on a copy of it is refused', async (t) => {
    const { cwd, server, start } = await world(t, ['a', 'b', 'c', 'd']);
    const declared = {
      ...{ name: 'queued', about: 'one critic, on a queue', seed: 1 },
      source: { synthetic: { count: 70, seed: 1 } },
      stages: [{ use: 'critic', with: {} }],
      sinks: [{ file: 'final.jsonl' }],
      endpoint: { critic: { baseUrl: server.url, model: 'latebench-sim/critic' } },
    };
    await writeFile(join(cwd, 'a', 'queued.json'), JSON.stringify(declared));
    await writeFile(join(cwd, 'b', 'queued.json'), JSON.stringify(declared));
    const single = await runHere(['run', 'queued.json', '--run', 'run', '--cache', 'off'], {
      cwd: join(cwd, 'a'),
    });
    assert.equal(single.code, 0, single.stderr);
    const store = ['--store', join(cwd, 'store'), '--cache', 'off'];
    const coordinator = start('b', 'run', 'queued.json', '--run', 'run', '--engine', 'bullmq', ...store);
    while (!existsSync(join(cwd, 'store', 'latebench', 'queue.json'))) await sleep(20);
    await cp(join(cwd, 'store'), join(cwd, 'copy'), { recursive: true });
    const wrong = await start('c', 'worker', 'own', '--store', join(cwd, 'copy'), '--cache', 'off');
    assert.equal(wrong.code, 2, wrong.stderr);
    assert.match(wrong.stderr, /is not the storage of the coordinator of this run: .*no call was made/);
    assert.equal(server.counts.completed, 70, 'those of the run on one machine');
    const worker = start('d', 'worker', 'own', ...store);
    const { code, stderr } = await coordinator;
    assert.equal(code, 0, stderr);
    assert.equal((await worker).code, 0, 'it ends with the run');
    assert.equal(server.counts.completed, 140);
    const made = (machine: string) => readFile(join(cwd, machine, 'run', 'final.jsonl'));
    assert.deepEqual(await made('b'), await made('a'));
    const left = await readdir(join(cwd, 'store'), { recursive: true });
    assert.deepEqual(
      left.filter((name) => name.endsWith('.json') || name.includes('journal/')),
      [],
    );
  });

  test('a budget holds for all machines together, and is known to a resume on one', async (t) => {
    const { cwd, server, start } = await world(t, ['a', 'b', 'c']);
    await writeFile(join(cwd, 'problems.jsonl'), '{"id":"p","problem":"What is 1 + 1?"}');
    const build = ['pool', 'build', join(cwd, 'problems.jsonl'), '--pool', 'pool', '--samples', '150'];
    build.push('--base-url', server.url, '--model', 'latebench-sim/sampler', '--max-tokens', '8');
    build.push('--top-logprobs', '2', '--budget-tokens', '2400');
    const store = ['--store', join(cwd, 'store')];
    const coordinator = start('a', ...build, '--engine', 'bullmq', ...store);
    for (const machine of ['b', 'c']) void start(machine, 'worker', 'own', ...store, '-c', '4');
    const { code, stderr } = await coordinator;
    assert.equal(code, 4, stderr);
    assert.match(stderr, /--budget-tokens: the next call may take/);
    const events = (await readFile(join(cwd, 'a', 'pool', 'events.jsonl'), 'utf8')).trim().split('\n');
    const budgets = events.map((line) => JSON.parse(line)).filter(({ type }) => type === 'budget');
    const { spent_tokens: spent } = budgets.at(-1);
    assert.ok(spent <= 2400 && spent > 1800, `${spent} tokens spent`);
    const made = server.counts.completed;
    // Whoever pays again for what is in the store does it within the same budget.
    await rm(join(cwd, 'a', 'pool', 'queue.json'));
    const again = await runHere(build, { cwd: join(cwd, 'a') });
    assert.match(again.stderr, /--budget-tokens: the next call may take/);
    assert.ok(server.counts.completed - made <= 1, 'what all had spent was written down');
  });
});
