// Files that are whole or not there: written beside the target under a name that starts with a dot, made durable,
// then renamed. Trade-off accepted: a crash can leave a dot file behind, which no glob for results sees.
import { randomBytes } from 'node:crypto';
import { open, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { LateBenchError } from '../errors.ts';

export function temporaryPath(path: string): string {
  return join(dirname(path), `.${basename(path)}.tmp-${randomBytes(4).toString('hex')}`);
}

/** A full disk, or a quota that is used up. */
export function isOutOfSpace(error: unknown): boolean {
  const code = (error as NodeJS.ErrnoException | undefined)?.code;
  return code === 'ENOSPC' || code === 'EDQUOT';
}

/** Turns a failed write into an error that names the file; a full disk has its own code. */
export function outputError(path: string, cause: unknown): LateBenchError {
  if (isOutOfSpace(cause)) {
    return new LateBenchError('LB_DISK_FULL', `no space left to write ${path}; free some and run again`, {
      cause,
    });
  }
  const reason =
    (cause as NodeJS.ErrnoException).code === 'ENOENT'
      ? 'its folder does not exist'
      : (cause as Error).message;
  return new LateBenchError('LB_OUTPUT', `cannot write ${path}: ${reason}`, { cause });
}

/** A folder's new entry is lost by a power cut unless the folder itself is flushed. */
export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

/** Flushes a file (and afterwards its folder's entry) to the disk and gives it its final name. */
export async function publishFile(temporary: string, path: string): Promise<void> {
  const file = await open(temporary, 'r+');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(temporary, path);
  await syncFolder(dirname(path));
}

export async function writeFileAtomic(path: string, content: string | Uint8Array): Promise<void> {
  const temporary = temporaryPath(path);
  try {
    const file = await open(temporary, 'w');
    try {
      await file.writeFile(content);
    } finally {
      await file.close();
    }
    await publishFile(temporary, path);
  } catch (cause) {
    await rm(temporary, { force: true });
    throw outputError(path, cause);
  }
}

/** JSON for people and tools: two spaces, a newline at the end. */
export function writeJsonAtomic(path: string, value: unknown): Promise<void> {
  return writeFileAtomic(path, `${JSON.stringify(value, null, 2)}\n`);
}
