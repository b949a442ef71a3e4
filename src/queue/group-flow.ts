// A group as BullMQ is given it: its calls in jobs of several, and a job that waits for them.
import type { FlowJob } from 'bullmq';
import type { CallJob, CallsJob, GroupSpan, QueueNames } from './names.ts';

export interface CallGroup extends Pick<CallJob, 'layout'> {
  readonly group: number;
  /** Calls whose replies no journal has. */
  readonly missing: readonly number[];
  /** For workers who put it together. */
  readonly span?: GroupSpan;
}

/** Calls that one job carries, at most: what the queue costs a call is a share of what it costs a job. */
const maxCallsOfJob = 8;
/** Jobs that the calls of a group are divided into, at least, as far as there are as many: a few calls are for many workers. */
const jobsOfGroup = 16;
const children = {
  removeOnComplete: true,
  removeOnFail: true,
  ignoreDependencyOnFailure: true,
  attempts: 1000,
};

export interface FlowOptions {
  /** Calls in flight over all workers. */
  readonly globalConcurrency: number | undefined;
  /** Workers assemble each group before the coordinator finishes it. */
  readonly puttingTogether?: boolean | undefined;
}

/** The calls of each job. A limit over all workers is one on jobs: then each carries one call. */
function* jobsOf({ missing }: CallGroup, { globalConcurrency }: FlowOptions): Generator<readonly number[]> {
  const shared = Math.floor(missing.length / jobsOfGroup);
  const size = globalConcurrency === undefined ? Math.min(maxCallsOfJob, Math.max(1, shared)) : 1;
  for (let at = 0; at < missing.length; at += size) yield missing.slice(at, at + size);
}

/** A job for the group that waits for those of its calls, with one in between where workers put it together. */
export function flowOf(names: QueueNames, epoch: string, work: CallGroup, options: FlowOptions): FlowJob {
  const { layout, group, span } = work;
  const calls = Array.from(jobsOf(work, options), (some) => ({
    // What workers prove their storage for.
    name: epoch,
    queueName: names.calls,
    data: { layout, group, calls: some } satisfies CallsJob,
    opts: { jobId: `${epoch}-${group}-${some[0]}`, ...children },
  }));
  const part = {
    name: epoch,
    queueName: names.parts,
    data: { group, span },
    opts: { ...children, jobId: `${epoch}-${group}`, attempts: 1 },
    children: calls,
  };
  return {
    name: 'group',
    queueName: names.groups,
    data: { group },
    opts: { jobId: `${epoch}-${group}`, removeOnComplete: true, removeOnFail: true },
    children: options.puttingTogether === true ? [part] : calls,
  };
}
