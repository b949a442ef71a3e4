// Who writes the files of one writer name: a lock beside them, made before the first file and removed after the last
// byte is durable. It tells readers whether a tail is still being written; it keeps nobody from reading.
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { temporaryPath } from '../atomic-write.ts';
import { type Liveness, livenessOf, type ProcessIdentity, thisProcess } from './process-identity.ts';

const ending = '.lock';

function lockPath(folder: string, writer: string): string {
  return join(folder, writer + ending);
}

/** The writer a lock belongs to; undefined for the name of anything else. */
export function writerOfLock(name: string): string | undefined {
  return name.endsWith(ending) ? name.slice(0, -ending.length) : undefined;
}

/** The lock appears whole: one seen half-written would be taken for a dead owner's. */
export async function takeLock(folder: string, writer: string): Promise<void> {
  const path = lockPath(folder, writer);
  const temporary = temporaryPath(path);
  const id = writer.slice(writer.lastIndexOf('-') + 1);
  try {
    await writeFile(temporary, `${JSON.stringify({ ...thisProcess(), id })}\n`, { flag: 'wx' });
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

export async function releaseLock(folder: string, writer: string): Promise<void> {
  await rm(lockPath(folder, writer), { force: true });
}

/**
 * `dead` also where there is no lock (the writer closed its files) or none that can be read: since the lock is whole
 * before the first file is made, only a power cut leaves a broken one.
 */
export async function ownerLiveness(folder: string, writer: string): Promise<Liveness> {
  let text: string;
  try {
    text = await readFile(lockPath(folder, writer), 'utf8');
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT' ? 'dead' : 'unknown';
  }
  const owner = parseOwner(text);
  return owner === undefined ? 'dead' : livenessOf(owner);
}

function parseOwner(text: string): ProcessIdentity | undefined {
  try {
    const owner = JSON.parse(text) as ProcessIdentity | null;
    return Number.isSafeInteger(owner?.pid) ? (owner ?? undefined) : undefined;
  } catch {
    return undefined;
  }
}
