// What an interrupted build says.
import assert from 'node:assert/strict';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { test } from 'node:test';
import { main } from '../../src/cli/main.ts';
import { endpointChannelName } from '../../src/endpoints/events.ts';
import { exitCodes } from '../../src/errors.ts';
import { temporaryFolder } from '../support/temporary.ts';
import { quick, rowsOf } from './building.ts';

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
