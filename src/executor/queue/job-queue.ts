// The queue of a job: writes what workers have to know into the folder that all machines reach, or into the store of
// objects that they have in its place, puts the calls on the queue, and has the job finish each group when its calls
// are done.
import type { Role } from '../../config/setting-table.ts';
import { checkRedis, connectionsOf } from '../../queue/check-redis.ts';
import { takeSeat } from '../../queue/seat.ts';
import type { JobQueue } from '../../stages/job-calls.ts';
import { folderObjects } from '../../storage/folder-objects.ts';
import { coordinate } from './coordinate.ts';
import { checkStore, forgetStore, fullAddress } from './paid-elsewhere.ts';
import { budgetNote, type QueueFile, runOfFolder, sharedBudget, writeQueueFile } from './queue-file.ts';
import { type OwnStore, openVacant, publishRun, removeRun } from './run-store.ts';

export interface QueuePlan extends Pick<QueueFile, 'endpoint' | 'tpm' | 'budget'> {
  readonly redis: string;
  /** The address of what machines share that have no common disk; undefined where they share the run's folder. */
  readonly store: string | undefined;
  /** Calls in flight over all workers. */
  readonly globalConcurrency: number | undefined;
}

export interface JobQueueContext {
  /** Names lines for the user. */
  readonly label: string;
  /** Requests a minute, over all workers. */
  readonly rpm: Readonly<Partial<Record<Role, number>>>;
  /** Ends the waiting for a store that is away. */
  readonly signal: AbortSignal;
  readonly say: (line: string) => void;
}

/** What a user starts on other machines. */
export function workerCommand(folder: string, store: string | undefined): string {
  return store === undefined
    ? `latebench worker ${folder} --redis …`
    : `latebench worker DIR --store ${store} --redis …`;
}

/** Nothing is connected before its first use. */
export function jobQueue(
  { redis, store: address, globalConcurrency, ...limits }: QueuePlan,
  { label, rpm, signal, say }: JobQueueContext,
): JobQueue {
  const tell = (line: string): void => say(`${label}: ${line}`);
  let opened: Promise<{ readonly store: OwnStore; readonly run: string }> | undefined;
  const open = async (folder: string) => {
    const run = await runOfFolder(folder);
    return { store: await openVacant(address!, run, { signal, say: tell }), run };
  };
  const openOnce = async (folder: string) => {
    await checkStore(folder, { address });
    if (address === undefined) return undefined;
    opened ??= open(folder);
    return opened;
  };
  return {
    check: () => checkRedis(redis, connectionsOf.coordinator),
    async store(folder) {
      const shared = await openOnce(folder);
      return shared?.store.ofRun(shared.run);
    },
    async spread({ kind, folder, calls, files, allowDegenerate, keepRaw, ...work }) {
      const shared = await openOnce(folder);
      const run = shared?.run ?? (await runOfFolder(folder));
      const seat = await takeSeat(redis, run, { signal: work.signal, say: tell });
      try {
        const budget = await sharedBudget(limits.budget, folder);
        const pool = { allow_degenerate: allowDegenerate, keep_raw: keepRaw };
        const store = address === undefined ? undefined : fullAddress(address);
        const facts = { kind, run, ...limits, budget, rpm, ...pool, store };
        const file = await writeQueueFile(folder, facts, files);
        if (shared !== undefined) await publishRun(shared.store, { folder, file, files });
        const note = budgetNote(file.budget);
        if (note !== undefined) tell(note);
        tell(`the ${calls} are on the queue; workers: ${workerCommand(folder, address)}`);
        const common = shared?.store.ofRun(run) ?? folderObjects(folder);
        await coordinate({ ...work, shared: common, seat, redis, run, globalConcurrency, say: tell });
        if (shared !== undefined) {
          await forgetStore(folder, file);
          await removeRun(shared.store, run);
        }
      } finally {
        await seat.leave();
      }
    },
    async close() {
      await (await opened?.catch(() => undefined))?.store.close();
    },
  };
}
