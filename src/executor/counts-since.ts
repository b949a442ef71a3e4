// A view of counters that begins at 0: several plans of a job count into the same ones, and each says what is its own.
import type { ModelCounters, UsageCounters } from '../endpoints/usage-counters.ts';
import type { ErrorPolicy } from '../stream/error-policy.ts';
import type { Tally } from '../stream/tally.ts';

export type PassCounts = Pick<Tally, 'read' | 'written' | 'inFlight' | 'drops'>;
export type BadCounts = Pick<ErrorPolicy, 'rejected'>;

export interface CountsSince {
  readonly tally: PassCounts;
  readonly policy: BadCounts;
  spent(): ModelCounters;
}

/** What is counted from now on; records in flight are those of now. */
export function countsSince(
  tally: PassCounts,
  policy: BadCounts,
  counters: Pick<UsageCounters, 'total'>,
): CountsSince {
  const { read, written } = tally;
  const drops = new Map(tally.drops);
  const { rejected } = policy;
  const spent = counters.total();
  return {
    tally: {
      get read() {
        return tally.read - read;
      },
      get written() {
        return tally.written - written;
      },
      get inFlight() {
        return tally.inFlight;
      },
      get drops() {
        const since = [...tally.drops].map(
          ([reason, count]) => [reason, count - (drops.get(reason) ?? 0)] as const,
        );
        return new Map(since.filter(([, count]) => count > 0));
      },
    },
    policy: {
      get rejected() {
        return policy.rejected - rejected;
      },
    },
    spent() {
      const now = counters.total();
      for (const key of Object.keys(now) as (keyof ModelCounters)[]) now[key] -= spent[key];
      return now;
    },
  };
}
