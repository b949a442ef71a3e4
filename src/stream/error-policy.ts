// What happens to a record that cannot be read or processed: kept aside with its reason (the default), skipped, or
// the end of the run. Says the first of each kind on stderr and counts the rest.
import { describeError, type ErrorCode, LateBenchError } from '../errors.ts';
import type { Quarantine } from '../storage/quarantine.ts';
import type { BadRow } from '../storage/rows.ts';

export type OnError = 'quarantine' | 'skip' | 'fail';

/** Stop after this many bad records, or after this share of all records (judged from the 100th on, and at the end). */
export type MaxErrors = { readonly count: number } | { readonly share: number };

export interface ErrorPolicy {
  /** Takes a bad record out of the stream. Throws when the policy is to stop. */
  reject(bad: BadRow & { readonly attempts?: number }): void;
  /** Counts the good ones, for a limit given as a share. */
  accepted(): void;
  readonly rejected: number;
  /** By code. */
  readonly counts: ReadonlyMap<ErrorCode, number>;
  /** Judges the share at the end of an input; throws when it is exceeded. */
  finish(): void;
}

export interface ErrorPolicyOptions {
  readonly onError: OnError;
  readonly maxErrors: MaxErrors | undefined;
  readonly quarantine: Quarantine;
  /** Writes a line for the user. */
  readonly say: (line: string) => void;
}

/**
 * Decides what happens to invalid records: `quarantine` them, `skip` them or `fail`. The first error of a kind is
 * printed in full; one line at the end counts the rest.
 *
 * @param options `maxErrors` stops after so many invalid records, or after a share (0 to 1) of all, judged from the
 * 100th record on.
 * @throws LB_MAX_ERRORS, from `reject`, once there are too many.
 */
export function createErrorPolicy({ onError, maxErrors, quarantine, say }: ErrorPolicyOptions): ErrorPolicy {
  const counts = new Map<ErrorCode, number>();
  /** What has been said of each kind. */
  const told = new Map<ErrorCode, number>();
  let rejected = 0;
  let accepted = 0;

  const exceeded = (atEnd: boolean): boolean => {
    if (maxErrors === undefined) return false;
    if ('count' in maxErrors) return rejected > maxErrors.count;
    const seen = accepted + rejected;
    return (atEnd || seen >= 100) && rejected > maxErrors.share * seen;
  };
  const stop = (): never => {
    const limit =
      maxErrors !== undefined && 'count' in maxErrors ? `${maxErrors.count}` : 'the allowed share';
    throw new LateBenchError(
      'LB_MAX_ERRORS',
      `stopped after ${rejected} invalid ${rejected === 1 ? 'record' : 'records'}, more than ${limit} (--max-errors)`,
    );
  };

  return {
    reject(bad) {
      const error = new LateBenchError(bad.code, bad.message, { where: bad.where });
      if (onError === 'fail') throw error;
      rejected += 1;
      const known = counts.get(bad.code) ?? 0;
      counts.set(bad.code, known + 1);
      if (known === 0) say(describeError(error));
      if (onError === 'quarantine') quarantine.add(bad);
      if (exceeded(false)) stop();
    },
    accepted() {
      accepted += 1;
    },
    get rejected() {
      return rejected;
    },
    counts,
    finish() {
      for (const [code, count] of counts) {
        const more = count - (told.get(code) ?? 1);
        if (more > 0) say(`… and ${more} more (${code})`);
        told.set(code, count);
      }
      if (exceeded(true)) stop();
    },
  };
}

/** The first bad record ends the run; none is kept. */
export function strictPolicy(): ErrorPolicy {
  const quarantine = { path: '', count: 0, add: () => {}, close: () => {} };
  return createErrorPolicy({ onError: 'fail', maxErrors: undefined, quarantine, say: () => {} });
}
