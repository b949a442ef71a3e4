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
