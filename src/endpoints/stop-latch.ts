// Remembers what ended the run, so that the calls that still wait for their turn are not made, and not paid for.
import { failsOnlyItsRecord, isLateBenchError, LateBenchError } from '../errors.ts';
import type { ReplyStore } from './stores.ts';

export interface StopLatch {
  /** Told of every failure; the first after which each further call would fail too, or be paid for in vain, counts. */
  note(error: unknown): void;
  /** Throws where no more is to be paid for. */
  check(): void;
}

/** A full disk may find room again, and who gave up one call may make others. */
const passing = new Set(['LB_DISK_FULL', 'LB_ABORTED']);

export function createStopLatch(replyStore: ReplyStore | undefined): StopLatch {
  let reason: LateBenchError | undefined;
  return {
    note(error) {
      if (!isLateBenchError(error) || passing.has(error.code) || failsOnlyItsRecord(error)) return;
      reason ??= error;
    },
    check() {
      if (reason !== undefined) throw reason;
      if (replyStore?.canKeep === false) {
        const message = 'the disk is full: replies could not be kept; free some space and run again';
        throw new LateBenchError('LB_DISK_FULL', message);
      }
    },
  };
}
