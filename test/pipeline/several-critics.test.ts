// Several critics in one pipeline: results under names of their own, one leaderboard, and no two critics with the same name.
import assert from 'node:assert/strict';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { resultsOfCritics } from '../../src/stages/critic/critic-results.ts';
import { jsonLines, runHere } from '../support/cli.ts';
import { temporaryFolder } from '../support/temporary.ts';

const pipelineOf = (critics: readonly object[]): string =>
  JSON.stringify({
    name: 'several',
    about: 'critics of one model',
    source: { synthetic: { count: 6, seed: 1 } },
    stages: [
      { use: 'inject', with: { cleanFraction: 0.5 } },
      ...critics.map((critic) => ({ use: 'critic', with: critic })),
    ],
    endpoint: 'sim',
    seed: 1,
  });

test('a pipeline that begins with balance or sample quarantines records that are none', async (t) => {
  const cwd = await temporaryFolder(t);
  const rows = [{ critiques: [null] }, { steps: 'x' }, { error_steps: [7] }, {}, { error_steps: [] }].map(
    (more, id) => ({ id: `r${id}`, problem: `p${id}`, steps: ['x', 'y'], error_steps: [1], ...more }),
  );
  await writeFile(join(cwd, 'in.jsonl'), rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
  for (const stages of [
    [{ use: 'balance', with: {} }],
    [
      { use: 'sample', with: { of: 9 } },
      { use: 'sample', with: { of: 8 } },
    ],
  ]) {
    const source = { files: ['in.jsonl'] };
    const declared = { ...JSON.parse(pipelineOf([])), source, stages, sinks: [{ file: 'out.jsonl' }] };
    await writeFile(join(cwd, 'odd.json'), JSON.stringify(declared));
    const run = stages[0]!.use;
    const done = await runHere(['run', 'odd.json', '--run', run, '-q'], { cwd });
    assert.equal(done.code, 3, done.stderr);
    const written = jsonLines(await readFile(join(cwd, run, 'out.jsonl'), 'utf8'));
    assert.deepEqual(
      written.map(({ id }) => id),
      ['r3', 'r4'],
    );
    const aside = jsonLines(await readFile(join(cwd, run, 'quarantine.jsonl'), 'utf8'));
    assert.equal(aside.length, 3);
  }
});

test('critics with the same model and votes leave results of their own, under their names', async (t) => {
  const cwd = await temporaryFolder(t);
  const critics = [{ name: 'calm' }, { name: 'warm', temperature: 1 }, { votes: 2 }];
  await writeFile(join(cwd, 'several.json'), pipelineOf(critics));
  const done = await runHere(['run', 'several.json', '--run', 'r', '-q'], { cwd });
  assert.equal(done.code, 0, done.stderr);
  const folder = join(cwd, 'r/results/processbench');
  assert.deepEqual((await readdir(folder)).sort(), [
    'synthetic_latebench-sim-critic_votes1_calm.csv',
    'synthetic_latebench-sim-critic_votes1_calm.jsonl',
    'synthetic_latebench-sim-critic_votes1_warm.csv',
    'synthetic_latebench-sim-critic_votes1_warm.jsonl',
    'synthetic_latebench-sim-critic_votes2.csv',
    'synthetic_latebench-sim-critic_votes2.jsonl',
  ]);
  for (const name of ['calm', 'warm']) {
    const lines = jsonLines(
      await readFile(join(folder, `synthetic_latebench-sim-critic_votes1_${name}.jsonl`), 'utf8'),
    );
    const entries = JSON.parse(await readFile(join(cwd, 'r/results.json'), 'utf8')) as {
      id: string;
      critics: { critic: string; first_error: number | null }[];
    }[];
    assert.ok(lines.length > 0);
    for (const { id, prediction } of lines) {
      const printed = entries
        .find((entry) => entry.id === id)
        ?.critics.find(({ critic }) => critic === name)?.first_error;
      assert.equal(prediction, printed);
    }
  }
  const board = await readFile(join(cwd, 'r/leaderboard.md'), 'utf8');
  for (const name of ['calm', 'warm', 'latebench-sim/critic/first\\_error/v2'])
    assert.equal(board.split(`| ${name} |`).length, 2, board);
});

test('two critics of one name are refused before a call is made', async (t) => {
  const cwd = await temporaryFolder(t);
  await writeFile(join(cwd, 'twins.json'), pipelineOf([{}, { temperature: 1 }]));
  const { code, stderr } = await runHere(['run', 'twins.json', '--run', 'r', '-q'], { cwd });
  assert.equal(code, 2);
  assert.match(stderr, /two critics are called latebench-sim\/critic\/first_error: give one of them another/);
});

test('names that differ in signs only do not meet in one file', async (t) => {
  const folder = await temporaryFolder(t);
  const names = ['a/b', 'a b', 'a-b'];
  const stages = names.map((critic) => ({
    name: 'critic',
    config: { critic, model: 'm/x', votes: 1, protocol: 'first_error', prm: true },
  }));
  const place = { folder: join(folder, 'results'), datasetOf: () => 'd' };
  const results = resultsOfCritics(place, stages);
  const critiques = names.map((critic, at) => ({
    critic,
    protocol: 'first_error' as const,
    status: 'ok' as const,
    first_error: at - 1,
    step_scores: [0.9, 0.1],
  }));
  for (const one of results)
    await one.add({ id: '1', problem: 'p', steps: ['s', 't'], error_steps: [1], critiques });
  for (const one of results) await one.close();
  assert.equal((await readdir(join(folder, 'results/processbench'))).length, 2 * names.length);
  assert.equal((await readdir(join(folder, 'results/prm'))).length, 2 * names.length);
});
