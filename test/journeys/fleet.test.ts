// An operator of a fleet: wrong Redis at first, then a run over three workers without a common disk, of which machines go
// away in turn, the coordinator too; at the end the numbers are those of one machine, and little was paid for twice.
import assert from 'node:assert/strict';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { RunStatus } from '../../src/endpoints/run-status.ts';
import { startSimulator } from '../../src/simulator/server.ts';
import { type Running, runBeside } from '../support/beside.ts';
import { runHere } from '../support/cli.ts';
import { startRedis, withoutRedis } from '../support/redis.ts';
import { temporaryFolder } from '../support/temporary.ts';
import { closedPort } from '../support/wrong-servers.ts';

const records = 60;
const inFlight = 4;

test('machines come and go, and the run is that of one', { skip: withoutRedis }, async (t) => {
  const cwd = await temporaryFolder(t);
  const [redis, server] = await Promise.all([
    startRedis(),
    startSimulator({ latencyMs: 200, requestCounts: false }),
  ]);
  t.after(() => Promise.all([redis.close(), server.close()]));
  const declared = {
    ...{ name: 'fleet', about: 'one critic', seed: 1 },
    source: { synthetic: { count: records, seed: 1 } },
    stages: [{ use: 'critic', with: {} }],
    endpoint: { critic: { baseUrl: server.url, model: 'latebench-sim/critic' } },
  };
  for (const machine of ['one', 'a', 'b', 'c']) {
    await mkdir(join(cwd, machine));
    await writeFile(join(cwd, machine, 'fleet.json'), JSON.stringify(declared));
  }
  const alone = await runHere(['run', 'fleet.json', '--run', 'run', '-q', '-c', '32'], {
    cwd: join(cwd, 'one'),
  });
  assert.equal(alone.code, 0, alone.stderr);

  const nowhere = `redis://127.0.0.1:${await closedPort()}`;
  const checked = await runHere(['doctor', '--queue', '--redis', nowhere], { cwd: join(cwd, 'a') });
  assert.equal(checked.code, 1, checked.stdout);
  assert.match(checked.stdout, /fails +redis/);
  const local = await runHere(['run', 'fleet.json', '--run', 'run', '--engine', 'bullmq'], {
    cwd: join(cwd, 'a'),
  });
  assert.equal(local.code, 2);
  assert.match(local.stderr, /--redis/);

  const store = ['--store', join(cwd, 'store'), '--redis', redis.url, '-q'];
  const start = (machine: string, ...words: string[]) => {
    let child: Running | undefined;
    const end = runBeside(t, [...words, ...store], {
      cwd: join(cwd, machine),
      started: (started) => {
        child = started;
      },
    });
    return { end, kill: () => child!.kill('SIGKILL') };
  };
  const coordinate = () => start('a', 'run', 'fleet.json', '--run', 'run', '--engine', 'bullmq');
  const work = (machine: string) => start(machine, 'worker', 'own', '--lock', '2', '-c', String(inFlight));
  const from = server.counts.requests;
  const reached = async (calls: number): Promise<void> => {
    while (server.counts.requests < from + calls) await sleep(5);
  };
  let coordinator = coordinate();
  const [first, second] = [work('b'), work('c')];
  await reached(6);
  first.kill();
  await first.end;
  await reached(14);
  coordinator.kill();
  await coordinator.end;
  coordinator = coordinate();
  const third = work('b');
  const { code, stderr } = await coordinator.end;
  assert.equal(code, 0, stderr);
  assert.equal((await second.end).code, 0, 'a worker ends with its run');
  assert.equal((await third.end).code, 0);
  const paid = server.counts.requests - from;
  assert.ok(paid <= records + inFlight, `${paid} calls for ${records} records`);
  const made = (machine: string) => readFile(join(cwd, machine, 'run', 'records.parquet'));
  assert.deepEqual(await made('a'), await made('one'));
  const status = await runHere(['status', 'run'], { cwd: join(cwd, 'a') });
  assert.match(status.stdout, /state +complete/);
  const told = await runHere(['status', 'run', '--format', 'json'], { cwd: join(cwd, 'a') });
  const { calls, workers, tokens } = JSON.parse(told.stdout) as RunStatus;
  // A machine that goes away takes with it what it has not told of.
  const known = calls.ok - calls.paid_before;
  assert.ok(known <= paid && known >= paid - 4 * inFlight, `${known} of ${paid} calls`);
  assert.ok(workers >= 2 && workers <= 3 && tokens.completion > 0, told.stdout);
  assert.match(status.stdout, /processes so far +\d+ here, [23] workers elsewhere/);
  const verified = await runHere(['verify-run', 'run'], { cwd: join(cwd, 'a') });
  assert.equal(verified.code, 0, verified.stdout + verified.stderr);
  const left = await readdir(join(cwd, 'store'), { recursive: true });
  assert.deepEqual(
    left.filter((name) => name.includes('journal/') || name.endsWith('.json')),
    [],
  );
});
