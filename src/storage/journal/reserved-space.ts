// Bytes that hold a place on the disk: when it is full they are deleted, so that replies already paid for can still
// be written. Random, since some file systems store nothing for zeros.

import { randomBytes } from 'node:crypto';
import { type FileHandle, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freeBytes } from '../free-bytes.ts';
import { privateFile } from '../private-files.ts';

const ending = '.ballast';
const random = promisify(randomBytes);

export interface ReservedSpace {
  /** False where the disk has no room for it. */
  readonly held: boolean;
  /** True where there was something to give up. */
  release(): Promise<boolean>;
}

export function writerOfReservedSpace(name: string): string | undefined {
  return name.endsWith(ending) ? name.slice(0, -ending.length) : undefined;
}

export function reservedSpacePath(folder: string, writer: string): string {
  return join(folder, writer + ending);
}

/** So much at a time, as long as there is room for twice what is left: whoever writes meanwhile is never in want of it. */
const pieceBytes = 1 << 20;

async function fill(file: FileHandle, folder: string, bytes: number): Promise<void> {
  for (let left = bytes; left > 0; left -= pieceBytes) {
    if ((await freeBytes(folder)) < 2 * left) throw new Error('there is no room for it');
    await file.writeFile(await random(Math.min(left, pieceBytes)));
  }
}

/** On a small disk no more than one byte of so many is held: the rest is for what the run writes. */
const spareShare = 8;
/** Less would not keep the replies of the calls in flight. */
const leastBytes = 32 << 10;

/** What can be held of `bytes`; 0 where that is too little. */
async function bytesFor(folder: string, bytes: number): Promise<number> {
  const most = Math.floor((await freeBytes(folder)) / spareShare);
  return most >= bytes ? bytes : most < leastBytes ? 0 : most;
}

/** The free space that a journal asks for before its first call, where it reserves `bytes`. */
export function leastFreeBytes(bytes: number): number {
  return Math.min(bytes, leastBytes) * spareShare;
}

/** On a small disk it is less, and none where the disk has no room for it. */
export async function reserveSpace(folder: string, writer: string, bytes: number): Promise<ReservedSpace> {
  const path = reservedSpacePath(folder, writer);
  const most = bytes > 0 ? await bytesFor(folder, bytes) : 0;
  let held = most > 0;
  if (held) {
    try {
      const file = await open(path, 'wx', privateFile);
      try {
        await fill(file, folder, most);
      } finally {
        await file.close();
      }
    } catch {
      held = false;
      await rm(path, { force: true });
    }
  }
  return {
    get held() {
      return held;
    },
    async release() {
      if (!held) return false;
      held = false;
      await rm(path, { force: true });
      return true;
    },
  };
}
