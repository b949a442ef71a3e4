// The store of a run whose machines share no disk. Below the address that the user gives: `latebench/queue.json` says
// what the run is, `latebench/begun/RUN` that it has taken the store, and `latebench/RUN/` has the files of its work, the
// replies and parts of its workers, and notes.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { LateBenchError } from '../../errors.ts';
import { checkObjects, openObjects } from '../../objects/open-objects.ts';
import type { OpenObjects } from '../../objects/s3-objects.ts';
import { writeJsonAtomic } from '../../storage/atomic-write.ts';
import { clearBelow, type ObjectStore, storeBelow } from '../../storage/object-store.ts';
import { readTextIfPresent } from '../../storage/read-text.ts';
import { queueFileName } from '../../storage/run-folder.ts';
import { namedRun, parseQueueFile, type QueueFile } from './queue-file.ts';
import { claimStore, releaseStore } from './store-claim.ts';

export interface RunStore extends OpenObjects {
  /** Null where no run is there yet. */
  queueFile(): Promise<QueueFile | null>;
  /** What belongs to one run. */
  ofRun(run: string): ObjectStore;
}

export async function openRunStore(
  address: string,
  options: Parameters<typeof openObjects>[1],
): Promise<RunStore> {
  const { close, ...objects } = await openObjects(address, options);
  const store = storeBelow(objects, 'latebench/');
  return {
    ...store,
    close,
    async queueFile() {
      const text = await store.get(queueFileName);
      return text === null ? null : parseQueueFile(text.toString('utf8'), `queue.json in ${address}`);
    },
    ofRun: (run) => storeBelow(store, `${run}/`),
  };
}

/** The store of a run's coordinator. Closing it gives it back where the run has not begun. */
export interface OwnStore extends RunStore {
  /** Whether workers may know of the run. */
  begun: boolean;
}

/**
 * Opens the store for the coordinator of a run, once it is known to work.
 *
 * @throws LB_BUSY where it has another run: one address is for one run at a time
 */
export async function openVacant(
  address: string,
  run: string,
  options: Parameters<typeof openObjects>[1],
): Promise<OwnStore> {
  await checkObjects(address);
  const store = await openRunStore(address, options);
  const own: OwnStore = {
    ...store,
    begun: false,
    async close() {
      // Where that fails, whoever comes next is told which object it is.
      if (!own.begun) await releaseStore(store, run).catch(() => undefined);
      await store.close();
    },
  };
  const begunOn = async (): Promise<string | undefined> => {
    // Of whatever version: a run may be resumed by a later one.
    const text = await store.get(queueFileName);
    if (text === null) return undefined;
    const there = namedRun(text.toString('utf8'));
    own.begun = there?.run === run;
    return own.begun ? undefined : (there?.machine?.host ?? 'another machine');
  };
  try {
    await claimStore(store, run, begunOn);
    return own;
  } catch (error) {
    await store.close();
    throw error;
  }
}

/** Makes the run known to workers; `files` are those of the folder that say what the work is. */
export async function publishRun(
  store: OwnStore,
  {
    folder,
    file,
    files,
  }: { readonly folder: string; readonly file: QueueFile; readonly files: readonly string[] },
): Promise<void> {
  store.begun = true;
  const own = store.ofRun(file.run);
  await clearBelow(own, 'queue/');
  for (const name of files) await own.put(name, await readFile(join(folder, name)));
  await store.put(queueFileName, Buffer.from(JSON.stringify(file)));
}

/** When all that workers have made is in the coordinator's folder. */
export async function removeRun(store: RunStore, run: string): Promise<void> {
  await store.remove(queueFileName);
  await clearBelow(store.ofRun(run), '');
  await releaseStore(store, run);
}

/**
 * Takes a folder of this machine for a worker's own copies.
 *
 * @throws LB_CONFIG where it is in use for another run
 */
export async function takeFolder(folder: string, file: QueueFile): Promise<void> {
  const known = namedRun(await readTextIfPresent(join(folder, queueFileName)));
  if (known !== null && known.run !== file.run) {
    const message = `${folder} has the files of another run; give this worker an empty folder`;
    throw new LateBenchError('LB_CONFIG', message);
  }
  await writeJsonAtomic(join(folder, queueFileName), file);
}
