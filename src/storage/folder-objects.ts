// A folder as a store of objects: each object is a file, whole or not there.
import { readdir, readFile, rm, rmdir } from 'node:fs/promises';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { LateBenchError } from '../errors.ts';
import { writeFileAtomic } from './atomic-write.ts';
import { createFolder } from './make-folder.ts';
import type { ObjectStore } from './object-store.ts';

function isMissing(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException;
  return code === 'ENOENT' || code === 'ENOTDIR';
}

function unreadable(path: string, cause: unknown): LateBenchError {
  return new LateBenchError('LB_STORE', `cannot read ${path}: ${(cause as Error).message}`, { cause });
}

export function folderObjects(folder: string): ObjectStore {
  const root = resolve(folder);
  const write = async (path: string, bytes: Uint8Array): Promise<void> => {
    await createFolder(dirname(path));
    await writeFileAtomic(path, bytes);
  };
  return {
    place: folder,
    async put(name, bytes) {
      const path = join(root, name);
      // Another process may remove the folder between the two steps, because it was empty.
      await write(path, bytes).catch(() => write(path, bytes));
    },
    async get(name) {
      const path = join(root, name);
      try {
        return await readFile(path);
      } catch (error) {
        if (isMissing(error)) return null;
        throw unreadable(path, error);
      }
    },
    async list(prefix) {
      const below = join(root, prefix);
      try {
        const entries = await readdir(below, { recursive: true, withFileTypes: true });
        // Temporary files begin with a dot.
        const files = entries.filter((entry) => entry.isFile() && !entry.name.startsWith('.'));
        return files.map(({ parentPath, name }) =>
          relative(root, join(parentPath, name)).replaceAll(sep, '/'),
        );
      } catch (error) {
        if (isMissing(error)) return [];
        throw unreadable(below, error);
      }
    },
    async remove(name) {
      const path = join(root, name);
      await rm(path, { force: true });
      // Folders go with their last object.
      for (let above = dirname(path); above.length > root.length; above = dirname(above)) {
        const removed = await rmdir(above).then(
          () => true,
          () => false,
        );
        if (!removed) return;
      }
    },
  };
}

/** Brings an object into a folder, as the file of that name. Nothing where there is no such object. */
export async function bringFile(store: ObjectStore, folder: string, name: string): Promise<void> {
  const bytes = await store.get(name);
  if (bytes !== null) await folderObjects(folder).put(name, bytes);
}
