// One process at a time is at work on the batches of a role in a run folder: two would each note the missing calls and pay
// for them. Direct calls of the role are not made beside them either, for the same reason.
import { randomBytes } from 'node:crypto';
import { readdir, rm, rmdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isLateBenchError, LateBenchError } from '../../errors.ts';
import { makeFolder } from '../../storage/make-folder.ts';
import { outputError } from '../../storage/output-error.ts';
import { privateFolder } from '../../storage/private-files.ts';
import {
  announceOwner,
  holderOfLock,
  holderText,
  lockPath,
  type ProcessLock,
  takeExclusive,
} from '../../storage/process-lock.ts';

interface Role {
  readonly run: string;
  readonly role: string;
}

interface Batches extends Role {
  readonly label: string;
}

function busy(what: string): LateBenchError {
  return new LateBenchError('LB_BUSY', `${what}; run the command again when it has ended`);
}

async function lockBatches({ run, label }: Batches): Promise<ProcessLock> {
  const lock = await takeExclusive(lockPath(run, `batches-${label}`));
  if ('release' in lock) return lock;
  throw busy(`${lock.who} is at work on the batches of ${label} in ${run}`);
}

/** A process with direct calls has a lock there, which whoever opens the journal clears away once it is dead. */
function directFolder({ run, role }: Role): string {
  return join(run, 'journal', role);
}

/** Who has a lock in the folder whose holder is such a one, for messages; null where nobody alive has. */
async function whoHolds(folder: string, isHolder: (name: string) => boolean): Promise<string | null> {
  for (const name of await readdir(folder).catch((): string[] => [])) {
    const holder = holderOfLock(name);
    const who = holder !== undefined && isHolder(holder) ? await holderText(lockPath(folder, holder)) : null;
    if (who !== null) return who;
  }
  return null;
}

/**
 * Gives `open` the lock, to be released when its work is done. Where it fails, the lock is free again.
 *
 * @throws LB_BUSY
 */
export async function holdingBatches<T>(
  batches: Batches,
  open: (lock: ProcessLock) => Promise<T>,
): Promise<T> {
  const { run, role } = batches;
  const lock = await lockBatches(batches);
  try {
    const who = await whoHolds(directFolder(batches), (holder) => holder.startsWith('direct-'));
    if (who !== null) throw busy(`${who} makes direct calls for ${role} in ${run}`);
    return await open(lock);
  } catch (error) {
    await lock.release();
    throw error;
  }
}

/**
 * Announces direct calls of a role, whose journal has been opened.
 *
 * @throws LB_BUSY where a process is at work on its batches
 */
export async function announceDirectCalls(calls: Role): Promise<ProcessLock> {
  const { run, role } = calls;
  const folder = directFolder(calls);
  const own = lockPath(folder, `direct-${process.pid}-${randomBytes(4).toString('hex')}`);
  const release = async (): Promise<void> => {
    await rm(own, { force: true });
    // A run that has kept nothing leaves no folders behind.
    for (const empty of [folder, dirname(folder)]) await rmdir(empty).catch(() => undefined);
  };
  try {
    await makeFolder(folder, privateFolder);
    await announceOwner(own);
  } catch (cause) {
    throw isLateBenchError(cause) ? cause : outputError(own, cause);
  }
  // Announced first, looked afterwards, as by whoever sends batches: of two that start at once at most one continues.
  const isOfRole = (holder: string): boolean =>
    holder === `batches-${role}` || holder.startsWith(`batches-${role}.`);
  const who = await whoHolds(run, isOfRole);
  if (who === null) return { release };
  await release();
  throw busy(`${who} is at work on the batches of ${role} in ${run}`);
}
