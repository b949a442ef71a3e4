// The files of results that a critic leaves are named after the dataset, and no two datasets meet in one of them.
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { datasetNaming } from '../../src/datasets/dataset-name.ts';
import { jsonLines, runHere } from '../support/cli.ts';
import { temporaryFolder } from '../support/temporary.ts';
import { records } from './critic-setting.ts';

function section(id: string, wrong: boolean): object {
  return {
    id,
    task_l1: 'math',
    question: 'What is 1 + 1 + 1?',
    sections: [{ content: '1 + 1 = 2' }, { content: wrong ? '2 + 1 = 4' : '2 + 1 = 3' }],
    reason_error_section_numbers: wrong ? [2] : [],
    reason_unuseful_section_numbers: [],
  };
}

/** Two versions of DeltaBench, of two rows and of four. */
async function deltabench(t: TestContext): Promise<string> {
  const cwd = await temporaryFolder(t);
  for (const [name, count] of [
    ['Deltabench_v1', 2],
    ['Deltabench_v2', 4],
  ] as const) {
    const rows = Array.from({ length: count }, (_, at) =>
      JSON.stringify(section(`${name}-${at}`, at % 2 === 0)),
    );
    await writeFile(join(cwd, `${name}.jsonl`), `${rows.join('\n')}\n`);
  }
  return cwd;
}

const both = ['Deltabench_v1.jsonl', 'Deltabench_v2.jsonl'];
const critic = ['critic', '--endpoint', 'sim', '-q', '--votes', '2'];
const files = (...names: readonly string[]): string[] =>
  names.flatMap((name) => ['csv', 'jsonl'].map((ending) => `${name}_latebench-sim-critic_votes2.${ending}`));

test('two versions of a benchmark leave a pair of files each, named after their files', async (t) => {
  const cwd = await deltabench(t);
  const { code, stderr } = await runHere([...critic, '--run', 'r', ...both], { cwd });
  assert.equal(code, 0, stderr);
  const folder = join(cwd, 'r/results/processbench');
  assert.deepEqual((await readdir(folder)).sort(), files('Deltabench_v1', 'Deltabench_v2'));
  const lines = jsonLines(await readFile(join(folder, files('Deltabench_v2')[1]!), 'utf8'));
  assert.equal(lines.length, 4);
});

test('through a pipe they keep apart as well', async (t) => {
  const cwd = await deltabench(t);
  const { stdout } = await runHere(['ingest', '-q', ...both], { cwd });
  assert.equal((await runHere([...critic, '--run', 'r'], { cwd, input: stdout })).code, 0);
  assert.deepEqual(
    (await readdir(join(cwd, 'r/results/processbench'))).sort(),
    files('Deltabench_v1', 'Deltabench_v2'),
  );
});

test('--results writes them without a run folder, --dataset-name names them, and a dry run writes nothing', async (t) => {
  const cwd = await deltabench(t);
  const args = [...critic, '--results', 'results', '--dataset-name', 'my set', 'Deltabench_v1.jsonl'];
  assert.equal((await runHere([...args, '--dry-run'], { cwd })).code, 0);
  assert.equal(existsSync(join(cwd, 'results')), false);
  const { code, stderr } = await runHere(args, { cwd });
  assert.equal(code, 0, stderr);
  assert.deepEqual((await readdir(join(cwd, 'results/processbench'))).sort(), files('my-set'));
  assert.equal(existsSync(join(cwd, 'r')), false);
});

test('a reward model takes the same options', async (t) => {
  const cwd = await temporaryFolder(t);
  const rows = records(2);
  await writeFile(join(cwd, 'in.jsonl'), rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
  const scores = rows.map(({ id }) => `${JSON.stringify({ id, scores: [0.9, 0.1] })}\n`).join('');
  await writeFile(join(cwd, 'scores.jsonl'), scores);
  const args = [
    'critic',
    '--prm-scores',
    'scores.jsonl',
    '--model',
    'rm',
    '--results',
    'out',
    '--dataset-name',
    'd',
  ];
  const { code, stderr } = await runHere([...args, 'in.jsonl', '-q'], { cwd });
  assert.equal(code, 0, stderr);
  assert.deepEqual((await readdir(join(cwd, 'out'))).sort(), ['prm', 'processbench']);
  assert.deepEqual((await readdir(join(cwd, 'out/prm'))).sort(), ['d_rm.csv', 'd_rm.json']);
});

test('in a pipeline the options of each critic hold', async (t) => {
  const cwd = await deltabench(t);
  await mkdir(join(cwd, 'p'));
  await writeFile(
    join(cwd, 'p/two.json'),
    JSON.stringify({
      name: 'two',
      about: 'two versions',
      source: { files: both },
      stages: [{ use: 'critic', with: { votes: 2, results: 'kept' } }],
      endpoint: 'sim',
      seed: 1,
    }),
  );
  const { code, stderr } = await runHere(['run', 'p/two.json', '--run', 'r', '-q'], { cwd });
  assert.equal(code, 0, stderr);
  assert.deepEqual(
    (await readdir(join(cwd, 'kept/processbench'))).sort(),
    files('Deltabench_v1', 'Deltabench_v2'),
  );
  assert.equal(existsSync(join(cwd, 'r/results')), false);
});

test('a dataset is named by its record, its file, or its repository where the file only names a part', () => {
  const name = datasetNaming([]);
  assert.equal(name({}), 'records');
  assert.equal(name({ dataset: 'mine', subset: 'dev' }), 'mine');
  assert.equal(name({ dataset: 'deltabench', subset: 'Deltabench_v1' }), 'Deltabench_v1');
  assert.equal(name({ dataset: 'processbench', subset: 'gsm8k' }), 'gsm8k');
  assert.equal(name({ dataset: 'deltabench', subset: null }), 'deltabench');
  assert.equal(name({ dataset: 'gsm8k', subset: 'test' }), 'gsm8k-test');
  const hub = datasetNaming(['hf:me/late-errors@main/data/test.parquet']);
  assert.equal(hub({ dataset: 'custom', subset: 'test' }), 'late-errors-test');
});
