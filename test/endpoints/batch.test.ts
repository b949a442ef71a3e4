// Calls by way of the Batch API, against the simulated endpoint as a separate server: results out of order, requests
// that expire, a process that is killed between submitting and fetching, batches nobody knows any more.
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { BatchSettings } from '../../src/simulator/batches.ts';
import { type Simulator, startSimulator } from '../../src/simulator/server.ts';
import { jsonLines, runCommand, runHere, runInTurn } from '../support/cli.ts';
import { temporaryFolder } from '../support/temporary.ts';

const records = 12;

async function setting(
  t: TestContext,
  batches: BatchSettings = {},
): Promise<{ cwd: string; server: Simulator; pipeline: string[] }> {
  const cwd = await temporaryFolder(t);
  const server = await startSimulator({ batches });
  t.after(() => server.close());
  const declaration = {
    name: 'by-batch',
    about: 'late errors and a critic with two votes',
    source: { synthetic: { count: records, seed: 1 } },
    stages: [
      { use: 'inject', with: { cleanFraction: 0.5 } },
      { use: 'critic', with: { votes: 2 } },
    ],
    sinks: [{ file: 'final.jsonl' }],
    endpoint: {
      inject: { baseUrl: server.url, model: 'latebench-sim/injector' },
      critic: { baseUrl: server.url, model: 'latebench-sim/critic' },
    },
    seed: 1,
  };
  await writeFile(join(cwd, 'p.json'), JSON.stringify(declaration));
  return { cwd, server, pipeline: ['run', 'p.json', '--cache', 'off'] };
}

const final = (cwd: string, run: string): Promise<string> => readFile(join(cwd, run, 'final.jsonl'), 'utf8');
const batchLog = async (cwd: string, run: string): Promise<Record<string, unknown>[]> =>
  jsonLines(await readFile(join(cwd, run, 'batches.jsonl'), 'utf8'));

test('batches give the same records as calls, out of order and with requests that expire', async (t) => {
  const { cwd, server, pipeline } = await setting(t, { expire: 0.3 });
  const direct = await runHere([...pipeline, '--run', 'd'], { cwd });
  assert.equal(direct.code, 0, direct.stderr);
  const needed = server.counts.completed;
  const batched = await runHere([...pipeline, '--run', 'b', '--batch'], { cwd });
  assert.equal(batched.code, 0, batched.stderr);
  assert.equal(await final(cwd, 'b'), await final(cwd, 'd'));
  assert.equal(server.counts.completed, 2 * needed);
  assert.ok(Object.values(server.counts.by_request).every((count) => count === 2));
  const log = await batchLog(cwd, 'b');
  const again = log.reduce((sum, { to_send_again: count }) => sum + Number(count ?? 0), 0);
  assert.ok(again > 0, 'nothing expired');
});

test('a run killed after it submitted picks its batches up another day', async (t) => {
  const { cwd, server, pipeline } = await setting(t, { timeMs: 600 });
  const words = [...pipeline, '--run', 'b', '--batch'];
  const killed = await runCommand(words, {
    cwd,
    started(child) {
      void (async () => {
        while (!existsSync(join(cwd, 'b', 'batches.jsonl'))) await sleep(10);
        child.kill('SIGKILL');
      })();
    },
  });
  assert.equal(killed.signal, 'SIGKILL');
  // As if the kill had come between the provider's answer and our line.
  const lines = (await readFile(join(cwd, 'b', 'batches.jsonl'), 'utf8')).trimEnd().split('\n');
  await writeFile(join(cwd, 'b', 'batches.jsonl'), `${lines.slice(0, -1).join('\n')}{"torn`);

  const left = await runHere([...words, '--batch-wait', '0'], { cwd });
  assert.equal(left.code, 4, left.stderr);
  assert.match(left.stderr, /run the command again, any day/);
  const done = await runHere(words, { cwd });
  assert.equal(done.code, 0, done.stderr);
  assert.ok(Object.values(server.counts.by_request).every((count) => count === 1));
  assert.equal((await final(cwd, 'b')).trimEnd().split('\n').length, records);
});

test('a batch that the provider has forgotten is sent again', async (t) => {
  const { cwd, server, pipeline } = await setting(t, { timeMs: 60_000 });
  const words = [...pipeline, '--run', 'b', '--batch'];
  assert.equal((await runHere([...words, '--batch-wait', '0'], { cwd })).code, 4);
  await server.close();
  const log = join(cwd, 'b', 'batches.jsonl');
  await writeFile(log, (await readFile(log, 'utf8')).replaceAll(/"at":"\d{4}/g, '"at":"2020'));
  const other = await startSimulator({ port: Number(new URL(server.url).port) });
  t.after(() => other.close());
  const done = await runHere(words, { cwd });
  assert.equal(done.code, 0, done.stderr);
  assert.match(done.stderr, /not known there any more/);
  assert.ok((await readdir(join(cwd, 'b', 'batches'))).length > 2);
});

test('a filter by batches needs files and a run folder, and stops at the budget', async (t) => {
  const { cwd, server } = await setting(t);
  const made = await runHere(['ingest', '--adapter', 'synthetic', '--n', '20', '-o', 'in.jsonl'], { cwd });
  assert.equal(made.code, 0);
  const critic = [
    'critic',
    '--base-url',
    server.url,
    '--model',
    'latebench-sim/critic',
    '--cache',
    'off',
    '--batch',
  ];
  const [nowhere, piped] = await runInTurn(
    [{ args: [...critic, 'in.jsonl'] }, { args: [...critic, '--run', 'r'], input: '{}' }],
    { cwd },
  );
  assert.match(nowhere!.stderr, /name a run folder/);
  assert.match(piped!.stderr, /name files/);

  const limited = await runHere([...critic, '--run', 'r', '--budget-tokens', '15000', 'in.jsonl'], {
    cwd,
  });
  assert.equal(limited.code, 4, limited.stderr);
  assert.match(limited.stderr, /LB_BUDGET/);
  assert.ok(server.counts.completed < 20);
  await rm(join(cwd, 'r', 'budget'), { recursive: true });
  const rest = await runHere([...critic, '--run', 'r', 'in.jsonl'], { cwd });
  assert.equal(rest.code, 0, rest.stderr);
  assert.deepEqual([jsonLines(rest.stdout).length, server.counts.completed], [20, 20]);
});
