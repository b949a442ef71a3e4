// A run folder that nobody named is a new one, also when two runs begin in the same second; and a run ends with commands
// that can be typed as they are.
import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { parseOptions } from '../../src/cli/parse-options.ts';
import { runFolder } from '../../src/cli/run-folder.ts';
import { runHere } from '../support/cli.ts';
import { temporaryFolder } from '../support/temporary.ts';

test('two runs of the same second have folders of their own', async (t) => {
  const home = process.cwd();
  process.chdir(await temporaryFolder(t));
  t.after(() => process.chdir(home));
  t.mock.timers.enable({ apis: ['Date'], now: Date.UTC(2026, 10, 22, 10, 0, 0) });
  const unnamed = parseOptions([], []);
  const folders = [1, 2, 3].map(() => {
    const folder = runFolder(unnamed);
    mkdirSync(folder, { recursive: true });
    return folder;
  });
  assert.deepEqual(folders, [
    'runs/2026-11-22T10-00-00Z',
    'runs/2026-11-22T10-00-00Z-2',
    'runs/2026-11-22T10-00-00Z-3',
  ]);
  const option = { name: 'run', value: 'DIR', about: '', group: 'Output' } as const;
  assert.equal(runFolder(parseOptions([option], ['--run', 'mine'])), 'mine');
});

test('what a run names as next works as it is typed, and a limit of its replies is told once', async (t) => {
  const cwd = await temporaryFolder(t);
  const pipeline = {
    name: 'own',
    about: 'errors and a critic',
    seed: 1,
    source: { synthetic: { count: 3, seed: 1 } },
    endpoint: 'sim',
    stages: [
      { use: 'inject', with: {} },
      { use: 'critic', with: { votes: 1 } },
    ],
  };
  await writeFile(join(cwd, 'own.json'), JSON.stringify(pipeline));
  const args = ['run', 'own.json', '--run', 'r', '--budget-tokens', '5000000'];
  const elsewhere = await runHere(args, { cwd });
  assert.equal(elsewhere.code, 0, elsewhere.stderr);
  assert.match(
    elsewhere.stdout,
    /Next: latebench view r\n +latebench run own\.json --endpoint URL --model NAME\n/,
  );
  assert.equal(elsewhere.stderr.match(/replies are limited to/g)?.length, 1, elsewhere.stderr);
  const status = await runHere(['status', 'r'], { cwd });
  assert.equal(status.code, 0, status.stderr);
  mkdirSync(join(cwd, 'runs'));
  const beside = await runHere(args, { cwd });
  assert.match(beside.stdout, /Next: latebench view latest\n/);
  assert.equal((await runHere(['status', 'latest'], { cwd })).code, 0);
});
