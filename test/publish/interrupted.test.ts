// What an interrupted build says, and what a second one in its folder.
import assert from 'node:assert/strict';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { test } from 'node:test';
import { main } from '../../src/cli/main.ts';
import { endpointChannelName } from '../../src/endpoints/events.ts';
import { exitCodes } from '../../src/errors.ts';
import { verifyDataset } from '../../src/publish/verify-dataset.ts';
import { temporaryFolder } from '../support/temporary.ts';
import { build, quick, rowsOf } from './building.ts';

test('two builds in one folder: one is made, and the other is an error', async (t) => {
  const folder = await temporaryFolder(t);
  await build({ folder, rows: rowsOf(12), out: 'alone' });
  const both = await Promise.allSettled([build({ folder }), build({ folder, spec: { seed: 2 } })]);
  const failed = both.flatMap((one) => (one.status === 'rejected' ? [one.reason as Error] : []));
  assert.equal(failed.length, 1);
  assert.match(
    failed[0]!.message,
    /^process \d+ is building .*out: wait for it, or write to another folder$/,
  );
  const { problems } = await verifyDataset(join(folder, 'out'));
  assert.deepEqual(problems, []);
  // The lock is gone with its build.
  await build({ folder, out: 'alone' });
});

test('an interrupted build says once how it is resumed', async (t) => {
  const home = await temporaryFolder(t);
  const earlier = process.env.LATEBENCH_HOME;
  process.env.LATEBENCH_HOME = join(home, '.latebench');
  t.after(() => {
    if (earlier === undefined) delete process.env.LATEBENCH_HOME;
    else process.env.LATEBENCH_HOME = earlier;
  });
  const rows = rowsOf(24).map((row) => `${JSON.stringify(row)}\n`);
  await writeFile(join(home, 'rows.jsonl'), rows.join(''));
  await writeFile(join(home, 'spec.json'), JSON.stringify(quick));
  let said = '';
  const stderr = new PassThrough();
  stderr.on('data', (text: Buffer) => {
    said += text;
  });
  // As the system would, at the first call: nobody else in this process listens for it.
  const interrupt = (): void => {
    unsubscribe(endpointChannelName, interrupt);
    process.emit('SIGHUP', 'SIGHUP');
  };
  subscribe(endpointChannelName, interrupt);
  const args = ['dataset', 'build', join(home, 'spec.json'), '-o', join(home, 'out'), '--endpoint', 'sim'];
  const streams = { stdin: Readable.from([]), stdout: new PassThrough().resume(), stderr };
  const code = await main('latebench', [...args, '--progress', 'off'], streams);
  assert.equal(code, exitCodes.hungUp, said);
  assert.match(said, /no version was written/);
  assert.equal(said.match(/resume/g)?.length, 1, said);
});
