// The journals of a run as they were before `runs prune`: put together in a temporary folder from what is left and from
// the cache. A run that was never pruned is read where it is.
import { existsSync } from 'node:fs';
import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join, relative } from 'node:path';
import { openJournal } from '../storage/journal/journal.ts';
import { openCacheAccess } from './cache/cache-mode.ts';
import { prunedName, readPruned, restoredEntry } from './pruned-replies.ts';

export interface WholeJournal {
  /** The folder of the journals. */
  readonly folder: string;
  /** Pruned replies, and how many of them the cache does not have any more. */
  readonly pruned: number;
  readonly missing: number;
  close(): Promise<void>;
}

/** Folders of journals below this one that were pruned, itself among them. */
async function prunedFolders(folder: string): Promise<string[]> {
  if (!existsSync(folder)) return [];
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.name === prunedName)
    .map((entry) => relative(folder, dirname(join(entry.parentPath, entry.name))));
}

/** `cacheFolder`: undefined where there is no cache to ask. */
export async function openWholeJournal(
  folder: string,
  cacheFolder: string | undefined,
): Promise<WholeJournal> {
  const places = await prunedFolders(folder);
  if (places.length === 0) return { folder, pruned: 0, missing: 0, close: async () => {} };
  const temporary = await mkdtemp(join(tmpdir(), 'latebench-journal-'));
  const whole = join(temporary, 'journal');
  const close = (): Promise<void> => rm(temporary, { recursive: true, force: true });
  let [pruned, missing] = [0, 0];
  const cache = await openCacheAccess(cacheFolder === undefined ? 'off' : 'read', cacheFolder ?? '');
  try {
    await cp(folder, whole, { recursive: true, filter: (path) => basename(path) !== prunedName });
    for (const place of places) {
      const journal = await openJournal(join(whole, place), { reservedBytes: 0 });
      try {
        for (const reply of await readPruned(join(folder, place))) {
          pruned += 1;
          // A run that was resumed since has it again.
          if (journal.has(reply.key)) continue;
          const entry = restoredEntry(reply, await cache.get(reply.key));
          if (entry === null) missing += 1;
          else await journal.append(entry);
        }
      } finally {
        await journal.close();
      }
    }
    return { folder: whole, pruned, missing, close };
  } catch (cause) {
    await close();
    throw cause;
  } finally {
    await cache.close();
  }
}
