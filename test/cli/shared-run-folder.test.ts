// Several commands with one run folder: its replies serve all of them, and its manifest describes the last one.
import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { test } from 'node:test';
import { runHere } from '../support/cli.ts';
import { temporaryFolder } from '../support/temporary.ts';

const records = resolve('data/samples/late-errors-test.jsonl');

test('a manifest of another command or of other options is named when it is replaced, and one of the same run is not', async (t) => {
  const cwd = await temporaryFolder(t);
  const run = async (...args: readonly string[]) => {
    const all = [...args, '--endpoint', 'sim', '--cache', 'off', '--limit', '2', '--run', 'one', records];
    const { code, stderr } = await runHere(all, { cwd });
    assert.equal(code, 0, stderr);
    return /^latebench \S+: one\/manifest\.json, of (.*) \(20.*\), is replaced;/m.exec(stderr)?.[1] ?? null;
  };
  assert.equal(await run('critic'), null);
  assert.equal(await run('critic'), null);
  assert.equal(await run('critic', '--votes', '2'), 'critic with other options');
  assert.equal(await run('classify', '--all'), 'critic');
  for (const text of ['null', '[]', '{"command":5}', '{', '']) {
    await writeFile(join(cwd, 'one', 'manifest.json'), text);
    assert.equal(await run('classify', '--all'), null, text);
  }
  const { command } = JSON.parse(await readFile(join(cwd, 'one', 'manifest.json'), 'utf8'));
  assert.equal(command, 'classify');
});

test('a pipeline, a vote and a sweep say so when they replace the results of another run, and not of the same', async (t) => {
  const cwd = await temporaryFolder(t);
  const run = async (...args: readonly string[]) => {
    const { code, stderr } = await runHere(args, { cwd });
    assert.equal(code, 0, stderr);
    return stderr.split('\n').find((line) => / (is|are) replaced/.test(line)) ?? null;
  };
  const pipeline = (name: string) => ({
    ...{ name, about: 'arithmetic', seed: 1, source: { files: [records], limit: 2 } },
    stages: [{ use: 'critic', with: { critic: 'arithmetic' } }],
  });
  for (const name of ['a', 'b']) await writeFile(join(cwd, `${name}.json`), JSON.stringify(pipeline(name)));
  await run(
    'pool',
    'build',
    records,
    '--limit',
    '1',
    '--samples',
    '2',
    '--endpoint',
    'sim',
    '--pool',
    'pool',
  );
  const vote = ['vote', '--pool', 'pool', '--k', '2', '--repeat', '2', '--run', 'one'];
  const sweep = ['sweep', '--pool', 'pool', '--k', '2', '--repeat', '2', '--windows', '8', '--run', 'one'];
  assert.equal(await run('run', 'a.json', '--run', 'one'), null);
  assert.equal(await run('run', 'a.json', '--run', 'one', '--set', 'seed=2'), null);
  assert.equal(await run('run', 'a.json', '--run', 'one', '--from', '1'), null);
  assert.match(
    (await run('run', 'b.json', '--run', 'one')) ?? '',
    /^latebench run b: one\/manifest\.json, of run a \(20.*\), is replaced, and so are its results;/,
  );
  assert.match((await run(...vote)) ?? '', /^vote: the results of run b \(20.*\) in one are replaced;/);
  assert.equal(await run(...vote), null);
  assert.match((await run(...sweep)) ?? '', /^sweep: the results of vote \(20.*\) in one are replaced;/);
});
