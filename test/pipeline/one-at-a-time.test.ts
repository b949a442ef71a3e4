import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { runPipeline } from '../../src/library/run-pipeline.ts';
import { runCommand } from '../support/cli.ts';
import { temporaryFolder } from '../support/temporary.ts';

test('of two pipelines in one folder, by programs or commands, the second is rejected', async (t) => {
  const cwd = await temporaryFolder(t);
  const folder = join(cwd, 'shared');
  const settings = { endpoint: 'sim', folder };
  const first = runPipeline('quickstart', settings);
  while (!existsSync(join(folder, 'pipeline.json'))) await new Promise((resolve) => setTimeout(resolve, 5));
  await assert.rejects(runPipeline('quickstart', settings), {
    code: 'LB_BUSY',
    message: `process ${process.pid} is working in ${folder}`,
  });
  const command = await runCommand(['run', 'quickstart', '--run', folder], { cwd });
  assert.equal(command.code, 4, command.stderr);
  assert.match(command.stderr, /is working in .*shared \(LB_BUSY\)/);
  const removal = await runCommand(['runs', 'rm', folder], { cwd });
  assert.match(removal.stderr, /LB_BUSY/);
  const { records } = await first;
  assert.equal(existsSync(join(folder, 'run.lock')), false);
  const again = await runPipeline('quickstart', settings);
  assert.deepEqual(again.records?.score, records?.score);
});
