// Where tests keep their files: in memory where there is room for it, because most of them wait for the disk; on the disk
// where TMPDIR says so, or where memory is short.
import { existsSync, mkdirSync, mkdtempSync, rmSync, statfsSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const memory = '/dev/shm';
/** The largest files of the tests at one time are below a gigabyte. */
const leastBytes = 4 * 1024 ** 3;

function hasRoom(): boolean {
  if (!existsSync(memory)) return false;
  const { bavail, bsize } = statfsSync(memory);
  return bavail * bsize >= leastBytes;
}

/** A folder for all files of this run and of the processes it starts; removed at the end of the process. */
export function takeScratch(): string {
  const disk = tmpdir();
  const chosen = process.env.TMPDIR === undefined && hasRoom() ? memory : disk;
  const scratch = mkdtempSync(join(chosen, 'latebench-tests-'));
  process.on('exit', () => rmSync(scratch, { recursive: true, force: true }));
  if (chosen === memory) {
    // What tsx has compiled is kept from run to run.
    const compiled = `tsx-${process.getuid?.() ?? 0}`;
    mkdirSync(join(disk, compiled), { recursive: true });
    symlinkSync(join(disk, compiled), join(scratch, compiled));
    process.env.TMPDIR = scratch;
  }
  return scratch;
}
