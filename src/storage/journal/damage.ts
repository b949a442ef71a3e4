// What happens to bytes of a journal that cannot be read: they are kept in a separate folder, and a tail that
// nobody is writing any more is then cut off. Nothing readable is ever touched.

import { open, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type PendingFile, writeAtomic } from '../atomic-write.ts';
import { createFolder } from '../make-folder.ts';
import { privateFolder } from '../private-files.ts';
import { FileWindow } from './file-window.ts';

export interface DamagedStretch {
  /** The name of the journal file within its folder. */
  readonly file: string;
  readonly offset: number;
  readonly bytes: number;
}

export interface TornTail extends DamagedStretch {
  /** False where the file could not be changed: a full or read-only disk, or another process was at it. */
  readonly cut: boolean;
}

const chunkBytes = 1 << 20;

/** Copies the stretch to `quarantine/`, once: its name says which it is. False where that could not be done. */
export async function keepDamaged(folder: string, stretch: DamagedStretch): Promise<boolean> {
  const { file, offset, bytes } = stretch;
  const kept = join(folder, 'quarantine', `${file}.${offset}-${bytes}.bin`);
  try {
    if ((await stat(kept).catch(() => undefined))?.size === bytes) return true;
    await createFolder(join(folder, 'quarantine'), privateFolder);
    await writeAtomic(kept, (copy) => copyStretch(join(folder, file), offset, bytes, copy));
    return true;
  } catch {
    return false;
  }
}

/**
 * Cuts a tail off the file of a dead owner. `size` is the file's when it was scanned: another size now means that
 * another process cut it or that the owner lives after all, and the file is left alone. Zeros, which a power cut
 * leaves, are worth no copy.
 */
export async function cutTail(folder: string, tail: DamagedStretch, size: number): Promise<TornTail> {
  const path = join(folder, tail.file);
  const torn = (cut: boolean): TornTail => ({ ...tail, cut });
  try {
    if (!(await isZeros(path, tail.offset, size)) && !(await keepDamaged(folder, tail))) return torn(false);
    const file = await open(path, 'r+');
    try {
      if ((await file.stat()).size !== size) return torn(false);
      await file.truncate(tail.offset);
      await file.sync();
    } finally {
      await file.close();
    }
    return torn(true);
  } catch {
    return torn(false);
  }
}

async function isZeros(path: string, from: number, size: number): Promise<boolean> {
  const file = await open(path, 'r');
  try {
    const window = new FileWindow(file, size);
    for (let at = from; at < size; ) {
      const part = await window.from(at, chunkBytes);
      if (part.length === 0 || part.some((byte) => byte !== 0)) return false;
      at += part.length;
    }
    return true;
  } finally {
    await file.close();
  }
}

async function copyStretch(source: string, offset: number, bytes: number, to: PendingFile): Promise<void> {
  const from = await open(source, 'r');
  try {
    const window = new FileWindow(from, offset + bytes);
    for (let at = offset; at < offset + bytes; ) {
      const part = await window.from(at, chunkBytes);
      if (part.length === 0) throw new Error(`${source} ends at byte ${at}`);
      await to.write(part);
      at += part.length;
    }
  } finally {
    await from.close();
  }
}
