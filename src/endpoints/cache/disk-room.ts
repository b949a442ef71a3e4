// How much room the disk of a store has, asked before lmdb is: it writes a full disk to stderr itself, and ends the process
// where the lock file, which it writes through memory, finds no room.
import { statfs } from 'node:fs/promises';

async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

/** @throws An error of the system's with the code ENOSPC where fewer bytes are free. */
export async function requireRoom(folder: string, bytes: number): Promise<void> {
  if ((await freeBytes(folder)) >= bytes) return;
  throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
}

/** Less free space than this counts as none, where lmdb says only that it could not write. */
const fullBytes = 16 * 2 ** 20;

/**
 * lmdb reports what did not fit on the disk as ENOSPC, or as an input/output error (5) when a part of it did. On a busy
 * machine it may only have said so far that the commit failed.
 */
export async function isDiskFull(error: unknown, folder: string): Promise<boolean> {
  const { code, commitError } = (error ?? {}) as { readonly code?: unknown; readonly commitError?: unknown };
  if (code === 28 || code === 'ENOSPC') return true;
  return (code === 5 || commitError !== undefined) && (await freeBytes(folder)) < fullBytes;
}
