// One lmdb environment a folder in this process, whoever uses it, and never an opening beside a transaction.
// Why: a transaction holds the lock of its environment until its callback has run on the main thread, and opening a
// table blocks the main thread until it has that lock. Two openings of one folder would wait for each other for ever,
// and so could two processes with two folders.

import { chmod, rm, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { RootDatabase } from 'lmdb';
import { createFolder } from '../../storage/make-folder.ts';
import { privateFile, privateFolder } from '../../storage/private-files.ts';
import { takeExclusive } from '../../storage/process-lock.ts';
import { dataFileDamage, isWholeDataFile } from './data-file-check.ts';
import { requireRoom } from './disk-room.ts';

export const dataFileName = 'data.mdb';
export const lockFileName = 'lock.mdb';

interface Shared {
  readonly root: RootDatabase;
  users: number;
}

/** A reason that has not come by then is not waited for. */
const maxReasonMs = 2_000;

const shared = new Map<string, Shared>();
const changing = new Set<Promise<unknown>>();
let opening: Promise<unknown> = Promise.resolve();

/** Runs `action` when no transaction of this process is under way; none begins until it has ended. */
function alone<T>(action: () => Promise<T>): Promise<T> {
  const turn = opening.then(() => Promise.allSettled([...changing])).then(action);
  opening = turn.then(
    () => {},
    () => {},
  );
  return turn;
}

/** Runs a transaction, beside others but beside no opening; resolves when its writes are on the disk. */
export async function transact<T>(root: RootDatabase, action: () => T): Promise<T> {
  for (let seen: Promise<unknown> | undefined; seen !== opening; ) {
    seen = opening;
    await seen;
  }
  // No await between the look at `opening` and the entry in `changing`.
  const work = root.transaction(action);
  changing.add(work);
  try {
    return await withCause(work);
  } finally {
    changing.delete(work);
  }
}

/** A transaction of lmdb's that, where it fails, fails with what the system said. */
export async function withCause<T>(transaction: Promise<T>): Promise<T> {
  try {
    return await transaction;
  } catch (error) {
    throw await causeOf(error);
  }
}

/** lmdb says why a commit failed through a second promise, which ends the process when nobody listens to it. */
async function causeOf(error: unknown): Promise<unknown> {
  const why = (error as { readonly commitError?: unknown } | null | undefined)?.commitError;
  if (!(why instanceof Promise)) return error;
  const reported = why.then(
    () => error,
    (cause: unknown) => cause,
  );
  return Promise.race([reported, sleep(maxReasonMs, error)]);
}

/**
 * Deletes a store, readable or not. Processes that have it open keep what they had until they close it.
 *
 * @param whatever Folders in the places of its files too: only for people who ask for it.
 */
export async function deleteStore(folder: string, { whatever = false } = {}): Promise<void> {
  for (const name of [dataFileName, lockFileName]) {
    await rm(join(folder, name), { force: true, recursive: whatever });
  }
}

/** A lock whose owner cannot be asked after is not waited for any longer. */
const maxWaitMs = 10_000;
const lookMs = 20;

/** Of the processes that find no whole data file, one at a time makes it: nobody takes what another makes for damaged. */
async function whileMaking<T>(path: string, work: () => Promise<T>): Promise<T> {
  const until = performance.now() + maxWaitMs;
  for (;;) {
    const lock = await takeExclusive(join(path, 'making.lock'));
    if (!('release' in lock) && performance.now() < until) {
      await sleep(lookMs);
      continue;
    }
    try {
      return await work();
    } finally {
      if ('release' in lock) await lock.release();
    }
  }
}

async function openRoot(path: string): Promise<RootDatabase> {
  await createFolder(path, privateFolder);
  if (await isWholeDataFile(join(path, dataFileName))) return mapRoot(path);
  return whileMaking(path, () => makeRoot(path));
}

/** For one process at a time. */
async function makeRoot(path: string): Promise<RootDatabase> {
  const damage = await dataFileDamage(join(path, dataFileName));
  if (damage !== null) throw new Error(damage);
  return mapRoot(path);
}

/** The lock file of lmdb is smaller. */
const lockFileBytes = 64 * 1024;

/** What of it is not on the disk yet may find no room. Anything but a file in its place ends the process in lmdb. */
async function roomForLockFile(path: string): Promise<void> {
  const lockFile = await stat(join(path, lockFileName)).catch(() => null);
  if (lockFile?.isFile() === false) throw new Error(`${lockFileName} is not a file`);
  if (lockFile !== null && lockFile.size > 0 && lockFile.blocks * 512 >= lockFile.size) return;
  await requireRoom(path, lockFileBytes);
}

async function mapRoot(path: string): Promise<RootDatabase> {
  await roomForLockFile(path);
  // Loaded on use: a run without a cache and without a shared budget does not pay for it.
  const { open } = await import('lmdb');
  // `noSubdir`: a folder whose name has a dot in it would be taken for a file.
  // `overlappingSync`: flushing after the commit is no faster for us, and once a commit has failed nothing is ever
  // said to be flushed or closed. `eventTurnBatching`: it makes promises that nobody can reach, and a full disk would
  // end the process through them.
  const root = open({
    path,
    noSubdir: false,
    overlappingSync: false,
    eventTurnBatching: false,
    maxDbs: 8,
  });
  // Those of an earlier version, or of another user, stay as they are where they are not ours to change.
  for (const name of [dataFileName, lockFileName]) await chmod(join(path, name), privateFile).catch(() => {});
  return root;
}

/**
 * `prepare` opens the tables while nothing else is under way; when it throws, the environment is left as by `close`.
 * The last user's `close` closes it.
 */
export function openEnvironment<T>(
  folder: string,
  prepare: (root: RootDatabase) => Promise<T>,
): Promise<{ readonly root: RootDatabase; readonly prepared: T; close(): Promise<void> }> {
  const path = resolve(folder);
  const leave = async (entry: Shared): Promise<void> => {
    entry.users -= 1;
    if (entry.users > 0) return;
    shared.delete(path);
    await entry.root.close();
  };
  const opened = async () => {
    const entry = shared.get(path) ?? { root: await openRoot(path), users: 0 };
    shared.set(path, entry);
    entry.users += 1;
    try {
      return {
        root: entry.root,
        prepared: await prepare(entry.root),
        close: () => alone(() => leave(entry)),
      };
    } catch (error) {
      await leave(entry);
      throw error;
    }
  };
  return alone(opened);
}
