// The latebench commands of docs/training.md run in order, on a dataset built on the simulated endpoint, which also
// stands in for the served models. What trainers read is held to their documentation in
// test/datasets/training-formats.test.ts.
import assert from 'node:assert/strict';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { readInput } from '../../src/storage/input.ts';
import { runHere } from '../datasets/hub/run-here.ts';
import { quick, rowsOf } from '../publish/building.ts';
import { collectGroups } from '../support/bytes.ts';
import { repository } from '../support/cli.ts';
import { serveModels } from '../support/served-models.ts';
import { temporaryFolder } from '../support/temporary.ts';
import { notRun, pageBlocks } from './code-blocks.ts';

const page = join(repository, 'docs', 'training.md');
const shell = pageBlocks(page).filter(({ language }) => language === 'sh');
/** Commands of trainers and of vLLM, which need a GPU. */
const trainers = shell.filter((block) => notRun(block)?.includes('GPU')).map(({ code }) => code);
const commands = shell.filter((block) => !notRun(block)?.includes('GPU')).map(({ code }) => code);

const spec = {
  ...quick,
  inject: { verifyVotes: 0 },
  critics: [],
  lengthChange: null,
  splits: { train: 0.35, dev: 0.3, test: 0.35 },
  endpoint: 'sim',
};

/** Correct solutions, and some with an error that nobody injected. */
const rows = rowsOf(30).map((row, at) =>
  at % 2 === 0 ? row : { ...row, error_steps: [3], error_source: 'natural', final_answer_correct: false },
);

const rowsIn = (path: string) =>
  collectGroups(readInput(path, { onBad: ({ message }) => assert.fail(message) }));

test('every latebench command of the page runs, and ends with a paired comparison', async (t) => {
  const home = await temporaryFolder(t);
  const served = trainers.find((block) => block.startsWith('vllm serve')) ?? '';
  const models = [/serve (\S+)/, /--lora-modules ([^=]+)=/].map((name) => name.exec(served)![1]!);
  const url = await serveModels(t, models);
  const before = process.cwd();
  t.after(() => process.chdir(before));
  process.chdir(home);
  await writeFile('rows.jsonl', rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
  await writeFile('spec.json', JSON.stringify(spec));
  let last = '';
  for (const line of commands.join('').trimEnd().split('\n')) {
    const [command = '', into] = line.split(' > ');
    const [name, ...words] = command.split(/\s+/);
    if (name === 'mkdir') {
      await mkdir(words[0]!);
      continue;
    }
    assert.equal(name, 'latebench', line);
    const args = words.map((word) => word.replace('http://localhost:8000/v1', url));
    const { code, stdout, stderr } = await runHere(args, { home });
    assert.equal(code, 0, `${line}\n${stderr}`);
    if (into !== undefined) await writeFile(into, stdout);
    last = stdout;
  }
  assert.match(last, /late-critic/);
  assert.match(last, /McNemar/i);

  const judged = async (file: string) => (await readFile(file, 'utf8')).trimEnd().split('\n').length;
  assert.ok((await judged('natural.jsonl')) > 0);
  assert.equal(await judged('base.jsonl'), await judged('natural.jsonl'));
  for (const path of [
    'chats/train.parquet',
    'chats/test.parquet',
    'rl/train.parquet',
    'rl/test.parquet',
    'prm/train.jsonl',
  ])
    assert.ok((await rowsIn(path)).length > 0, path);
});

test('what trainers are given are files that the commands of the page write', () => {
  const written = new Set<string>();
  for (const [, path = ''] of commands.join('').matchAll(/-o (\S+)/g)) {
    written.add(path);
    written.add(dirname(path));
  }
  const text = trainers.join('');
  const read = [...text.matchAll(/(?:_files=|--dataset(?:_name)? )(\S+)/g)].map(([, path = '']) => path);
  assert.ok(read.length >= 5);
  for (const path of read) assert.ok(written.has(path), path);
  assert.doesNotMatch(text, /latebench (?:dataset|critic|filter|export)/, 'such a command is not run here');
});
