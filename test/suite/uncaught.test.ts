// The suite about itself: an error that nothing catches fails the test that runs, though node:test follows no promise.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { test } from 'node:test';
import { temporaryFolder } from '../support/temporary.ts';

const script = `
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';

const forever = (t) => wait(60_000, undefined, { signal: t.signal });
test('passes', () => wait(1));
test('throws beside its way', async (t) => {
  setTimeout(() => { throw new Error('thrown later'); }, 1);
  await forever(t);
});
test('holds one that rejects', async (t) => {
  await t.test('rejects beside its way', async (t) => {
    setTimeout(() => Promise.reject(new Error('rejected later')), 1);
    await forever(t);
  });
});
test('passes after both', () => wait(1));
`;

test('an error beside the way of a test fails this test, and no other', async (t) => {
  const path = join(await temporaryFolder(t), 'errors.mjs');
  await writeFile(path, script);
  const { NODE_TEST_CONTEXT, ...env } = process.env;
  const loaded = ['--require', resolve('test/support/no-promise-hooks.cjs')];
  const { status, stdout } = spawnSync(process.execPath, [...loaded, '--test-reporter=tap', path], {
    env,
    encoding: 'utf8',
  });
  assert.equal(status, 1);
  const results = [...stdout.matchAll(/^ *((?:not )?ok) \d+ - (.+)$/gm)].map(([, ...result]) => result);
  assert.deepEqual(results, [
    ['ok', 'passes'],
    ['not ok', 'throws beside its way'],
    ['not ok', 'rejects beside its way'],
    ['not ok', 'holds one that rejects'],
    ['ok', 'passes after both'],
  ]);
  assert.match(stdout, /thrown later[\s\S]*rejected later/);
});
