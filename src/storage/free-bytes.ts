// How much room there is.
import { statfs } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';

/** Of the file system that the folder is on, or will be on. */
export async function freeBytes(folder: string): Promise<number> {
  for (let path = resolve(folder); ; path = dirname(path)) {
    const facts = await statfs(path).catch(() => undefined);
    if (facts !== undefined) return facts.bavail * facts.bsize;
    if (dirname(path) === path) return 0;
  }
}
