// The suite about itself: the command that changes sources starts on a checkout where its own packages are not installed yet.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';

test('the command of mutation testing needs none of its packages to say what it takes', () => {
  const words = ['--import', 'tsx', 'test/mutation/run.ts'];
  const { status, stderr } = spawnSync(process.execPath, words, { encoding: 'utf8' });
  assert.deepEqual([status, stderr.slice(0, 22)], [2, 'name modules: journal,']);
});
