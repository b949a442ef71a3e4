// Remembers what ended the run, so that the calls that still wait for their turn are not made, and not paid for.
import { setMaxListeners } from 'node:events';
import { failsOnlyItsRecord, isLateBenchError, LateBenchError } from '../../errors.ts';
import type { ReplyStore } from '../stores.ts';
import { type Link, observing, type Reply } from './chain.ts';

export interface StopLatch {
  /** Notes the first failure after which each further call would fail too, or be paid for in vain. */
  readonly note: Link<Reply>;
  /** Throws where no more is to be paid for. */
  readonly check: Link<Reply>;
  /** A wait of a call before an attempt; it ends with the reason when that comes, and nothing on the wire is given up. */
  readonly during: Waiting;
}

export type Waiting = <T>(signal: AbortSignal, wait: (signal: AbortSignal) => Promise<T>) => Promise<T>;

/** Where nothing but its caller ends a wait. */
export const waitAlone: Waiting = (signal, wait) => wait(signal);

/** A full disk may find room again, whoever gave up one call may make others, and a smaller call may fit a budget. */
const passing = new Set(['LB_DISK_FULL', 'LB_ABORTED', 'LB_BUDGET']);

/** Every call that waits listens. */
function stopper(): AbortController {
  const controller = new AbortController();
  setMaxListeners(0, controller.signal);
  return controller;
}

export function createStopLatch(replyStore: ReplyStore | undefined): StopLatch {
  let reason: LateBenchError | undefined;
  let inside = 0;
  let stop = stopper();
  const left = (): void => {
    inside -= 1;
    // What may pass holds for the calls that waited with it, not for a later one (a dashboard stays open).
    if (inside === 0 && reason?.retry === 'transient') {
      reason = undefined;
      stop = stopper();
    }
  };
  return {
    note: observing<Reply>({
      begin() {
        inside += 1;
      },
      ended(_, obtained) {
        left();
        return obtained;
      },
      failed(_, error) {
        if (isLateBenchError(error) && !passing.has(error.code) && !failsOnlyItsRecord(error))
          reason ??= error;
        if (reason !== undefined) stop.abort();
        left();
      },
    }),
    check: observing<Reply>({
      begin({ key }) {
        if (reason !== undefined) throw reason;
        if (replyStore?.canKeep !== false) return replyStore?.hold?.(key);
        const message = 'the disk is full: replies could not be kept; free some space and run again';
        throw new LateBenchError('LB_DISK_FULL', message);
      },
    }),
    async during(signal, wait) {
      const { signal: stopped } = stop;
      // Not AbortSignal.any: of a signal that lives as long as the run it would keep a trace for each wait.
      const either = new AbortController();
      const end = (): void => either.abort();
      const both = [signal, stopped];
      if (both.some(({ aborted }) => aborted)) end();
      for (const one of both) one.addEventListener('abort', end);
      try {
        return await wait(either.signal);
      } catch (error) {
        throw stopped.aborted && !signal.aborted ? (reason ?? error) : error;
      } finally {
        for (const one of both) one.removeEventListener('abort', end);
      }
    },
  };
}
