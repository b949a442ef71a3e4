// The tables of a reply cache. Bodies are apart from the facts about them, so that counting and pruning never read a
// body and a first use on another day never writes one.
import { lstat, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { RootDatabase } from 'lmdb';
import { isLateBenchError, LateBenchError } from '../../errors.ts';
import { deleteStore } from './environment.ts';
import { isLeaseFile } from './lease-file.ts';
import { Leases, type LeaseTiming } from './leases.ts';
import { openStore, type Store, storeFailure, type Table } from './store.ts';

export interface Entry {
  readonly model: string;
  /** Day of the last use, in days since 1970. */
  readonly used: number;
  /** Bytes kept, compressed. */
  readonly bytes: number;
  /** Bytes of the raw body. */
  readonly raw: number;
}

/** Of the tables and of the bytes in them. */
const schema = 1;

function openTables(root: RootDatabase): {
  entries: Table<Entry, Buffer>;
  bodies: Table<Buffer, Buffer>;
} {
  return {
    entries: root.openDB({ name: 'entries', encoding: 'json', keyEncoding: 'binary' }),
    bodies: root.openDB({ name: 'bodies', encoding: 'binary', keyEncoding: 'binary' }),
  };
}

export type CacheStore = Store<ReturnType<typeof openTables>>;

const wayOut = 'empty it with latebench cache clear, or go without it by --cache off';

export function openCacheStore(folder: string): Promise<CacheStore> {
  return openStore(folder, {
    what: 'the reply cache',
    schema,
    wayOut,
    tables: openTables,
  });
}

function leaseFolder(cacheFolder: string): string {
  return join(cacheFolder, 'leases');
}

const whatLeases = 'the leases of the reply cache';

/** Who pays for what just now, beside the replies. */
export async function openCacheLeases(cacheFolder: string, timing: LeaseTiming): Promise<Leases> {
  try {
    return await Leases.open(leaseFolder(cacheFolder), timing);
  } catch (error) {
    throw await leaseFailure(error, cacheFolder);
  }
}

/** LB_STORE or LB_DISK_FULL, for what a method of leases has thrown. */
export function leaseFailure(error: unknown, cacheFolder: string): Promise<LateBenchError> {
  return storeFailure(error, leaseFolder(cacheFolder), { what: whatLeases, wayOut });
}

/**
 * Deletes all replies, readable or not, and whatever is in the place of the cache or of its leases. Leases that can be
 * read stay: their holders are at work.
 *
 * @throws LB_STORE for what cannot be deleted
 */
export async function clearCacheFolder(cacheFolder: string): Promise<void> {
  try {
    if ((await lstat(cacheFolder).catch(() => null))?.isDirectory() === false) await rm(cacheFolder);
    await deleteStore(cacheFolder, { whatever: true });
    await clearLeaseFolder(leaseFolder(cacheFolder));
  } catch (error) {
    if (isLateBenchError(error)) throw error;
    const message = `the reply cache in ${cacheFolder} cannot be emptied (${(error as Error).message}); delete the folder`;
    throw new LateBenchError('LB_STORE', message, { cause: error });
  }
}

/** Whatever is no file of leases, such as the store that earlier versions kept them in. */
async function clearLeaseFolder(folder: string): Promise<void> {
  const found = await lstat(folder).catch(() => null);
  if (found === null) return;
  if (!found.isDirectory()) return rm(folder);
  for (const name of await readdir(folder)) {
    if (!isLeaseFile(name)) await rm(join(folder, name), { recursive: true, force: true });
  }
}

const pageSize = 1_000;

/** All entries in the order of their keys, a page at a time, so that a large cache does not hold up the process. */
export async function* entryPages(store: CacheStore): AsyncGenerator<(readonly [Buffer, Entry])[]> {
  for (let after: Buffer | undefined; ; ) {
    const range = { limit: pageSize, ...(after === undefined ? {} : { start: after, exclusiveStart: true }) };
    const page = store.read(() =>
      [...store.tables.entries.getRange(range)].map(({ key, value }) => [Buffer.from(key), value] as const),
    );
    const last = page.at(-1);
    if (last === undefined) return;
    yield page;
    after = last[0];
    await new Promise((resolve) => setImmediate(resolve));
  }
}
