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
  /** True where there was something to give up. */
  release(): Promise<boolean>;
}

export function writerOfReservedSpace(name: string): string | undefined {
  return name.endsWith(ending) ? name.slice(0, -ending.length) : undefined;
}

export function reservedSpacePath(folder: string, writer: string): string {
  return join(folder, writer + ending);
}

/** So much at a time, as long as there is room for all that is left: whoever writes meanwhile is never in want of it. */
const pieceBytes = 1 << 20;

async function fill(file: FileHandle, folder: string, bytes: number): Promise<void> {
  for (let left = bytes; left > 0; left -= pieceBytes) {
    if ((await freeBytes(folder)) < left + pieceBytes) throw new Error('there is no room for it');
    await file.writeFile(await random(Math.min(left, pieceBytes)));
  }
}

/** Where the disk has no room for it, the journal goes without. */
export async function reserveSpace(folder: string, writer: string, bytes: number): Promise<ReservedSpace> {
  const path = reservedSpacePath(folder, writer);
  let held = bytes > 0;
  if (held) {
    try {
      const file = await open(path, 'wx', privateFile);
      try {
        await fill(file, folder, bytes);
      } finally {
        await file.close();
      }
    } catch {
      held = false;
      await rm(path, { force: true });
    }
  }
  return {
    async release() {
      if (!held) return false;
      held = false;
      await rm(path, { force: true });
      return true;
    },
  };
}
