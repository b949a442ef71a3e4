// Windows that no trace of a pool fills are reported: tables do not show that they are whole traces.
import assert from 'node:assert/strict';
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { repository, runInTurn } from '../support/cli.ts';
import { temporaryFolder } from '../support/temporary.ts';

test('sweep and vote say which windows are longer than every trace', async (t) => {
  const cwd = await temporaryFolder(t);
  await cp(join(repository, 'test/fixtures/v0.1/files/pools/built'), join(cwd, 'p'), { recursive: true });
  const [beyond, mixed, fitting, vote] = await runInTurn(
    [
      { args: ['sweep', '--pool', 'p', '--k', '4', '--windows', '64,100000'] },
      { args: ['sweep', '--pool', 'p', '--k', '4', '--windows', '12,13,0.1'] },
      { args: ['sweep', '--pool', 'p', '--k', '4', '--windows', '4,0.5'] },
      { args: ['vote', '--pool', 'p', '--k', '4', '--window', '500'] },
    ],
    { cwd },
  );
  const said = (tokens: string) =>
    new RegExp(
      `no trace has ${tokens} tokens \\(the longest has 12\\): a window that long is the whole trace`,
    );
  assert.deepEqual([beyond!.code, mixed!.code, fitting!.code, vote!.code], [0, 0, 0, 0]);
  assert.match(beyond!.stderr, said('64, 100,000'));
  assert.match(mixed!.stderr, said('13'));
  assert.doesNotMatch(fitting!.stderr, /no trace has/);
  assert.match(vote!.stderr, said('500'));
});
