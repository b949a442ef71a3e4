// How much is on the queues of a run, and whether they still have what was put on them.
import type { Queue } from 'bullmq';
import type { QueueDepth } from '../records/queue-depth.ts';

/** Those that a group's jobs pass through, in that order. */
export interface RunQueues {
  readonly calls: Queue;
  readonly parts: Queue;
  readonly groups: Queue;
}

async function jobsOn(queue: Queue): Promise<number> {
  const { wait = 0, active = 0, delayed = 0 } = await queue.getJobCounts('wait', 'active', 'delayed');
  return wait + active + delayed;
}

/** `jobs`: those that somebody has begun or can begin, over all queues. */
export async function readDepth({
  calls,
  parts,
  groups,
}: RunQueues): Promise<Omit<QueueDepth, 'groups' | 'workers'> & { readonly jobs: number }> {
  const {
    wait = 0,
    active = 0,
    delayed = 0,
    failed = 0,
  } = await calls.getJobCounts(...(['wait', 'active', 'delayed', 'failed'] as const));
  // After those before it: a job that has just moved on is counted twice rather than not at all.
  const jobs = wait + active + delayed + (await jobsOn(parts)) + (await jobsOn(groups));
  // Some servers do not say who is connected.
  const connected = await calls.getWorkersCount().catch(() => undefined);
  const [oldest] = await calls.getJobs(['wait'], 0, 0, true);
  return {
    ...{ waiting: wait, active, delayed, failed, jobs },
    ...(connected === undefined ? {} : { connected }),
    lag_ms: oldest == null ? 0 : Math.max(0, Date.now() - oldest.timestamp),
  };
}

/** Looks at an idle queue that show that it was not idle for a moment only. */
const idleLooks = 3;

/**
 * To be told at each look how many jobs there are, and how many groups are not finished. True where jobs of these are lost
 * (dropped by a full server, removed by somebody, or never on the master that took over): nobody can begin one.
 */
export function noticeLostJobs(): (jobs: number, groups: number) => boolean {
  let idle = 0;
  return (jobs, groups) => {
    idle = jobs === 0 && groups > 0 ? idle + 1 : 0;
    return idle >= idleLooks;
  };
}
