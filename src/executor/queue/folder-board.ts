// Notes of workers and coordinator in the folder that they share, while the queue is at work.
import { mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Board } from '../../queue/handshake.ts';
import { writeFileAtomic } from '../../storage/atomic-write.ts';

function pathOf(folder: string, name = ''): string {
  return join(folder, 'handshake', name);
}

export function folderBoard(folder: string): Board {
  return {
    place: folder,
    async put(name, text) {
      await mkdir(pathOf(folder), { recursive: true });
      await writeFileAtomic(pathOf(folder, name), text);
    },
    get: (name) => readFile(pathOf(folder, name), 'utf8').catch(() => null),
    remove: (name) => rm(pathOf(folder, name), { force: true }),
  };
}

/** When the queue has ended. */
export function removeBoard(folder: string): Promise<void> {
  return rm(pathOf(folder), { recursive: true, force: true });
}
