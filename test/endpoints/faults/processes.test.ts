// Rows 22-26 and 35 of the fault table: what befalls a whole process of the critic command, its run folder and
// the pipe that it writes to.
import assert from 'node:assert/strict';
import type { ChildProcess } from 'node:child_process';
import { open, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { before, type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FaultRule } from '../../../src/simulator/faults/rules.ts';
import { type Simulator, startSimulator } from '../../../src/simulator/server.ts';
import { openJournal } from '../../../src/storage/journal/journal.ts';
import {
  hearing,
  jsonLines,
  latebench,
  type Outcome,
  repository,
  runCommand,
  runHere,
  runShell,
} from '../../support/cli.ts';
import { temporaryFolder } from '../../support/temporary.ts';

const samples = join(repository, 'data', 'samples', 'problems.jsonl');
const calls = 35;
const concurrency = 4;

interface Setting {
  readonly cwd: string;
  readonly server: Simulator;
  run(more?: readonly string[], started?: (child: ChildProcess) => void): Promise<Outcome>;
}

async function setting(t: TestContext, faults: readonly FaultRule[] = [], latencyMs = 60): Promise<Setting> {
  const cwd = await temporaryFolder(t);
  const server = await startSimulator({ latencyMs, faults });
  t.after(() => server.close());
  const args = ['critic', samples, '--endpoint', server.url, '--model', 'latebench-sim/critic'];
  return {
    cwd,
    server,
    run(more = [], started) {
      const whole = [...args, '--run', 'r', '--cache', 'off', '-c', `${concurrency}`, ...more];
      return started === undefined ? runHere(whole, { cwd }) : runCommand(whole, { cwd, started });
    },
  };
}

/** What an undisturbed run writes. */
let whole = '';

before(async (t) => {
  const { run, cwd } = await setting(t as TestContext, [], 0);
  const { stdout } = await run();
  whole = stdout;
  await rm(cwd, { recursive: true, force: true });
});

/** Sends these signals when the server has seen so many calls, each when the one before it has been heard. */
function interrupt(server: Simulator, seen: number, signals: readonly NodeJS.Signals[]) {
  return (child: ChildProcess): void => {
    void (async () => {
      while (server.counts.requests < seen && child.exitCode === null) await sleep(2);
      for (const signal of signals) {
        const heard = hearing(child, /in flight/);
        child.kill(signal);
        if (signals.length > 1) await heard;
      }
    })();
  };
}

/** The calls that the last run of a folder says it paid for. */
async function spentCalls(cwd: string): Promise<number> {
  const manifest = JSON.parse(await readFile(join(cwd, 'r', 'manifest.json'), 'utf8')) as {
    readonly spent: Readonly<Record<string, { readonly calls: number }>>;
  };
  return Object.values(manifest.spent).reduce((sum, { calls: made }) => sum + made, 0);
}

/** After the resumed run: its output, one good reply a key, and calls for nothing but what was in flight. */
async function resumedWell({ cwd, server, run }: Setting, inFlight: number): Promise<void> {
  const outcome = await run();
  assert.equal(outcome.code, 0, outcome.stderr);
  assert.equal(outcome.stdout, whole);
  const { counts } = server;
  assert.ok(counts.requests <= calls + inFlight, `${counts.requests} calls, ${inFlight} in flight`);
  assert.equal(Object.keys(counts.by_request).length, calls);
  const journal = await openJournal(join(cwd, 'r', 'journal', 'critic'));
  assert.equal([...journal.keys()].length, calls);
  const seen = new Set<string>();
  for await (const { key, status } of journal.scan()) {
    assert.equal(status, 200);
    assert.equal(seen.has(key), false, 'no key twice');
    seen.add(key);
  }
  await journal.close();
}

test('row 22: SIGTERM begins nothing new, waits for what is in flight, and leaves with 143', async (t) => {
  const at = await setting(t);
  const { server } = at;
  const outcome = await at.run([], interrupt(server, 9, ['SIGTERM']));
  assert.equal(outcome.code, 143, outcome.stderr);
  const { counts } = server;
  assert.deepEqual([counts.aborted, counts.in_flight], [0, 0]);
  assert.equal(jsonLines(outcome.stdout).length, counts.completed, 'what was answered is in the output');
  assert.ok(counts.completed < calls && whole.startsWith(outcome.stdout));
  const spent = await spentCalls(at.cwd);
  assert.equal(spent, counts.completed);
  await resumedWell(at, 0);
  assert.equal(spent + (await spentCalls(at.cwd)), counts.completed);
});

test('row 23: a second signal leaves at once, and only what was in flight is paid for again', async (t) => {
  const at = await setting(t, [
    { do: 'delay', ms: 20_000, when: { after_calls: 8, for_calls: concurrency } },
  ]);
  const outcome = await at.run([], interrupt(at.server, 8 + concurrency, ['SIGINT', 'SIGINT']));
  assert.equal(outcome.code, 130, outcome.stderr);
  while (at.server.counts.in_flight > 0) await sleep(5);
  assert.deepEqual([at.server.counts.completed, at.server.counts.aborted], [8, concurrency]);
  assert.ok(whole.startsWith(outcome.stdout));
  await resumedWell(at, concurrency);
  assert.equal(at.server.counts.completed, calls);
});

test('row 24: kill -9 loses nothing that was answered, and only what was in flight is paid for again', async (t) => {
  const at = await setting(t);
  const outcome = await at.run([], interrupt(at.server, 17, ['SIGKILL']));
  assert.equal(outcome.signal, 'SIGKILL');
  assert.ok(whole.startsWith(outcome.stdout.slice(0, outcome.stdout.lastIndexOf('\n') + 1)));
  await resumedWell(at, concurrency);
});

/** Fills the memory of its process once a reply of the run is in the journal. */
const takesAllMemory = `
import { readdirSync, statSync } from 'node:fs';
const folder = 'r/journal/critic';
const begun = () => {
  try {
    return readdirSync(folder).some((name) => name.endsWith('.lbj') && statSync(folder + '/' + name).size > 2000);
  } catch {
    return false;
  }
};
setInterval(() => {
  if (!begun()) return;
  const all = [];
  for (;;) all.push(new Array(1e5).fill(all.length));
}, 10);
`;

test('row 24: a process that runs out of memory is resumed like one that was killed', async (t) => {
  const at = await setting(t);
  // Memory is taken by the process itself, as soon as it has begun to work.
  const hog = join(at.cwd, 'hog.mjs');
  await writeFile(hog, takesAllMemory);
  const shell = `node --max-old-space-size=60 --import "${hog}" "${join(repository, 'bin', 'latebench.js')}"`;
  const line = `${shell} critic "${samples}" --endpoint ${at.server.url} --model latebench-sim/critic --run r --cache off -c ${concurrency}`;
  const outcome = await runShell(`ulimit -c 0; ${line}`, { cwd: at.cwd });
  assert.notEqual(outcome.code, 0);
  assert.match(outcome.stderr, /heap out of memory/);
  await resumedWell(at, concurrency);
});

/** The one journal file of a finished run, and where it is. */
async function journalFile(cwd: string): Promise<string> {
  const folder = join(cwd, 'r', 'journal', 'critic');
  const [file, ...others] = (await readdir(folder)).filter((name) => name.endsWith('.lbj'));
  assert.deepEqual([typeof file, others], ['string', []]);
  return join(folder, file!);
}

async function flip(path: string, byte: number): Promise<void> {
  const file = await open(path, 'r+');
  const one = Buffer.alloc(1);
  await file.read(one, 0, 1, byte);
  await file.write(Buffer.from([one[0]! ^ 0x10]), 0, 1, byte);
  await file.close();
}

test('row 25: a torn tail, zeros behind it and a flipped bit cost the replies they hit and no others', async (t) => {
  const at = await setting(t, [], 0);
  assert.equal((await at.run()).code, 0);
  const path = await journalFile(at.cwd);
  const { size } = await stat(path);
  await truncate(path, size - 9);
  await truncate(path, size + 4096);
  await flip(path, Math.floor(size / 2));
  const outcome = await at.run();
  assert.deepEqual([outcome.code, outcome.stdout === whole], [0, true], outcome.stderr);
  assert.match(outcome.stderr, /cut a torn end of/);
  assert.match(outcome.stderr, /moved a damaged stretch of/);
  assert.deepEqual([at.server.counts.completed, await spentCalls(at.cwd)], [calls + 2, 2]);
  await resumedWell(at, 2);
});

test('row 26: a crash between the rename of the output and the manifest is made good by the same command', async (t) => {
  const at = await setting(t, [], 0);
  const output = ['-o', 'out.jsonl'];
  assert.equal((await at.run(output)).code, 0);
  const manifest = await readFile(join(at.cwd, 'r', 'manifest.json'), 'utf8');
  // As a crash leaves them: no manifest, an older output, and a temporary file that nobody will finish.
  await rm(join(at.cwd, 'r', 'manifest.json'));
  await writeFile(join(at.cwd, '.out.jsonl.tmp-0a1b2c3d'), whole.slice(0, 500));
  assert.equal((await at.run(output)).code, 0);
  assert.equal(await readFile(join(at.cwd, 'out.jsonl'), 'utf8'), whole);
  assert.deepEqual([at.server.counts.completed, await spentCalls(at.cwd)], [calls, 0]);
  const { counts, inputs, stages } = JSON.parse(manifest);
  const again = JSON.parse(await readFile(join(at.cwd, 'r', 'manifest.json'), 'utf8'));
  assert.deepEqual(
    { counts, inputs, stages },
    { counts: again.counts, inputs: again.inputs, stages: again.stages },
  );
});

test('row 35: a reader that closes the pipe ends the work with 0; what is paid for stays paid for', async (t) => {
  // Calls are under way for long enough that the reader has gone before all of them are answered.
  const at = await setting(t, [{ do: 'delay', ms: 1500, when: { after_calls: 12, for_calls: concurrency } }]);
  const line = `${latebench} critic "${samples}" --endpoint ${at.server.url} --model latebench-sim/critic --run r --cache off -c ${concurrency}`;
  const { stdout, stderr } = await runShell(`(${line}; echo "ended with $?" >&2) | head -1`, { cwd: at.cwd });
  assert.equal(`${stdout}`, whole.slice(0, whole.indexOf('\n') + 1));
  assert.match(stderr, /^ended with 0$/m);
  assert.doesNotMatch(stderr, /EPIPE|\n\s+at /);
  while (at.server.counts.in_flight > 0) await sleep(5);
  const { completed, aborted } = at.server.counts;
  assert.ok(completed < calls && aborted <= concurrency, `${completed} completed, ${aborted} aborted`);
  await resumedWell(at, concurrency);
});

test('row 35: a slow reader holds the calls back', async (t) => {
  const cwd = await temporaryFolder(t);
  const server = await startSimulator();
  t.after(() => server.close());
  const text = 'so that it is long '.repeat(400);
  const lines = Array.from({ length: 400 }, (_, n) => {
    const steps = [`${n} + 2 = ${n + 2} ${text}`, `\\boxed{${n + 2}}`];
    return `${JSON.stringify({ id: `r${n}`, problem: `Add ${n} and 2.`, steps, error_steps: null })}\n`;
  });
  await writeFile(join(cwd, 'in.jsonl'), lines.join(''));
  const line = `${latebench} critic in.jsonl --endpoint ${server.url} --model latebench-sim/critic --cache off -c 4`;
  const reader = '{ read -r first; until [ -e go ]; do sleep 0.05; done; cat; }';
  const reading = runShell(`${line} | ${reader} > out.jsonl`, { cwd });
  let max = 0;
  let still = 0;
  // Until no call has come for a while: the command is waiting for its reader.
  while (still < 50) {
    await sleep(10);
    still = server.counts.requests === max && max > 0 ? still + 1 : 0;
    max = server.counts.requests;
  }
  await writeFile(join(cwd, 'go'), '');
  assert.ok(max < 120, `${max} of 400 calls were made for a reader that does not read`);
  const outcome = await reading;
  assert.equal(outcome.code, 0, outcome.stderr);
  assert.equal(server.counts.completed, 400);
});
