// A grid whose calls a worker makes: the same numbers as on one machine, and each shared call once.
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { startSimulator } from '../../src/simulator/server.ts';
import { runBeside } from '../support/beside.ts';
import { repository, runHere } from '../support/cli.ts';
import { startRedis, withoutRedis } from '../support/redis.ts';
import { temporaryFolder } from '../support/temporary.ts';

test('a grid on the queue comes to what it comes to on one machine', { skip: withoutRedis }, async (t) => {
  const cwd = await temporaryFolder(t);
  const redis = await startRedis();
  t.after(() => redis.close());
  const server = await startSimulator({});
  t.after(() => server.close());
  const declared = {
    name: 'queued-grid',
    about: 'four settings of one critic, on a queue',
    source: { files: [join(repository, 'data', 'samples', 'late-errors-test.jsonl')], limit: 6 },
    stages: [{ use: 'critic', with: { temperature: 1 } }],
    grid: { vary: { wording: ['maths', 'deltabench'], votes: [1, 3] } },
    endpoint: { critic: { baseUrl: server.url, model: 'latebench-sim/critic' } },
    seed: 1,
  };
  await writeFile(join(cwd, 'g.json'), JSON.stringify(declared));
  const queue = ['--redis', redis.url, '--cache', 'off'];
  const run = runHere(['run', 'g.json', '--run', 'q', '--engine', 'bullmq', ...queue], { cwd });
  let ended = false;
  const outcome = run.finally(() => {
    ended = true;
  });
  while (!ended && !existsSync(join(cwd, 'q', 'queue.json'))) await sleep(20);
  assert.ok(!ended, (await Promise.race([outcome, { stderr: '' }])).stderr);
  const worker = await runBeside(t, ['worker', 'q', '-c', '4', ...queue], { cwd });
  assert.equal(worker.code, 0, worker.stderr);
  const { code, stdout, stderr } = await outcome;
  assert.equal(code, 0, stderr);
  assert.match(stdout, /^Calls: made by workers, [\d,]+ if each cell/m);
  assert.equal(server.counts.requests, 6 * 2 * 3);
  const here = await runHere(['run', 'g.json', '--run', 'd', '--cache', 'off'], { cwd });
  assert.equal(here.code, 0, here.stderr);
  assert.equal(
    await readFile(join(cwd, 'q', 'grid.json'), 'utf8'),
    await readFile(join(cwd, 'd', 'grid.json'), 'utf8'),
  );
});
