// The files of a source as they are at a moment: whether they have been added to since, or are others now. A run writes
// under a temporary name until it ends; until then those are its records.
import { createHash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { recordFiles } from '../../storage/named-folder.ts';
import { unfinishedFiles } from '../../storage/temporary-files.ts';

interface SeenFile {
  readonly path: string;
  readonly inode: string;
  readonly size: number;
  readonly changed: number;
  /** Of the last bytes, to tell a file that was added to from one that was written anew. */
  readonly tail: string;
}
export type Seen = readonly SeenFile[];

const tailBytes = 4096;

/** Lines that a living or dead process has written so far for a JSONL file that is not there yet. */
async function unfinishedLines(folder: string, names: (target: string) => boolean): Promise<string[]> {
  const files = await unfinishedFiles(folder);
  const jsonl = files.filter(({ target }) => /\.(jsonl|ndjson)$/i.test(target) && names(target));
  const living = jsonl.filter(({ writer }) => writer !== 'dead');
  const [newest] = living.length > 0 ? living : jsonl.toReversed();
  return newest === undefined ? [] : [newest.path];
}

/** `folder`: null for a plain file. */
export async function filesNow(
  path: string,
  folder: string | null,
  exists: boolean,
): Promise<readonly string[]> {
  if (folder === null) {
    return exists ? [path] : unfinishedLines(dirname(path), (target) => target === basename(path));
  }
  const files = recordFiles(folder);
  return files.length > 0 ? files : unfinishedLines(folder, (target) => target === 'records.jsonl');
}

async function tailOf(file: FileHandle, end: number): Promise<string> {
  const from = Math.max(0, end - tailBytes);
  const bytes = Buffer.alloc(end - from);
  const { bytesRead } = await file.read(bytes, 0, bytes.length, from);
  return createHash('sha256').update(bytes.subarray(0, bytesRead)).digest('base64');
}

/** Null where a file is gone: it may be on its way to its last name. */
export async function look(paths: readonly string[]): Promise<Seen | null> {
  const seen: SeenFile[] = [];
  for (const path of paths) {
    const file = await open(path, 'r').catch(() => null);
    if (file === null) return null;
    try {
      const { dev, ino, size, mtimeMs } = await file.stat();
      seen.push({ path, inode: `${dev} ${ino}`, size, changed: mtimeMs, tail: await tailOf(file, size) });
    } finally {
      await file.close();
    }
  }
  return seen;
}

export function isUnchanged(before: Seen, now: Seen): boolean {
  return (
    before.length === now.length &&
    before.every((file, at) => {
      const { path, inode, size, changed } = now[at]!;
      return file.path === path && file.inode === inode && file.size === size && file.changed === changed;
    })
  );
}

/** True where everything that was there is still there, in its place: records were only added. */
export async function isAddition(before: Seen, now: Seen): Promise<boolean> {
  for (const [at, { inode, size, tail }] of before.entries()) {
    const after = now[at];
    if (after === undefined || after.inode !== inode || after.size < size) return false;
    const file = await open(after.path, 'r').catch(() => null);
    if (file === null) return false;
    try {
      if ((await tailOf(file, size)) !== tail) return false;
    } finally {
      await file.close();
    }
  }
  return true;
}
