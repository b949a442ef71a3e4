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
  const held = await writeAndKill('16000', join(folder, 'records.parquet'));
  const growth = Math.max(...held.slice(1)) - held[0]!;
  // Three quarters of the rows are 11 MB as batches; what stays of each batch is its entry in the footer.
  assert.ok(growth <= 4, `${held.map((mb) => mb.toFixed(1)).join(', ')} MB held after each quarter`);
});

test('a thread that was started and is asked nothing does not keep the process alive', async () => {
  const start = await compiledScript(new URL('./start-thread.ts', import.meta.url));
  // Bounded in time: the process of before never ended.
  const child = spawn(process.execPath, [start], { stdio: ['ignore', 'pipe', 'inherit'], timeout: 60_000 });
  const [printed] = (await once(child.stdout, 'data')) as [Buffer];
  assert.equal(printed.toString(), 'started');
  assert.deepEqual(await once(child, 'close'), [0, null]);
});

for (const work of ['reading', 'writing']) {
  test(`a process that stops a thread for ${work} waits for its end, whatever it says meanwhile`, async () => {
    const stop = await compiledScript(new URL('./stop-broken-thread.ts', import.meta.url));
    const child = spawn(process.execPath, [stop, work], {
      stdio: ['ignore', 'pipe', 'inherit'],
      timeout: 60_000,
    });
    const printed: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => printed.push(chunk));
    assert.deepEqual(await once(child, 'close'), [0, null], 'the process ended as if nobody waited');
    assert.equal(Buffer.concat(printed).toString(), 'stopped');
  });
}
