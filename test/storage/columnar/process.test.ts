import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { formats, scratch } from './support.ts';

const script = fileURLToPath(new URL('./write-records.ts', import.meta.url));

function start(...args: string[]) {
  return spawn(process.execPath, ['--import', 'tsx', script, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

async function peakMegabytes(path: string, count: number): Promise<number> {
  const child = start(path, String(count));
  let printed = '';
  for await (const chunk of child.stdout) printed += chunk;
  return Number(printed);
}

for (const { ending } of formats) {
  test(`a process killed in the middle of ${ending} leaves no file of that name`, async (t) => {
    const folder = await scratch(t);
    const child = start(join(folder, `records.${ending}`), '3000', 'hold');
    await once(child.stdout, 'data');
    child.kill('SIGKILL');
    await once(child, 'close');
    const names = await readdir(folder);
    assert.equal(names.length, 1);
    assert.match(names[0]!, new RegExp(`^\\.records\\.${ending}\\.`));
    assert.ok((await stat(join(folder, names[0]!))).size > 0, 'row groups had been written');
  });
}

test('four times the rows take no more memory to write', async (t) => {
  const folder = await scratch(t);
  const few = await peakMegabytes(join(folder, 'few.parquet'), 5000);
  const many = await peakMegabytes(join(folder, 'many.parquet'), 20_000);
  assert.ok(many <= few * 1.2 + 15, `${few} MB for 5,000 rows, ${many} MB for 20,000`);
});
