// Remembers what ended the run, so that the calls that still wait for their turn are not made, and not paid for.
import { failsOnlyItsRecord, isLateBenchError, LateBenchError } from '../../errors.ts';
import type { ReplyStore } from '../stores.ts';
import type { Link, Reply } from './chain.ts';

export interface StopLatch {
  /** Notes the first failure after which each further call would fail too, or be paid for in vain. */
  readonly note: Link<Reply>;
  /** Throws where no more is to be paid for. */
  readonly check: Link<Reply>;
}

/** A full disk may find room again, whoever gave up one call may make others, and a smaller call may fit a budget. */
const passing = new Set(['LB_DISK_FULL', 'LB_ABORTED', 'LB_BUDGET']);

export function createStopLatch(replyStore: ReplyStore | undefined): StopLatch {
  let reason: LateBenchError | undefined;
  let inside = 0;
  return {
    async note(call, next) {
      inside += 1;
      try {
        return await next(call);
      } catch (error) {
        if (isLateBenchError(error) && !passing.has(error.code) && !failsOnlyItsRecord(error))
          reason ??= error;
        throw error;
      } finally {
        inside -= 1;
        // What may pass holds for the calls that waited with it, not for a later one (a dashboard stays open).
        if (inside === 0 && reason?.retry === 'transient') reason = undefined;
      }
    },
    async check(call, next) {
      if (reason !== undefined) throw reason;
      if (replyStore?.canKeep === false) {
        const message = 'the disk is full: replies could not be kept; free some space and run again';
        throw new LateBenchError('LB_DISK_FULL', message);
      }
      return next(call);
    },
  };
}
