// Files that are being fetched: kept beside their target when a transfer breaks off, so that the next run resumes there, and
// never written by two processes at once.
import { createHash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { takeExclusive } from '../../storage/process-lock.ts';
import { temporaryPath } from '../../storage/temporary-files.ts';

export interface PartialFile {
  /** Holds what an earlier run left, or nothing. */
  readonly path: string;
  /** What is there is left to the next run. */
  release(): Promise<void>;
}

/** Most file systems take names of 255 bytes, and those of locks and temporary files are longer than their file's. */
const longestName = 150;

function shortName(name: string): string {
  return Buffer.byteLength(name) <= longestName ? name : createHash('sha256').update(name).digest('hex');
}

/** While another process, here or on another machine, fetches the same target, the file is one that nobody resumes. */
export async function takePartial(target: string): Promise<PartialFile> {
  const path = join(dirname(target), `.${shortName(basename(target))}.part`);
  const lock = await takeExclusive(`${path}.lock`);
  if ('release' in lock) return { path, release: lock.release };
  const own = temporaryPath(path);
  return { path: own, release: () => rm(own, { force: true }) };
}
