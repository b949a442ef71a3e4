// What a run is called on Redis. Everything here may be lost at any time: none of it is the only copy.
import { isClusterAddress } from './redis-address.ts';

export interface QueueNames {
  /** Before the names of queues in BullMQ's keys. */
  readonly prefix: string;
  /** One job for some calls of a group. */
  readonly calls: string;
  /** Where coordinators of earlier versions put one job a call: workers of theirs that are still there get nothing more. */
  readonly earlierCalls: string;
  /** One job a group, for workers, waiting for those of its calls; only where workers put groups together. */
  readonly parts: string;
  /** One job a group, for the coordinator, waiting for all the others. */
  readonly groups: string;
  /** Says which generation of jobs is on the queue; gone when Redis has been emptied. */
  readonly epoch: string;
  /** Which process coordinates the run. */
  readonly coordinator: string;
  /** Why the run is to end, as a worker found out. */
  readonly stop: string;
  /** There once the run is done, until it is begun again. */
  readonly done: string;
  /** There while the server wants no calls. */
  readonly pause: string;
  /** Workers that have come and wait for an answer. */
  readonly arrivals: string;
  /** What they are answered. */
  readonly answers: string;
  /** Calls that finally failed, so that nobody looks for their replies: see `failedName`. */
  readonly failed: string;
  /** What each worker has done, where the coordinator does not see it. */
  readonly callsDone: string;
}

/**
 * Names of a run, or of what belongs to it, as the address needs them: on a cluster, all that a script or a transaction
 * touches must be in one slot, which is that of the part in braces.
 */
export function slotName(name: string, redis: string): string {
  return isClusterAddress(redis) ? `{${name}}` : name;
}

/** `redis`: its address. */
export function queueNames(run: string, redis: string): QueueNames {
  const queue = `latebench-${run}`;
  const base = slotName(queue, redis);
  return {
    prefix: isClusterAddress(redis) ? base : 'bull',
    calls: `${queue}-call-jobs`,
    earlierCalls: `${queue}-calls`,
    parts: `${queue}-parts`,
    groups: `${queue}-groups`,
    epoch: `${base}:epoch`,
    coordinator: `${base}:coordinator`,
    stop: `${base}:stop`,
    done: `${base}:done`,
    pause: `${base}:pause`,
    arrivals: `${base}:arrivals`,
    answers: `${base}:answers`,
    failed: `${base}:failed`,
    callsDone: `${base}:calls-done`,
  };
}

/** A call by its numbers: what they refer to is in the run's folder. */
export interface CallJob {
  /** What the group is a part of, in a run that has several such pieces of work one after the other. */
  readonly layout?: string | undefined;
  readonly group: number;
  readonly call: number;
}

/** What a job on the queue carries: calls of one group, to be made at once as far as a worker has places for them. */
export interface CallsJob extends Pick<CallJob, 'layout'> {
  readonly group: number;
  readonly calls: readonly number[];
}

/**
 * The calls of a group that are there already, up to `have`, and those that it shall have, up to `end`. `first`: where
 * those begin that are put together, if not with the group's own.
 */
export interface GroupSpan {
  readonly first?: number;
  readonly have: number;
  readonly end: number;
}

/** A group whose calls are done, for a worker to put together. */
export interface PartJobData {
  readonly group: number;
  readonly span?: GroupSpan;
}

/** A call in the set of those that failed. */
export function failedName({ layout, group, call }: CallJob): string {
  return [...(layout === undefined ? [] : [layout]), group, call].join('-');
}
