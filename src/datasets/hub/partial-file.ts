// Files that are being fetched: kept beside their target when a transfer breaks off, so that the next run resumes there, and
// never written by two processes at once.
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

/** While another process, here or on another machine, fetches the same target, the file is one that nobody resumes. */
export async function takePartial(target: string): Promise<PartialFile> {
  const path = join(dirname(target), `.${basename(target)}.part`);
  const lock = await takeExclusive(`${path}.lock`);
  if ('release' in lock) return { path, release: lock.release };
  const own = temporaryPath(target);
  return { path: own, release: () => rm(own, { force: true }) };
}
