// A person who interrupts everything: Ctrl-C once and twice, a closed pipe, kill -9, at many points of a command and of a
// pipeline. Each time the command is run again: it says that it can be, nothing half-written has its final name, hardly
// a call is paid for twice, and the result is that of a run that nobody touched.
import assert from 'node:assert/strict';
import type { ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { copyFile, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { startSimulator } from '../../src/simulator/server.ts';
import { latebench, type Outcome, repository, runCommand, runHere, runShell } from '../support/cli.ts';
import { temporaryFolder } from '../support/temporary.ts';

const inFlight = 4;

/** Seen from outside: what a person does when the server has answered so many calls more. */
type Interruption = 'once' | 'twice' | 'kill';

test('interrupted at many points, and run again', async (t) => {
  const [cwd, calm] = [await temporaryFolder(t), await temporaryFolder(t)];
  const [server, other] = [await startSimulator({ latencyMs: 15 }), await startSimulator()];
  t.after(() => Promise.all([server.close(), other.close()]));
  const prepare = async (folder: string, url: string): Promise<void> => {
    const samples = join(repository, 'data', 'samples');
    await copyFile(join(samples, 'problems.jsonl'), join(folder, 'in.jsonl'));
    const endpoint = (role: string) => ({ baseUrl: url, model: `latebench-sim/${role}` });
    const declared = {
      ...{ name: 'late', about: 'errors and a critic', seed: 1 },
      source: { files: ['in.jsonl'], limit: 16 },
      stages: [
        { use: 'inject', with: { cleanFraction: 0.5, verifyVotes: 0 } },
        { use: 'critic', with: { votes: 4 } },
      ],
      endpoint: { critic: endpoint('critic'), inject: endpoint('injector') },
    };
    await writeFile(join(folder, 'late.json'), JSON.stringify(declared));
  };
  await Promise.all([prepare(cwd, server.url), prepare(calm, other.url)]);
  const run = ['run', 'late.json', '--run', 'run', '-q', '-c', String(inFlight), '--cache', 'off'];
  const expected = await runHere(run, { cwd: calm });
  assert.equal(expected.code, 0, expected.stderr);
  const whole = other.counts.completed;

  /** Runs it until the server has got so many calls more, and interrupts it then. */
  const interrupted = async (args: readonly string[], after: number, how: Interruption): Promise<Outcome> => {
    const from = server.counts.requests;
    let child: ChildProcess | undefined;
    let ended = false;
    const outcome = runCommand(args, {
      cwd,
      started: (started) => {
        child = started;
      },
    }).finally(() => {
      ended = true;
    });
    while (server.counts.requests < from + after && !ended) await sleep(2);
    if (how === 'kill') child!.kill('SIGKILL');
    else child!.kill('SIGINT');
    if (how === 'twice') child!.kill('SIGINT');
    return outcome;
  };

  const done = join(cwd, 'run', 'records.parquet');
  let attempts = 0;
  for (const [after, how] of [
    [1, 'once'],
    [6, 'kill'],
    [12, 'twice'],
    [20, 'once'],
  ] as const) {
    const { code, signal, stderr } = await interrupted(run, after, how);
    attempts += 1;
    if (how === 'kill') assert.equal(signal, 'SIGKILL');
    else {
      assert.equal(code, 130, stderr);
      assert.match(stderr, /interrupted; run the command again to resume$/m);
    }
    assert.doesNotMatch(stderr, /\n {4}at /, 'no trace of the program');
    assert.ok(!existsSync(done), 'no final name before its time');
    const early = await runHere(['score', 'run'], { cwd });
    assert.equal(early.code, 2);
    assert.match(early.stderr, /run has no records: its run has not finished; begin it again to resume it/);
  }
  const resumed = await runHere(run, { cwd });
  assert.equal(resumed.code, 0, resumed.stderr);
  assert.deepEqual(await readFile(done), await readFile(join(calm, 'run', 'records.parquet')));
  const timeless = (text: string): string => text.replaceAll(/\d+(\.\d+)? s\b/g, '');
  assert.equal(timeless(resumed.stdout), timeless(expected.stdout));
  const again = server.counts.requests - whole;
  assert.ok(again <= attempts * inFlight, `${again} calls of ${whole} were made again`);
  const { code } = await runHere(['verify-run', 'run'], { cwd });
  assert.equal(code, 0);
  const once = server.counts.requests;
  assert.equal((await runHere(run, { cwd })).code, 0);
  assert.equal(server.counts.requests, once, 'a finished run asks for nothing');

  // A pipe whose reader has seen enough, and a file that was to hold everything.
  const critic = `critic --endpoint ${server.url} --model latebench-sim/critic -c ${inFlight} run/records.parquet`;
  const head = await runShell(`${latebench} ${critic} --seed 9 -q | head -n 1 | wc -l`, { cwd });
  assert.deepEqual([head.code, head.stdout.trim(), head.stderr], [0, '1', '']);
  const file = [...critic.split(' '), '--seed', '9', '-o', 'judged.jsonl'];
  const stopped = await interrupted(file, 2, 'once');
  if (stopped.code !== 0) {
    assert.equal(stopped.code, 130, stopped.stderr);
    assert.ok(!existsSync(join(cwd, 'judged.jsonl')));
  }
  assert.equal((await runHere(file, { cwd })).code, 0);
  assert.deepEqual(
    (await readdir(cwd)).filter((name) => name.includes('.tmp')),
    [],
    'what was left unfinished is removed',
  );
});
