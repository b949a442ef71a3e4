// A trainer wants chats, pairs and rated steps of a dataset: in the forms that trainers read, equal in all of them, and
// without a problem of the test split, however the command is given.
import assert from 'node:assert/strict';
import { copyFile, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { jsonLines, repository, runHere } from '../support/cli.ts';
import { temporaryFolder } from '../support/temporary.ts';

test('training data of a dataset, without its test split', async (t) => {
  const cwd = await temporaryFolder(t);
  await copyFile(join(repository, 'data', 'samples', 'problems.jsonl'), join(cwd, 'problems.jsonl'));
  const spec = {
    ...{ name: 'late', version: '1.0.0', about: 'Late errors.', seed: 1, endpoint: 'sim' },
    sources: [{ file: 'problems.jsonl', licence: 'mit' }],
    ...{ inject: { verifyVotes: 0 }, difficultyVotes: 0, critics: [] },
  };
  await writeFile(join(cwd, 'spec.json'), JSON.stringify(spec));
  const built = await runHere(['dataset', 'build', 'spec.json', '-o', 'late', '-q'], { cwd });
  assert.equal(built.code, 0, built.stderr);
  const split = async (name: string) =>
    jsonLines(await readFile(join(cwd, 'late', 'data', `${name}.jsonl`), 'utf8').catch(() => ''));
  const [train, dev, tests] = [await split('train'), await split('dev'), await split('test')];
  assert.ok(train.length > 10 && tests.length > 0);

  // The first attempts.
  const folder = await runHere(['export', 'late', '--format', 'sft-critic', '-o', 'train.jsonl'], { cwd });
  assert.equal(folder.code, 2);
  assert.match(folder.stderr, /late is a dataset: .*latebench dataset export late writes its training data/);
  const asked = (...more: string[]) => runHere(['dataset', 'export', 'late', ...more], { cwd });
  assert.match((await asked()).stderr, /--format NAME, one of sft-critic, trl-stepwise, verl/);
  assert.match((await asked('--format', 'sft')).stderr, /did you mean sft-critic\?/);
  assert.match(
    (await asked('--format', 'verl', '-o', 'train.txt')).stderr,
    /the extension names no format; use one of \.jsonl/,
  );
  assert.match(
    (await asked('--format', 'verl', '--split', 'test')).stderr,
    /--split test: choose one of train, dev/,
  );

  const chats = await asked('--format', 'sft-critic', '-o', 'chats.jsonl');
  assert.equal(chats.code, 0, chats.stderr);
  assert.match(chats.stderr, new RegExp(`: ${train.length} rows, 0 left out`));
  const rows = jsonLines(await readFile(join(cwd, 'chats.jsonl'), 'utf8'));
  assert.deepEqual(
    rows.map(({ id }) => id),
    train.map(({ id }) => id),
  );
  for (const [at, { messages }] of rows.entries()) {
    const [user, assistant] = messages as { role: string; content: string }[];
    assert.deepEqual([user!.role, assistant!.role], ['user', 'assistant']);
    const [step = -1] = train[at]!.error_steps as number[];
    assert.ok(assistant!.content.endsWith(`\\boxed{${step}}`), `${train[at]!.id}: ${assistant!.content}`);
  }

  for (const name of ['chats.parquet', 'chats.arrow', 'chats.jsonl.gz']) {
    assert.equal((await asked('--format', 'sft-critic', '-o', name)).code, 0);
  }
  assert.deepEqual(jsonLines(gunzipSync(await readFile(join(cwd, 'chats.jsonl.gz'))).toString('utf8')), rows);

  const pairs = await asked('--format', 'preference', '-o', 'pairs.jsonl');
  const injected = train.filter(({ error_steps }) => (error_steps as number[]).length > 0);
  assert.match(
    pairs.stderr,
    new RegExp(
      `: ${injected.length} rows, ${train.length - injected.length} left out\\n {2}left out, no injected error`,
    ),
  );
  for (const { prompt, chosen, rejected } of jsonLines(await readFile(join(cwd, 'pairs.jsonl'), 'utf8'))) {
    assert.ok(prompt !== '' && chosen !== rejected);
  }

  // Rows of one's own that happen to be those of the test split stay out; what is new comes in.
  const own = { id: 'own', problem: 'What is 2 + 2?', steps: ['2 + 2 = 5.'], error_steps: [0] };
  const also = [...tests, own].map((record) => `${JSON.stringify(record)}\n`).join('');
  await writeFile(join(cwd, 'also.jsonl'), also);
  const more = await asked('--format', 'trl-stepwise', '--also', 'also.jsonl', '-o', 'steps.jsonl');
  assert.match(
    more.stderr,
    new RegExp(
      `: ${train.length + 1} rows, ${tests.length} left out\\n {2}left out, test split: ${tests.length}`,
    ),
  );
  const kept = jsonLines(await readFile(join(cwd, 'steps.jsonl'), 'utf8'));
  assert.deepEqual(kept.at(-1)!.labels, [false]);
  const testIds = new Set(tests.map(({ id }) => id));
  assert.ok(kept.every(({ id }) => !testIds.has(id)));

  const small = await asked('--format', 'sft-critic', '--split', 'dev', '-o', 'dev.jsonl');
  assert.equal(small.code, 0, small.stderr);
  if (dev.length === 0) assert.match(small.stderr, /the split dev of late has no records/);
  else assert.match(small.stderr, new RegExp(`: ${dev.length} rows`));
});
