// Text that is compared with what was printed before: test/snapshots holds it. After a change that is meant, run the test
// with LATEBENCH_SNAPSHOTS=write and look at the difference in Git.
import assert from 'node:assert/strict';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';

const folder = resolve('test', 'snapshots');

/** `name`: of the file, without its ending. */
export async function matchesSnapshot(name: string, text: string): Promise<void> {
  const path = join(folder, `${name}.txt`);
  const whole = `${text.trimEnd()}\n`;
  if (process.env.LATEBENCH_SNAPSHOTS === 'write') {
    await mkdir(folder, { recursive: true });
    await writeFile(path, whole);
  }
  const expected = await readFile(path, 'utf8');
  assert.equal(whole, expected, `${name}: LATEBENCH_SNAPSHOTS=write takes it as it is now`);
}
