// Records of which none can be scored: an error, and no table of dashes.
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { runHere } from '../support/cli.ts';
import { temporaryFolder } from '../support/temporary.ts';

const record = { id: 'a', problem: 'p', steps: ['x', 'y'] };
const lines = (...errorSteps: unknown[]): string =>
  errorSteps
    .map((error_steps, at) => `${JSON.stringify({ ...record, id: `r${at}`, error_steps })}\n`)
    .join('');

for (const [command, ...more] of [
  ['score'],
  ['score', '--format', 'json'],
  ['report', '-o', 'report.html'],
]) {
  test(`${command} ${more.join(' ')} of records without labels is an error that says so`, async (t) => {
    const cwd = await temporaryFolder(t);
    const { code, stdout, stderr } = await runHere([command!, ...more], { cwd, input: lines(null, null) });
    assert.equal(code, 2, stderr);
    assert.equal(stdout, '');
    assert.match(stderr, new RegExp(`${command}: No record has a label .*LB_USAGE`));
    assert.equal(existsSync(join(cwd, 'report.html')), false);
    const some = await runHere([command!, ...more], { cwd, input: lines(null, []) });
    assert.equal(some.code, 0, some.stderr);
  });
}
