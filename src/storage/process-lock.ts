// Files that say which process holds something, and whether that process is alive. Locks are advisory, and one whose
// owner has ended is taken over; whether a process of another machine is alive cannot be found out, so its lock stays.
import { randomBytes } from 'node:crypto';
import { link, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { isLateBenchError } from '../errors.ts';
import { makeFolder } from './make-folder.ts';
import { outputError } from './output-error.ts';
import { type Liveness, livenessOf, type ProcessIdentity, thisProcess } from './process-identity.ts';
import { readTextIfPresent } from './read-text.ts';
import { temporaryPath } from './temporary-files.ts';

interface Owner extends ProcessIdentity {
  /** Tells two locks of one process apart. */
  readonly id: string;
}

export interface ProcessLock {
  release(): Promise<void>;
}

/** Another process has the lock. */
interface Held {
  /** For messages: which, and what to do where it may be gone. */
  readonly who: string;
}

const ending = '.lock';

/** Where one of several holders in a folder has its lock. */
export function lockPath(folder: string, holder: string): string {
  return join(folder, holder + ending);
}

/** The holder that a lock belongs to; undefined for the name of anything else. */
export function holderOfLock(name: string): string | undefined {
  return name.endsWith(ending) ? name.slice(0, -ending.length) : undefined;
}

function thisOwner(): Owner {
  return { ...thisProcess(), id: randomBytes(8).toString('hex') };
}

/** What a lock says: one line of JSON. */
export function ownerText(owner: Owner = thisOwner()): string {
  return `${JSON.stringify(owner)}\n`;
}

function parseOwner(text: string): Owner | null {
  try {
    const owner = JSON.parse(text) as Owner | null;
    return Number.isSafeInteger(owner?.pid) ? owner : null;
  } catch {
    return null;
  }
}

/**
 * `dead` also for text that says nothing of an owner: since locks appear whole, only a power cut leaves a broken one.
 */
export function livenessOfOwner(text: string): Liveness {
  const owner = parseOwner(text);
  return owner === null ? 'dead' : livenessOf(owner);
}

/** Of the process that holds the lock; `dead` also where there is none. */
export async function ownerLiveness(path: string): Promise<Liveness> {
  try {
    return livenessOfOwner(await readFile(path, 'utf8'));
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT' ? 'dead' : 'unknown';
  }
}

function textOf({ pid, host }: Owner, liveness: Liveness, path: string): string {
  if (liveness === 'living') return `process ${pid}`;
  return `process ${pid} of ${host}, which cannot be seen from here (if it has ended, delete ${path}),`;
}

/** Null where the lock names no owner, undefined where there is no lock. */
async function readOwner(path: string): Promise<Owner | null | undefined> {
  const text = await readTextIfPresent(path);
  return text === undefined ? undefined : parseOwner(text);
}

/** Who has a lock, for messages; null where its owner has ended. */
export async function holderText(path: string): Promise<string | null> {
  const liveness = await ownerLiveness(path);
  if (liveness === 'dead') return null;
  const owner = await readOwner(path).catch(() => null);
  return owner ? textOf(owner, liveness, path) : `another process (if it has ended, delete ${path})`;
}

async function writeOwner(path: string, owner: Owner): Promise<void> {
  await writeFile(path, ownerText(owner), { flag: 'wx' });
}

/**
 * Makes a lock under a name that no other process uses. It appears whole: one seen half-written would be taken for a
 * dead owner's. Throws what the system throws.
 */
export async function announceOwner(path: string): Promise<void> {
  const temporary = temporaryPath(path);
  try {
    await writeOwner(temporary, thisOwner());
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

/** True when the lock is ours now. A link, unlike a rename, never replaces what is there. */
async function claim(own: string, path: string): Promise<boolean> {
  return link(own, path).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'EEXIST') return false;
      throw error;
    },
  );
}

/**
 * Puts the lock of a living process in the place of a dead one's: only by whoever holds the right to succeed that
 * owner, so that of several who find it dead one gets the lock.
 * @returns True when done, false where the lock has changed meanwhile; who holds the right where another process does.
 */
async function succeed(path: string, dead: Owner | null, own: string): Promise<boolean | Held> {
  const right = await takeExclusive(join(dirname(path), `.${basename(path)}.after-${dead?.id ?? 'none'}`));
  if (!('release' in right)) return right;
  try {
    const current = await readOwner(path);
    if (current === undefined || current?.id !== dead?.id) return false;
    await rename(own, path);
    return true;
  } finally {
    await right.release();
  }
}

/** Takes a lock that one process at a time holds. */
export async function takeExclusive(path: string): Promise<ProcessLock | Held> {
  const own = thisOwner();
  const claimed = temporaryPath(path);
  const lock: ProcessLock = {
    async release() {
      if ((await readOwner(path))?.id === own.id) await rm(path, { force: true });
    },
  };
  try {
    await makeFolder(dirname(path));
    await writeOwner(claimed, own);
    for (;;) {
      if (await claim(claimed, path)) return lock;
      const owner = await readOwner(path);
      if (owner === undefined) continue;
      const liveness = owner === null ? 'dead' : livenessOf(owner);
      if (owner !== null && liveness !== 'dead') return { who: textOf(owner, liveness, path) };
      const done = await succeed(path, owner, claimed);
      if (typeof done === 'object') return done;
      if (done) return lock;
    }
  } catch (cause) {
    throw isLateBenchError(cause) ? cause : outputError(path, cause);
  } finally {
    await rm(claimed, { force: true });
  }
}
