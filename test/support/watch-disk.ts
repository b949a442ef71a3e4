// Notes what this process flushes and renames, so that a test can ask what a power cut would have left. A file counts as
// flushed while its size and time of change are those of its last flush; a folder until something is renamed into it.
import fs, { type PathLike } from 'node:fs';
import { type FileHandle, open, stat } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { dirname } from 'node:path';
import type { TestContext } from 'node:test';

export interface Renaming {
  readonly to: string;
  /** Whether all bytes of the file were on the disk when it got this name. */
  readonly flushed: boolean;
}

export interface DiskWatch {
  /** In the order in which they were made. */
  readonly renamings: readonly Renaming[];
  isFlushed(path: string): Promise<boolean>;
}

/** The facts that a write changes. */
async function stateOf(
  file: FileHandle | PathLike,
): Promise<{ readonly id: string; readonly state: string }> {
  const options = { bigint: true } as const;
  const facts = await (typeof file === 'object' && 'fd' in file ? file.stat(options) : stat(file, options));
  return { id: `${facts.dev}/${facts.ino}`, state: `${facts.size}@${facts.mtimeNs}` };
}

/** Watches until the test ends; `folder` is any that can be read. Everything still reaches the disk. */
export async function watchDisk(t: TestContext, folder: string): Promise<DiskWatch> {
  const flushed = new Map<string, string>();
  const renamings: Renaming[] = [];
  const isFlushed = async (path: PathLike): Promise<boolean> => {
    const { id, state } = await stateOf(path);
    return flushed.get(id) === state;
  };

  const file = await open(folder, 'r');
  await file.close();
  const handles = Object.getPrototypeOf(file) as FileHandle;
  for (const name of ['sync', 'datasync'] as const) {
    const flush = handles[name];
    t.mock.method(handles, name, async function (this: FileHandle): Promise<void> {
      const { id, state } = await stateOf(this);
      await flush.call(this);
      flushed.set(id, state);
    });
  }
  const { rename } = fs.promises;
  const watched = t.mock.method(fs.promises, 'rename', async (from: PathLike, to: PathLike) => {
    renamings.push({ to: String(to), flushed: await isFlushed(from) });
    await rename(from, to);
    flushed.delete((await stateOf(dirname(String(to)))).id);
  });
  syncBuiltinESMExports();
  t.after(() => {
    watched.mock.restore();
    syncBuiltinESMExports();
  });
  return { renamings, isFlushed };
}
