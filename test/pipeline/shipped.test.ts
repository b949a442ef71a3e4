// The pipelines that come along run from an empty folder, with nothing set up: here on fewer records and samples.
import assert from 'node:assert/strict';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { pipelineNames } from '../../src/pipeline/pipeline-names.ts';
import { node, runHere, runShell } from '../support/cli.ts';
import { temporaryFolder } from '../support/temporary.ts';

/** Less of everything, so that it takes seconds; nothing that a pipeline lacks. */
const smaller: Readonly<Record<string, readonly string[]>> = {
  quickstart: [
    'source.synthetic.count=4',
    'stages.0.with.minSteps=12',
    'critic.votes=2',
    'score.bootstrap=20',
  ],
  'critic-benchmark': [
    'source.limit=8',
    'stages.1.with.votes=2',
    'stages.3.with.votes=2',
    'score.bootstrap=20',
  ],
  'critic-grid': ['source.limit=8', 'grid.vary.votes=[1,2]', 'score.bootstrap=20'],
  'injection-batch': ['source.synthetic.count=12', 'difficulty.votes=1', 'score.bootstrap=20'],
  'pool-build': ['source.limit=6', 'pool.n=2', 'pool.grow=2', 'pool.maxTokens=8'],
  'vote-sweep': ['pool.n=8', 'pool.problems=2', 'pool.maxTokens=8', 'vote.k=[4,8]', 'vote.repeat=2'],
  publish: [],
};

/** What each leaves in its run folder, or beside it. */
const left: Readonly<Record<string, string>> = {
  quickstart: 'run/report.html',
  'critic-benchmark': 'run/leaderboard.md',
  'critic-grid': 'run/grid.html',
  'injection-batch': 'run/injection.html',
  'pool-build': 'data/pools/samples/manifest.jsonl',
  'vote-sweep': 'run/2-vote/summary.json',
  publish: 'data/published/late-errors/manifest.json',
};

test('every pipeline that comes along runs from an empty folder', async (t) => {
  // ProcessBench is read from the hub: processbench-preset.test.ts has one on loopback.
  const local = pipelineNames.filter((name) => name !== 'processbench');
  assert.deepEqual(Object.keys(smaller).toSorted(), local.toSorted());
  for (const [name, changes] of Object.entries(smaller)) {
    // What the whole dataset build says is tested where it is built.
    if (name === 'publish') continue;
    const cwd = await temporaryFolder(t);
    const sets = changes.flatMap((change) => ['--set', change]);
    const { code, stderr, stdout } = await runHere(['run', name, '--run', 'run', '-q', ...sets], { cwd });
    assert.equal(code, 0, `${name}: ${stderr}`);
    assert.match(stdout, /made by a simulation|Run folder/, name);
    const folders = await readdir(cwd, { recursive: true });
    assert.ok(folders.includes(left[name]!), `${name}: ${left[name]}`);
  }
});

test('run() runs them as well, from a program in an empty folder', async (t) => {
  const cwd = await temporaryFolder(t);
  const [library, load] = ['index', 'pipeline/load'].map((name) =>
    join(process.cwd(), 'dist', 'src', `${name}.js`),
  );
  const program = `import { run } from ${JSON.stringify(library)};
import { loadPipeline } from ${JSON.stringify(load)};
import { mkdirSync } from 'node:fs';
for (const [name, changes] of Object.entries(${JSON.stringify(smaller)})) {
  if (name === 'publish') continue;
  mkdirSync(name);
  process.chdir(name);
  const pipeline = changes.length === 0 ? name : await loadPipeline(name, changes);
  const { reason, jobs, records } = await run({ folder: 'run' }, pipeline);
  console.log(name, reason ?? 'whole', jobs.length > 0 || records !== null);
  process.chdir('..');
}`;
  await writeFile(join(cwd, 'program.mjs'), program);
  const { code, stdout, stderr } = await runShell(`${node} program.mjs`, { cwd });
  assert.equal(code, 0, stderr);
  const names = Object.keys(smaller).filter((name) => name !== 'publish');
  assert.deepEqual(
    stdout.trim().split('\n'),
    names.map((name) => `${name} whole true`),
  );
  for (const name of names)
    assert.ok((await readdir(join(cwd, name), { recursive: true })).includes(left[name]!), name);
});

test('a pipeline that publishes says what it would build, without a byte written', async (t) => {
  const cwd = await temporaryFolder(t);
  const { code, stderr } = await runHere(['run', 'publish', '--dry-run'], { cwd });
  assert.equal(code, 0, stderr);
  assert.match(stderr, /stage 1: dataset/);
  assert.deepEqual(await readdir(cwd), []);
});

test('the test set that comes along has errors and clean records, and says that a simulation made them', async () => {
  const rows = (await readFile(join('data', 'samples', 'late-errors-test.jsonl'), 'utf8')).trim().split('\n');
  const records = rows.map(
    (row) => JSON.parse(row) as { injection?: { model?: string }; error_steps: number[] },
  );
  assert.ok(records.some(({ error_steps }) => error_steps.length > 0));
  assert.ok(records.some(({ error_steps }) => error_steps.length === 0));
  for (const { injection } of records)
    if (injection?.model) assert.match(injection.model, /^latebench-sim\//);
});
