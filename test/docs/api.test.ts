// docs/api.md says what the built library exports.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';

test('the API reference is what the doc comments say (npm run api writes it)', () => {
  const { status, stderr } = spawnSync(process.execPath, ['scripts/api-reference.js', '--check'], {
    encoding: 'utf8',
  });
  assert.equal(status, 0, stderr);
});
