// A run folder that nobody named is a new one, also when two runs begin in the same second.
import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { test } from 'node:test';
import { parseOptions } from '../../src/cli/parse-options.ts';
import { runFolder } from '../../src/cli/run-folder.ts';
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
