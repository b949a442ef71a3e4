// One machine's share of a queued run: takes calls by number, has them performed, and says they are done. What they
// bring is in this machine's journal before that; the queue sees none of it.
import { randomBytes } from 'node:crypto';
import { once, setMaxListeners } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { failsOnlyItsRecord, isLateBenchError, LateBenchError, toPlainError } from '../errors.ts';
import type { CallsDone } from '../records/queue-depth.ts';
import { CallPlaces } from './call-places.ts';
import { tellCallsDone } from './calls-done.ts';
import { queueFailure } from './check-writes.ts';
import { type Board, introduce } from './handshake.ts';
import { type CallJob, type CallsJob, failedName, type PartJobData, queueNames } from './names.ts';
import { pauseMs } from './no-worker.ts';
import { connectRedis, disconnectAll, lastAnswerMs, leaveRedis, loadBull, within } from './redis.ts';
import { type Patience, tellWhenLost, whatIsWrong } from './tell-lost.ts';

export interface WorkerOptions {
  readonly redis: string;
  readonly run: string;
  /** Calls at once on this machine. */
  readonly concurrency: number;
  /** Wait for what comes after when the run is done; false. */
  readonly stay?: boolean | undefined;
  /** How long a worker that is not heard of keeps its jobs; 60 s. Reading a large reply can take a part of a second. */
  readonly lockMs?: number | undefined;
  /** How long no coordinator is there before that is said, in milliseconds; 5 s. */
  readonly absentMs?: number | undefined;
  /** How long a Redis that lets nobody in is waited for; see `tell-lost.ts`. */
  readonly patienceMs?: Patience['patienceMs'];
  /** Begin nothing new, and end when what is under way has ended. */
  readonly signal: AbortSignal;
  /** Give up what is under way. */
  readonly abandon: AbortSignal;
  readonly say: (line: string) => void;
  /** Where the coordinator reads what this worker keeps: proved before the first job. Null where nothing is kept. */
  readonly board: Board | null;
  /**
   * Asked where a coordinator is met for the first time, before its first job: with `stay`, that of each later start too.
   * False where what this worker has opened is of an earlier start: it ends.
   */
  readonly met?: (() => Promise<boolean>) | undefined;
  /** What this worker has done so far, for a coordinator that does not see its events. */
  readonly callsDone?: (() => CallsDone) | undefined;
  /** Makes one call durable. Throws what `failsOnlyItsRecord` says of a call that finally failed. */
  perform(job: CallJob, signal: AbortSignal): Promise<void>;
  /**
   * Puts a group together whose calls are done; one at a time. What it cannot do, the coordinator does, which is given
   * what this returns, as JSON.
   */
  putTogether?: ((part: PartJobData, signal: AbortSignal) => Promise<unknown>) | undefined;
}

const defaultLockMs = 60_000;
/**
 * How long calls under way are waited for when the run has ended. After a signal `abandon` limits it; those of work that
 * is begun again are paid for, and their replies are of use.
 */
const graceMs = 30_000;
/** What is asked here of a worker of BullMQ. */
interface Opening {
  on(event: 'error', listener: () => void): unknown;
  waitUntilReady(): Promise<unknown>;
  close(force?: boolean): Promise<void>;
}

const againMs = 500;
const lookMs = 1000;
/** A Redis that was emptied knows the coordinator again within 3 s. */
const defaultAbsentMs = 5000;

/** One of BullMQ's workers that lost Redis while it was being made never works: another one is made in its place. */
async function keepOpen(make: () => Opening, open: Opening[], over: AbortSignal): Promise<void> {
  const given = over.aborted ? true : once(over, 'abort').then(() => true);
  while (!over.aborted) {
    const one = make();
    // Also where a job was taken over by another worker while this one was held up: its reply is kept all the same.
    one.on('error', () => undefined);
    const ready = one.waitUntilReady().then(
      () => true,
      () => false,
    );
    if (await Promise.race([ready, given])) {
      open.push(one);
      return;
    }
    await within(one.close(true), lastAnswerMs);
    await wait(againMs);
  }
}

/**
 * Ends when the run is done, when `signal` says so, or when what this worker has opened is outdated: the run has been begun
 * again.
 *
 * @throws what must end the whole run, and LB_CONFIG, which ends this worker alone, where it does not have the storage of
 * the coordinator
 */
export async function runWorker(options: WorkerOptions): Promise<'over' | 'outdated'> {
  const {
    redis,
    run,
    concurrency,
    signal,
    abandon,
    say,
    perform,
    board,
    callsDone,
    lockMs = defaultLockMs,
    stay = false,
    absentMs = defaultAbsentMs,
  } = options;
  const id = randomBytes(6).toString('hex');
  const { Worker, UnrecoverableError } = await loadBull();
  const names = queueNames(run, redis);
  const connection = await connectRedis(redis);
  const giveUp = new AbortController();
  // Each call under way listens.
  setMaxListeners(0, giveUp.signal);
  const abandonAll = (): void => giveUp.abort();
  abandon.addEventListener('abort', abandonAll, { once: true });
  let reason: LateBenchError | undefined;
  let outdated = false;
  const end = new AbortController();

  const over = AbortSignal.any([signal, end.signal]);
  const lostRedis = tellWhenLost(redis, say, {
    patienceMs: options.patienceMs,
    giveUp(error) {
      reason ??= error;
      end.abort();
    },
  });
  const proofs = new Map<string, Promise<void>>();
  /** Each coordinator, and each round of a call whose reply did not arrive, asks for the proof anew. */
  const meet = async (): Promise<void> => {
    if (board !== null) await introduce({ connection, names, board, signal: over, say });
    if ((await options.met?.()) !== false) return;
    outdated = true;
    throw new LateBenchError('LB_ABORTED', 'the run has been begun again');
  };
  const prove = (round: string): Promise<void> => {
    const known = proofs.get(round) ?? meet();
    proofs.set(round, known);
    return known;
  };
  /** Throws where the job may not be done here: another worker takes it. */
  const checkStorage = async (round: string): Promise<void> => {
    try {
      await prove(round);
    } catch (error) {
      if (!outdated && !over.aborted) reason ??= isLateBenchError(error) ? error : queueFailure(error);
      end.abort();
      throw error;
    }
  };

  const stopAll = async (error: LateBenchError): Promise<void> => {
    reason ??= error;
    // A Redis that takes nothing has ended the others, too.
    await connection.set(names.stop, JSON.stringify(toPlainError(error))).catch(() => undefined);
    end.abort();
  };
  const recovery = {
    connection,
    prefix: names.prefix,
    lockDuration: lockMs,
    stalledInterval: Math.max(250, lockMs / 2),
    // However often workers die, the job is still to be done.
    maxStalledCount: 1_000_000,
    // With the default of 15 s, each slot would stay idle that long after an outage of Redis.
    runRetryDelay: 1000,
  };
  const underWay = new Set<Promise<unknown>>();
  const counted = <T>(work: Promise<T>): Promise<T> => {
    underWay.add(work);
    return work.finally(() => underWay.delete(work));
  };
  const performOne = async (call: CallJob): Promise<void> => {
    // It waited for a place until this worker was to begin nothing new: another worker takes it with its job.
    if (over.aborted) throw reason ?? new LateBenchError('LB_ABORTED', 'the worker ends');
    try {
      await counted(perform(call, giveUp.signal));
    } catch (error) {
      if (failsOnlyItsRecord(error)) {
        // Its record fails; who finishes the group does not look for its reply.
        await connection.sadd(names.failed, failedName(call));
        return;
      }
      if (!isLateBenchError(error)) await stopAll(new LateBenchError('LB_INTERNAL', String(error)));
      else if (error.code !== 'LB_ABORTED') await stopAll(error);
      throw error;
    }
  };
  const makeWorker = () => {
    const places = new CallPlaces(concurrency);
    const worker = new Worker<CallsJob>(
      names.calls,
      async ({ name, data: { layout, group, calls } }) => {
        places.take(calls.length);
        // Before anything is waited for: BullMQ looks at it as soon as a job has begun.
        worker.concurrency = places.jobs;
        try {
          await checkStorage(name);
          if (reason !== undefined) throw new UnrecoverableError('the run has ended');
          await places.each(calls, (call) => performOne({ layout, group, call }));
        } finally {
          // Before the job counts as done: the coordinator looks for the last time when all of them do.
          if (callsDone !== undefined)
            await within(tellCallsDone(connection, names, id, callsDone()), lastAnswerMs);
          places.giveBack(calls.length);
          worker.concurrency = places.jobs;
        }
      },
      { ...recovery, concurrency: places.jobs },
    );
    return worker;
  };
  const { putTogether } = options;
  const makeAssembler = () =>
    new Worker<PartJobData>(
      names.parts,
      async ({ name, data }) => {
        await checkStorage(name);
        return reason === undefined ? counted(putTogether!(data, giveUp.signal)) : undefined;
      },
      { ...recovery, concurrency: 1 },
    );
  const open: Opening[] = [];
  /** One look that Redis refuses says nothing about the run. */
  const look = () =>
    Promise.all([connection.get(names.done), connection.get(names.coordinator)]).catch((error: Error) => {
      if (!over.aborted) lostRedis.refused(error.message);
      return undefined;
    });
  const watchRun = async (): Promise<void> => {
    let seen = performance.now();
    let looked = seen;
    let told = false;
    while (!over.aborted) {
      const [done, coordinator] = (await lostRedis.answered(look())) ?? [null, ''];
      const gap = performance.now() - looked;
      looked += gap;
      // A coordinator that could not say that it is there is to say so first.
      if (gap > pauseMs) seen = looked;
      if (done !== null && !stay) {
        say('the run is done (--stay waits until it is begun again)');
        end.abort();
      }
      if (done === null && coordinator !== null) [seen, told] = [performance.now(), false];
      else if (!told && (done !== null || performance.now() - seen > absentMs)) {
        told = true;
        if (stay && done !== null) say('the run is done; waiting until it is begun again');
        else if (done === null)
          say(
            (await whatIsWrong(redis)) ??
              'no coordinator works on the run; waiting until it is started again',
          );
      }
      await wait(lookMs, undefined, { signal: over }).catch(() => undefined);
    }
  };
  try {
    void watchRun();
    // Before the first job: that of the coordinator that is there now.
    const proven = connection.get(names.epoch).then((epoch) => prove(epoch ?? ''));
    await Promise.race([proven, over.aborted ? undefined : once(over, 'abort')]);
    await Promise.all([
      keepOpen(makeWorker, open, over),
      putTogether === undefined ? undefined : keepOpen(makeAssembler, open, over),
    ]);
    if (!over.aborted) await once(over, 'abort');
  } catch (error) {
    if (!outdated) throw isLateBenchError(error) ? error : queueFailure(error);
  } finally {
    // Also for the looks that go on beside it: one that was rejected has no job to wait for.
    end.abort();
    const closed = Promise.all(open.map((one) => one.close()));
    await leaveRedis(connection);
    // The queue assigns the calls that are given up to another worker.
    const idle = async (): Promise<void> => {
      while (underWay.size > 0) await Promise.allSettled(underWay);
    };
    await (signal.aborted || outdated ? idle() : within(idle(), graceMs));
    giveUp.abort();
    abandon.removeEventListener('abort', abandonAll);
    await within(closed, lastAnswerMs);
    lostRedis.end();
    disconnectAll(connection);
    await within(closed, lastAnswerMs);
  }
  if (reason !== undefined) throw reason;
  return outdated ? 'outdated' : 'over';
}
