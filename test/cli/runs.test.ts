// `latebench runs`: what a listing says of complete, running and killed runs, and what is never removed.
import assert from 'node:assert/strict';
import type { ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { copyFile, cp, mkdir, mkdtemp, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { simulationNotice } from '../../src/report/simulation.ts';
import { textWidth } from '../../src/report/text-width.ts';
import { startSimulator } from '../../src/simulator/server.ts';
import { runCommand, runHere, type TurnOutcome } from '../support/cli.ts';
import { temporaryFolder } from '../support/temporary.ts';

let home = '';
const small = (name: string) => ({
  name,
  about: 'a few late errors and one critic',
  source: { files: [join(home, 'in.jsonl')], limit: 6 },
  stages: [
    { use: 'inject', with: { cleanFraction: 0.5 } },
    { use: 'critic', with: { votes: 2 } },
  ],
  endpoint: 'sim',
  seed: 1,
});

before(async () => {
  home = await mkdtemp(join(tmpdir(), 'latebench-runs-test-'));
  await copyFile('data/samples/problems.jsonl', join(home, 'in.jsonl'));
  await writeFile(join(home, 'small.json'), JSON.stringify(small('small')));
  const made = await runHere(['run', 'small.json', '--run', 'made', '-q'], { cwd: home });
  assert.equal(made.code, 0, made.stderr);
});
after(() => rm(home, { recursive: true, force: true }));

/** A folder with a run of its own under each of these names. */
async function withRuns(t: Parameters<typeof temporaryFolder>[0], ...names: string[]): Promise<string> {
  const cwd = await temporaryFolder(t);
  await mkdir(join(cwd, 'runs'));
  for (const name of names) await cp(join(home, 'made'), join(cwd, 'runs', name), { recursive: true });
  return cwd;
}

const asked = (cwd: string, ...args: string[]): Promise<TurnOutcome> => runHere(['runs', ...args], { cwd });

interface Listed {
  readonly run: string;
  readonly state: string;
  readonly pipeline: string | null;
  readonly simulated: boolean;
  readonly records: number | null;
  readonly f1: number | null;
  readonly usd: number | null;
  readonly bytes: number;
}

async function listed(cwd: string, ...args: string[]): Promise<Listed[]> {
  const { code, stdout, stderr } = await asked(cwd, 'list', '--format', 'json', ...args);
  assert.equal(code, 0, stderr);
  return JSON.parse(stdout) as Listed[];
}

/** Makes the stored replies of a run those of a model that costs money, as far as its files say. */
async function asPaid(folder: string): Promise<void> {
  for (const name of ['manifest.json', 'events.jsonl']) {
    const text = await readFile(join(folder, name), 'utf8');
    await writeFile(join(folder, name), text.replaceAll('latebench-sim/', 'company/'));
  }
}

test('runs are listed with what they came to, the newest first, and simulated ones say so', async (t) => {
  const cwd = await withRuns(t, 'early', 'late');
  const manifest = join(cwd, 'runs', 'early', 'manifest.json');
  const facts = JSON.parse(await readFile(manifest, 'utf8')) as object;
  await writeFile(
    manifest,
    JSON.stringify({ ...facts, created_at: '2020-01-01T00:00:00.000Z', complete: false }),
  );
  await rm(join(cwd, 'runs', 'early', 'summary.json'));
  await mkdir(join(cwd, 'runs', 'notes'));
  await writeFile(join(cwd, 'runs', 'notes', 'manifest.json'), '{"name":"an application"}');
  const runs = await listed(cwd);
  assert.deepEqual(
    runs.map(({ run, state }) => [run, state]),
    [
      ['runs/late', 'complete'],
      ['runs/early', 'stopped'],
    ],
  );
  const summary = JSON.parse(await readFile(join(home, 'made', 'summary.json'), 'utf8')) as {
    critics: { processbench: { f1: number | null } }[];
  };
  const { pipeline, simulated, records, f1, bytes } = runs[0]!;
  assert.deepEqual(
    { pipeline, simulated, records, f1 },
    { pipeline: 'small', simulated: true, records: 6, f1: summary.critics[0]!.processbench.f1 },
  );
  assert.ok(bytes > (await stat(join(home, 'made', 'records.parquet'))).size);
  const table = await asked(cwd, 'list');
  assert.match(table.stdout, /^run +when +pipeline +state +records +F1 +spend +size$/m);
  assert.match(table.stdout, /runs\/early +2020-01-01 +small +stopped +6 +—\*/);
  assert.ok(table.stdout.includes(`* ${simulationNotice}`));
  assert.deepEqual(await listed(cwd, 'runs/late'), [runs[0]]);
  const missing = await asked(cwd, 'list', 'runs/none');
  assert.equal(missing.code, 2, missing.stderr);
  const none = await asked(await temporaryFolder(t), 'list');
  assert.deepEqual([none.code, none.stdout], [0, '']);
});

test('a listing of long names fits 80 columns', async (t) => {
  const cwd = await withRuns(t, '2026-11-23T04-43-26Z', 'a-long-name-that-somebody-gave-to-a-run');
  for (const action of ['list', 'du']) {
    const { stdout } = await asked(cwd, action);
    const wide = stdout.split('\n').filter((line) => textWidth(line) > 80);
    assert.deepEqual(wide, []);
  }
});

test('the sizes by kind add up to those of the files, and show lists the files under the status', async (t) => {
  const cwd = await withRuns(t, 'one', 'two');
  const { stdout } = await asked(cwd, 'du', '--format', 'json');
  const { runs, total } = JSON.parse(stdout) as {
    runs: Record<string, number>[];
    total: Record<string, number>;
  };
  for (const row of [...runs, total]) {
    const { total: all, run: _, ...kinds } = row;
    assert.equal(
      Object.values(kinds).reduce((sum, bytes) => sum + bytes, 0),
      all,
    );
  }
  assert.equal(total.total, runs[0]!.total! * 2);
  const { size } = await stat(join(home, 'made', 'report.html'));
  assert.ok(runs[0]!.reports! >= size && runs[0]!.replies! > 0 && runs[0]!.events! > 0);
  assert.equal(runs[0]!.other, 0);
  const shown = await asked(cwd, 'show', 'runs/one');
  assert.match(shown.stdout, /state +complete/);
  assert.match(shown.stdout, /records\.parquet +records/);
  assert.match(shown.stdout, /journal\/critic\/.*replies/s);
});

test('removing takes what was named; a dry run takes nothing, and latest is the newest that is left', async (t) => {
  const cwd = await withRuns(t, 'kept', 'old', 'older');
  await writeFile(join(cwd, 'runs', '.latest'), 'old\n');
  const dry = await asked(cwd, 'rm', '--dry-run', 'runs/old');
  assert.equal(dry.code, 0, dry.stderr);
  assert.match(dry.stderr, /dry run: 0 calls; runs\/old, .* of replies\), would be removed/);
  assert.ok(existsSync(join(cwd, 'runs', 'old', 'manifest.json')));
  const gone = await asked(cwd, 'rm', 'latest', 'runs/older/');
  assert.equal(gone.code, 0, gone.stderr);
  assert.deepEqual(
    (await listed(cwd)).map(({ run }) => run),
    ['runs/kept'],
  );
  assert.equal(await readFile(join(cwd, 'runs', '.latest'), 'utf8'), 'kept\n');
  assert.equal((await asked(cwd, 'rm', 'runs/kept')).code, 0);
  assert.deepEqual(await listed(cwd), []);
  assert.equal(existsSync(join(cwd, 'runs', '.latest')), false);
});

test('replies that were paid for go only with --replies', async (t) => {
  const cwd = await withRuns(t, 'paid', 'free');
  await asPaid(join(cwd, 'runs', 'paid'));
  const kept = await asked(cwd, 'rm', 'runs/free', 'runs/paid');
  assert.equal(kept.code, 2);
  assert.match(kept.stderr, /runs\/paid has .* of replies that were paid for; --replies/);
  // All are checked before the first is removed.
  assert.ok(existsSync(join(cwd, 'runs', 'free')));
  const gone = await asked(cwd, 'rm', '--replies', 'runs/paid');
  assert.equal(gone.code, 0, gone.stderr);
  assert.equal(existsSync(join(cwd, 'runs', 'paid')), false);
});

test('what is no run, has files of others or is reached through a link is not removed', async (t) => {
  const cwd = await withRuns(t, 'mine', 'shared');
  const outside = await withRuns(t, 'theirs');
  await symlink(join(outside, 'runs', 'theirs'), join(cwd, 'runs', 'link'));
  await symlink(join(outside, 'runs'), join(cwd, 'elsewhere'));
  await mkdir(join(cwd, 'application'));
  await writeFile(join(cwd, 'application', 'manifest.json'), '{"name":"an application"}');
  await mkdir(join(cwd, 'runs', 'shared', 'annotations'));
  await writeFile(join(cwd, 'runs', 'shared', 'annotations', 'ada.jsonl'), '{}\n');
  const refusals: readonly (readonly [string, RegExp])[] = [
    ['runs/link', /is behind a link/],
    ['elsewhere/theirs', /is behind a link/],
    ['application', /application is not a run folder/],
    ['runs', /runs is not a run folder/],
    ['in.jsonl', /no such folder/],
    ['runs/shared', /files that a run does not make \(annotations\)/],
  ];
  for (const [path, words] of refusals) {
    const { code, stderr } = await asked(cwd, 'rm', '--replies', path);
    assert.equal(code, 2, path);
    assert.match(stderr, words);
  }
  const inside = await runHere(['runs', 'rm', '.'], { cwd: join(cwd, 'runs', 'mine') });
  assert.equal(inside.code, 2);
  assert.match(inside.stderr, /holds the current folder/);
  assert.ok(existsSync(join(cwd, 'application', 'manifest.json')));
  assert.ok(existsSync(join(outside, 'runs', 'theirs', 'manifest.json')));
});

test('a run at work is listed as running and is not removed; killed, it is listed as killed and is removed', async (t) => {
  const cwd = await temporaryFolder(t);
  await mkdir(join(cwd, 'runs'));
  await writeFile(join(cwd, 'slow.json'), JSON.stringify({ ...small('slow'), endpoint: undefined }));
  // Replies that do not come while the test looks.
  const server = await startSimulator({ latencyMs: 600_000 });
  t.after(() => server.close());
  const work = join(cwd, 'runs', 'work');
  let child: ChildProcess | undefined;
  const to = ['--endpoint', server.url, '--model', 'latebench-sim/critic'];
  const ended = runCommand(['run', 'slow.json', '--run', 'runs/work', '-q', ...to], {
    cwd,
    started: (one) => {
      child = one;
    },
  });
  t.after(() => child?.kill('SIGKILL'));
  while (server.counts.requests === 0) {
    assert.equal(child!.exitCode, null, 'the run ended before it was looked at');
    await sleep(2);
  }
  const [running] = await listed(cwd);
  assert.deepEqual([running!.run, running!.state, running!.pipeline], ['runs/work', 'running', 'slow']);
  assert.deepEqual([running!.records, running!.f1], [null, null]);
  const busy = await asked(cwd, 'rm', '--replies', 'runs/work');
  assert.match(busy.stderr, /runs\/work: a process is working in it/);
  assert.notEqual(busy.code, 0);
  assert.ok(existsSync(resolve(work, 'run.lock')));
  child!.kill('SIGKILL');
  assert.equal((await ended).signal, 'SIGKILL');
  assert.deepEqual(
    (await listed(cwd)).map(({ state }) => state),
    ['killed'],
  );
  const gone = await asked(cwd, 'rm', '--replies', 'runs/work');
  assert.equal(gone.code, 0, gone.stderr);
  assert.equal(existsSync(work), false);
});
