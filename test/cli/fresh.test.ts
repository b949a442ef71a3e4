// --fresh: a run that asks again in spite of journal and cache, and pays once for what it gets, however often it is killed.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Simulator, startSimulator } from '../../src/simulator/server.ts';
import { openJournal } from '../../src/storage/journal/journal.ts';
import { repository, runCommand, runHere } from '../support/cli.ts';
import { temporaryFolder } from '../support/temporary.ts';

const samples = join(repository, 'data', 'samples', 'problems.jsonl');
const calls = 35;

interface Setting {
  readonly cwd: string;
  readonly server: Simulator;
  readonly args: readonly string[];
  /** Runs the command and counts the calls that reach the server. */
  paidBy(...more: readonly string[]): Promise<{ code: number | null; stderr: string; paid: number }>;
}

async function setting(t: TestContext, latencyMs = 0): Promise<Setting> {
  const cwd = await temporaryFolder(t);
  const server = await startSimulator({ latencyMs });
  t.after(() => server.close());
  const args = ['critic', samples, '--endpoint', server.url, '--model', 'latebench-sim/critic', '-c', '5'];
  return {
    cwd,
    server,
    args,
    async paidBy(...more) {
      const before = server.counts.requests;
      const { code, stderr } = await runHere([...args, ...more], { cwd });
      return { code, stderr, paid: server.counts.requests - before };
    },
  };
}

async function attempts(journal: string): Promise<number[]> {
  const open = await openJournal(journal);
  const counts = await Promise.all([...open.keys()].map(async (key) => (await open.entries(key)).length));
  await open.close();
  return [...new Set(counts)];
}

test('--fresh makes every call again, keeps both replies, and leaves later runs the newest', async (t) => {
  const { cwd, paidBy } = await setting(t);
  assert.equal((await paidBy('--run', 'r')).paid, calls);
  assert.equal((await paidBy('--run', 'r', '--cache', 'off')).paid, 0, 'the journal answers');
  assert.equal((await paidBy('--run', 'r', '--fresh')).paid, calls);
  assert.deepEqual(await attempts(join(cwd, 'r', 'journal', 'critic')), [2]);
  assert.equal((await paidBy('--run', 'r')).paid, 0);
  assert.equal(
    (await paidBy('--run', 'r', '--fresh', '--cache', 'read')).paid,
    calls,
    'a fresh run that ended is over',
  );
  assert.equal((await paidBy('--run', 'other', '--fresh')).paid, calls, 'the cache is not used');
  assert.equal((await paidBy('--run', 'third')).paid, 0, 'and the cache still is there');
});

test('the replies of a fresh run are added to a cache that has none', async (t) => {
  const { paidBy } = await setting(t);
  assert.equal((await paidBy('--run', 'r', '--fresh')).paid, calls);
  assert.equal((await paidBy('--run', 'other')).paid, 0);
});

test('without a run folder --fresh works on the journal of the same command', async (t) => {
  const { paidBy } = await setting(t);
  assert.equal((await paidBy('--cache', 'off')).paid, calls);
  assert.equal((await paidBy('--cache', 'off', '--fresh')).paid, calls);
  assert.equal((await paidBy('--cache', 'off')).paid, 0);
});

test('a fresh run that is killed and repeated pays only for what was in flight', async (t) => {
  const { cwd, server, args, paidBy } = await setting(t, 15);
  assert.equal((await paidBy('--run', 'r')).paid, calls);
  const before = server.counts.requests;
  const killed = await runCommand([...args, '--run', 'r', '--fresh'], {
    cwd,
    started: (child) =>
      void (async () => {
        while (server.counts.requests < before + 15 && child.exitCode === null) await sleep(2);
        child.kill('SIGKILL');
      })(),
  });
  assert.equal(killed.signal, 'SIGKILL');
  const resumed = await paidBy('--run', 'r', '--fresh');
  assert.match(resumed.stderr, /resuming the interrupted fresh run of 2/);
  const paid = server.counts.requests - before;
  assert.ok(paid >= calls && paid <= calls + 5, `${paid} calls`);
  assert.equal((await paidBy('--run', 'r', '--fresh')).paid, calls, 'then the next one begins');
});

test('a fresh run that a budget stopped resumes where it was', async (t) => {
  const { paidBy } = await setting(t);
  assert.equal((await paidBy('--run', 'r')).paid, calls);
  const stopped = await paidBy('--run', 'r', '--fresh', '--budget-tokens', '20000');
  assert.equal(stopped.code, 4, stopped.stderr);
  assert.ok(stopped.paid > 0 && stopped.paid < calls, `${stopped.paid} calls`);
  const rest = await paidBy('--run', 'r', '--fresh', '--budget-tokens', '10000000');
  assert.deepEqual([rest.code, rest.paid], [0, calls - stopped.paid]);
});

test('a whole pipeline is run again with --fresh, and verify-run finds what it wrote', async (t) => {
  const { cwd, server } = await setting(t);
  const args = [
    'run',
    'quickstart',
    '--endpoint',
    server.url,
    '--model',
    'latebench-sim/critic',
    '--run',
    'q',
  ];
  const few = [...args, '--set', 'source.synthetic.count=4'];
  assert.equal((await runHere(few, { cwd })).code, 0);
  const first = server.counts.requests;
  assert.equal((await runHere(few, { cwd })).code, 0);
  assert.equal(server.counts.requests, first);
  const fresh = await runHere([...few, '--fresh'], { cwd });
  assert.equal(fresh.code, 0, fresh.stderr);
  assert.equal(server.counts.requests, 2 * first);
  assert.equal((await runHere(['verify-run', 'q'], { cwd })).code, 0);
});

test('--fresh is refused with --offline, makes no call in a dry run, and pools have --rebuild in its place', async (t) => {
  const { cwd, server, paidBy } = await setting(t);
  const refused = await paidBy('--fresh', '--offline');
  assert.deepEqual([refused.code, refused.paid], [2, 0]);
  assert.match(refused.stderr, /--fresh makes every call again, and --offline forbids calls/);
  const dry = await paidBy('--fresh', '--dry-run', '--run', 'r');
  assert.deepEqual([dry.code, dry.paid], [0, 0]);
  await assert.rejects(readFile(join(cwd, 'r', 'journal', 'fresh-run')));
  const pool = await runHere(['pool', 'build', samples, '--fresh', '--endpoint', server.url], { cwd });
  assert.deepEqual([pool.code, server.counts.requests], [2, 0]);
});
