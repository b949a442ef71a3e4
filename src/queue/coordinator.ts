// Puts the calls of a run on the queue and finishes each group when its calls are done. The queue holds no state that
// matters: missing calls are found from the run's journals, an emptied Redis is filled again, and a group counts as
// finished only when this process has finished it.
import { randomBytes } from 'node:crypto';
import { fromPlainError, isLateBenchError, type PlainError } from '../errors.ts';
import type { QueueDepth } from '../records/queue-depth.ts';
import { callsAgain } from './calls-again.ts';
import { CallsOfWorkers } from './calls-done.ts';
import { evictionError } from './check-redis.ts';
import { queueFailure } from './check-writes.ts';
import { noticeLostJobs, readDepth } from './depth.ts';
import { type CallGroup, flowOf } from './group-flow.ts';
import { type Board, receiveWorkers } from './handshake.ts';
import { queueNames } from './names.ts';
import { tellWithoutWorkers } from './no-worker.ts';
import { connectRedis, disconnectAll, lastAnswerMs, leaveRedis, loadBull, within } from './redis.ts';
import type { Seat } from './seat.ts';
import { type Patience, tellWhenLost } from './tell-lost.ts';

export interface CoordinatorOptions {
  readonly redis: string;
  readonly run: string;
  /** Calls in flight over all workers. */
  readonly globalConcurrency: number | undefined;
  /** Calls on the queue at once; the rest is added as groups are finished. */
  readonly maxQueued?: number | undefined;
  /** Interval between polls of the queue, in milliseconds. */
  readonly lookMs?: number | undefined;
  /** How long replies that the queue calls done are looked for before they are asked for again; 5 s. */
  readonly settleMs?: number | undefined;
  /** How long no worker is there before that is said, in milliseconds; 10 s. */
  readonly absentMs?: number | undefined;
  /** How long a Redis that lets nobody in is waited for; see `tell-lost.ts`. */
  readonly patienceMs?: Patience['patienceMs'];
  readonly signal: AbortSignal;
  readonly say: (line: string) => void;
  /** Other calls of the run come after these: its workers stay for them. */
  readonly more?: boolean | undefined;
  /** Workers assemble each group before it is finished here; `finish` does what they could not. */
  readonly puttingTogether?: boolean | undefined;
  /** Held by this process while it coordinates. */
  readonly seat?: Pick<Seat, 'lost'> | undefined;
  readonly onLook?: ((depth: QueueDepth) => void) | undefined;
  /** The unfinished groups; read again whenever the queue has lost its jobs. */
  groups(): AsyncIterable<CallGroup>;
  /** Where workers keep replies: they prove that it is this one. Null where nothing is kept. */
  readonly board: Board | null;
  /**
   * Processes the replies of these groups. Calls never overlap.
   *
   * @param failed Tells of calls that finally failed (`failedName`): nobody has their replies.
   * @param reports What workers returned of the groups that they put together.
   * @returns The groups that were left as they are, because replies are missing that the queue calls done.
   */
  finish(
    groups: readonly number[],
    failed: ReadonlySet<string>,
    reports: ReadonlyMap<number, unknown>,
  ): Promise<readonly CallGroup[]>;
}

const empty = {
  waiting: 0,
  active: 0,
  delayed: 0,
  failed: 0,
  groups: 0,
  lag_ms: 0,
} as const satisfies QueueDepth;
const defaultMaxQueued = 50_000;
const defaultLookMs = 1000;
/** Workers that come later than that wait for the run to be begun again. */
const doneSeconds = 7 * 86_400;
const defaultSettleMs = 5000;
const defaultAbsentMs = 10_000;
const settleLookMs = 500;
/** Maximum number of groups that are finished together. */
const maxTogether = 64;

export async function runCoordinator(options: CoordinatorOptions): Promise<void> {
  const { redis, run, signal, say, board, maxQueued = defaultMaxQueued, lookMs = defaultLookMs } = options;
  const { settleMs = defaultSettleMs, absentMs = defaultAbsentMs } = options;
  const { FlowProducer, Queue, Worker } = await loadBull();
  const names = queueNames(run, redis);
  const connection = await connectRedis(redis);
  const givenUp = new AbortController();
  const lostRedis = tellWhenLost(redis, say, {
    patienceMs: options.patienceMs,
    giveUp(error) {
      failure ??= error;
      givenUp.abort();
    },
  });
  /** Nothing is to wait for Redis any longer. */
  const leaving = AbortSignal.any([signal, givenUp.signal]);
  const settings = { connection, prefix: names.prefix };
  const calls = new Queue(names.calls, settings);
  const earlierCalls = new Queue(names.earlierCalls, settings);
  const parts = new Queue(names.parts, settings);
  const groups = new Queue(names.groups, settings);
  const flows = new FlowProducer(settings);
  calls.on('error', () => undefined);
  earlierCalls.on('error', () => undefined);
  parts.on('error', () => undefined);
  groups.on('error', () => undefined);
  flows.on('error', () => undefined);
  const finished = new Set<number>();
  const ready = new Set<number>();
  let failure: unknown;
  let finisher: { close(force: boolean): Promise<void> } | undefined;
  let finishing: Promise<void> = Promise.resolve();
  const lacking = new Map<number, CallGroup>();
  const reports = new Map<number, unknown>();
  const callsOfWorkers = new CallsOfWorkers();
  const noteWorkers = tellWithoutWorkers(say, absentMs);
  const tellDepth = async (depth: QueueDepth): Promise<void> => {
    await callsOfWorkers.read(connection, names);
    const { sum } = callsOfWorkers;
    options.onLook?.(sum === undefined ? depth : { ...depth, workers: sum });
  };

  /** Those that wait together are finished together, each once; those that lack replies are noted. */
  const finish = (group: number): Promise<void> => {
    ready.add(group);
    finishing = finishing.then(async () => {
      const together = [...ready].filter((one) => !finished.has(one));
      ready.clear();
      if (together.length === 0 || failure !== undefined) return;
      try {
        const failed = new Set(await connection.smembers(names.failed));
        for (const one of together) lacking.delete(one);
        for (const one of await options.finish(together, failed, reports)) lacking.set(one.group, one);
        for (const one of together) {
          if (lacking.has(one)) continue;
          reports.delete(one);
          finished.add(one);
        }
      } catch (error) {
        failure ??= error;
      }
    });
    return finishing;
  };

  /** Nothing is made here that the queue calls done. What it lacks is waited for; what does not come, it returns. */
  const settle = async (group: number): Promise<CallGroup | undefined> => {
    const enough = performance.now() + settleMs;
    for (;;) {
      await finish(group);
      const left = lacking.get(group);
      if (left === undefined || failure !== undefined || signal.aborted) return undefined;
      if (performance.now() > enough) return left;
      await new Promise((resolve) => setTimeout(resolve, Math.min(settleLookMs, settleMs)));
    }
  };
  const again = callsAgain(board?.place ?? 'the storage', say);

  /** True when all groups are finished, false when the queue has lost what it had. */
  const generation = async (): Promise<boolean> => {
    const epoch = randomBytes(6).toString('hex');
    const outstanding = new Map<number, number>();
    let queued = 0;
    /** Of calls that are made again. */
    let rounds = 0;
    let lost = false;
    const hasLostJobs = noticeLostJobs();
    let looked = performance.now();
    await calls.obliterate({ force: true });
    await earlierCalls.obliterate({ force: true });
    await parts.obliterate({ force: true });
    await groups.obliterate({ force: true });
    if (options.globalConcurrency !== undefined) await calls.setGlobalConcurrency(options.globalConcurrency);
    await connection.del(names.stop, names.failed, names.done);
    await connection.set(names.epoch, epoch);

    const done = (group: number): void => {
      queued -= outstanding.get(group) ?? 0;
      outstanding.delete(group);
    };
    const worker = new Worker<{ readonly group: number }>(
      names.groups,
      async (job) => {
        const { group } = job.data;
        if (options.puttingTogether === true) {
          for (const report of Object.values(await job.getChildrenValues())) reports.set(group, report);
        }
        const left = await settle(group);
        if (left === undefined) {
          done(group);
          return;
        }
        rounds += 1;
        try {
          await flows.add(flowOf(names, `${epoch}-${rounds}`, again(left), options));
        } catch (error) {
          if (!isLateBenchError(error)) throw error;
          failure ??= error;
        }
      },
      { ...settings, concurrency: maxTogether, lockDuration: 10 * 60_000, runRetryDelay: 1000 },
    );
    worker.on('error', () => undefined);
    finisher = worker;

    const look = async (): Promise<void> => {
      failure ??= options.seat?.lost();
      const [at, stop] = await connection.mget(names.epoch, names.stop);
      lost ||= at !== epoch;
      if (stop !== null && stop !== undefined && failure === undefined) {
        const plain = JSON.parse(stop) as PlainError;
        failure = fromPlainError({ ...plain, message: `a worker says: ${plain.message}` });
      }
      failure ??= await evictionError(connection, redis);
      const { jobs, ...depth } = await readDepth({ calls, parts, groups });
      noteWorkers(depth.waiting, depth.connected);
      lost ||= hasLostJobs(jobs, outstanding.size);
      await tellDepth({ ...depth, groups: outstanding.size });
    };
    const over = (): boolean => lost || failure !== undefined || signal.aborted;
    const pause = async (): Promise<void> => {
      await new Promise((resolve) => setTimeout(resolve, 20));
      if (performance.now() - looked < lookMs) return;
      looked = performance.now();
      // A Redis that is away is waited for; one that came back empty is seen then.
      await lostRedis.answered(look());
    };
    try {
      for await (const planned of options.groups()) {
        const { group, missing } = planned;
        if (finished.has(group)) continue;
        const work = missing.length === 0 ? await settle(group) : planned;
        if (work === undefined) continue;
        const calls = work.missing.length;
        while (queued > 0 && queued + calls > maxQueued && !over()) await pause();
        if (over()) break;
        queued += calls;
        outstanding.set(group, calls);
        await flows.add(flowOf(names, epoch, work, options));
      }
      while (outstanding.size > 0 && !over()) await pause();
    } finally {
      const closed = worker.close(true);
      if (leaving.aborted) await leaveRedis(connection);
      await within(closed, lastAnswerMs);
      await finishing;
    }
    if (failure !== undefined) throw failure;
    return !lost;
  };

  const leave = (): void => {
    finisher?.close(true).catch(() => undefined);
    void leaveRedis(connection);
  };
  leaving.addEventListener('abort', leave, { once: true });
  const ended = new AbortController();
  const reception = AbortSignal.any([leaving, ended.signal]);
  const receiving =
    board === null ? Promise.resolve() : receiveWorkers({ connection, names, board, signal: reception, say });
  try {
    while (!signal.aborted && !(await generation())) {
      const lost = options.seat?.lost();
      if (lost !== undefined) throw lost;
      say('the queue has lost its jobs: what is missing is put on it again');
    }
    if (signal.aborted) await calls.obliterate({ force: true }).catch(() => undefined);
    else if (options.more !== true) {
      await connection.set(names.done, '1', 'EX', doneSeconds);
      await connection.expire(names.callsDone, doneSeconds);
    }
    await tellDepth(empty).catch(() => options.onLook?.(empty));
  } catch (thrown) {
    const error = failure ?? thrown;
    // What is on the queue may be another coordinator's.
    if (options.seat?.lost() === undefined) {
      const emptied = calls.obliterate({ force: true }).then(() => tellDepth(empty));
      await emptied.catch(() => undefined);
    }
    if (isLateBenchError(error)) throw error;
    if (signal.aborted) return;
    throw queueFailure(error);
  } finally {
    leaving.removeEventListener('abort', leave);
    ended.abort();
    await leaveRedis(connection);
    await within(receiving, lastAnswerMs);
    await within(
      Promise.allSettled([calls.close(), earlierCalls.close(), parts.close(), groups.close(), flows.close()]),
      lastAnswerMs,
    );
    lostRedis.end();
    disconnectAll(connection);
  }
}
