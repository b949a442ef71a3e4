// The queue of a job: writes what workers have to know into the folder that all machines reach, puts the calls on the
// queue, and has the job finish each group when its calls are done.
import type { Role } from '../../config/setting-table.ts';
import { checkRedis } from '../../queue/redis.ts';
import type { JobQueue } from '../../stages/job-calls.ts';
import { coordinate } from './coordinate.ts';
import { budgetNote, type QueueFile, writeQueueFile } from './queue-file.ts';

export interface QueuePlan extends Pick<QueueFile, 'endpoint' | 'tpm' | 'budget'> {
  readonly redis: string;
  /** Calls in flight over all workers. */
  readonly globalConcurrency: number | undefined;
}

export interface JobQueueContext {
  /** Names lines for the user. */
  readonly label: string;
  /** Requests a minute, over all workers. */
  readonly rpm: Readonly<Partial<Record<Role, number>>>;
  readonly say: (line: string) => void;
}

/** Nothing is connected before its first use. */
export function jobQueue(
  { redis, globalConcurrency, ...limits }: QueuePlan,
  { label, rpm, say }: JobQueueContext,
): JobQueue {
  const tell = (line: string): void => say(`${label}: ${line}`);
  return {
    check: () => checkRedis(redis),
    async spread({ kind, folder, calls, allowDegenerate, ...work }) {
      const { run, budget } = await writeQueueFile(folder, {
        kind,
        ...limits,
        rpm,
        allow_degenerate: allowDegenerate,
      });
      const note = budgetNote(budget);
      if (note !== undefined) tell(note);
      tell(`the ${calls} are on the queue; workers: latebench worker ${folder} --redis …`);
      await coordinate({ ...work, folder, redis, run, globalConcurrency, say: tell });
    },
  };
}
