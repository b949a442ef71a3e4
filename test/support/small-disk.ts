// A small file system of a test's own, to fill.
import { execFileSync } from 'node:child_process';
import type { TestContext } from 'node:test';
import { temporaryFolder } from './temporary.ts';

/** Runs the test on a file system of `size` (`256k`), or skips it where mounting one is not permitted. */
export async function onSmallDisk(
  t: TestContext,
  size: string,
  run: (disk: string) => Promise<void>,
): Promise<void> {
  const disk = await temporaryFolder(t);
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', disk], { stdio: 'ignore' });
  } catch {
    t.skip('needs the right to mount a small tmpfs');
    return;
  }
  try {
    await run(disk);
  } finally {
    // Also while something of it is open: what failed above is to be seen.
    execFileSync('umount', ['--lazy', disk]);
  }
}
