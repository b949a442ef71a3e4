// How patient a client is where its options do not say: retries, waits and limits.
import { settingDefaults } from '../config/setting-table.ts';
import type { Backoff } from './backoff.ts';
import type { BreakerPauses } from './chain/breaker.ts';

export const clientDefaults = {
  /** Ceiling of the calls in flight. */
  concurrency: settingDefaults.concurrency,
  /** Times a failed call is sent again; waiting because a server said so does not count. */
  maxRetries: settingDefaults.maxRetries,
  backoff: { firstMs: 1_000, maxMs: 60_000 },
  headersTimeoutMs: 10 * 60_000,
  idleTimeoutMs: 2 * 60_000,
  deadlineMs: 30 * 60_000,
  maxDownMs: 10 * 60_000,
  /** The largest reply that is read, as it comes and decompressed. */
  maxReplyBytes: settingDefaults.maxReplyMb << 20,
} as const;

type ClientLimit = Exclude<keyof typeof clientDefaults, 'backoff' | 'concurrency'>;

/** What a client is told of its patience; the defaults where it says nothing. */
export interface ClientPatience extends Partial<Readonly<Record<ClientLimit, number | undefined>>> {
  readonly backoff?: Backoff | undefined;
  /** Pauses of the circuit breaker: the first, and the longest that doubling leads to. */
  readonly breaker?: BreakerPauses | undefined;
}
