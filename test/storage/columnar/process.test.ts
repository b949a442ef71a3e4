import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { compiledScript } from '../../support/compiled-script.ts';
import { formats, scratch } from './support.ts';

const script = await compiledScript(new URL('./write-records.ts', import.meta.url));

/** Lets a process write until it has all rows but has not closed its files, and kills it there. */
async function writeAndKill(...args: string[]): Promise<number[]> {
  const child = spawn(process.execPath, [script, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [printed] = (await once(child.stdout, 'data')) as [Buffer];
  child.kill('SIGKILL');
  await once(child, 'close');
  return JSON.parse(printed.toString()) as number[];
}

test('a process killed in the middle of writing leaves no file of the final name', async (t) => {
  const folder = await scratch(t);
  await writeAndKill('800', ...formats.map(({ ending }) => join(folder, `records.${ending}`)));
  const names = await readdir(folder);
  assert.equal(names.length, formats.length);
  for (const name of names) {
    assert.match(name, /^\.records\./);
    assert.ok((await stat(join(folder, name))).size > 0, 'row groups had been written');
  }
});

test('four times the rows take no more memory to write', async (t) => {
  const folder = await scratch(t);
  const [quarter, all] = await writeAndKill('16000', join(folder, 'records.parquet'));
  assert.ok(all! <= quarter! * 1.15 + 10, `${quarter} MB for 4,000 rows, ${all} MB for 16,000`);
});
