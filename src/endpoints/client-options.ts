// What a client is told: where, which model, how patiently, and where its replies are kept.
import type { Backoff } from './backoff.ts';
import type { BreakerPauses } from './chain/breaker.ts';
import type { Dialect } from './dialect.ts';
import type { Drain } from './drain.ts';
import type { FirstContact } from './first-contact/first-contact.ts';
import type { Profile } from './profile/profile.ts';
import type { SharedLimits } from './shared-limits.ts';
import type { ReplyStore, Reserve } from './stores.ts';
import type { UsageCounters } from './usage-counters.ts';

export interface ClientOptions {
  readonly baseUrl: string;
  readonly model: string;
  readonly apiKey?: string | undefined;
  /** Added to the message of a server that wants another key. */
  readonly keyNote?: string | undefined;
  /** Default: chat completions. */
  readonly dialect?: Dialect | undefined;
  /** What the server takes, learned from what it refuses; without one every request is sent as it is. */
  readonly profile?: Profile | undefined;
  /** What the endpoint is for, in events and metrics. */
  readonly role?: string | undefined;
  /** Stable name for keys and manifests; the base URL when absent. A simulation on a random port must name itself. */
  readonly name?: string | undefined;
  /** Ceiling of the calls in flight. */
  readonly concurrency: number;
  /** Requests a minute. */
  readonly rpm?: number | undefined;
  /** Tokens a minute, by the worst case of each call. */
  readonly tpm?: number | undefined;
  /** Times a failed call is sent again; waiting because a server said so does not count. */
  readonly maxRetries?: number | undefined;
  readonly backoff?: Backoff | undefined;
  /** Pauses of the circuit breaker: the first, and the longest that doubling leads to. */
  readonly breaker?: BreakerPauses | undefined;
  readonly headersTimeoutMs?: number | undefined;
  readonly idleTimeoutMs?: number | undefined;
  readonly deadlineMs?: number | undefined;
  readonly maxDownMs?: number | undefined;
  /** The largest reply that is read, as it comes and decompressed; 256 MiB. */
  readonly maxReplyBytes?: number | undefined;
  /** A PEM file of certificate authorities that are trusted beside the usual ones. */
  readonly caFile?: string | undefined;
  /** Not through the proxy that the environment names. */
  readonly direct?: boolean | undefined;
  /** Looks before the first call whether the endpoint is what the settings say; not done when absent. */
  readonly contact?: FirstContact | undefined;
  readonly counters: UsageCounters;
  /** How calls end with the run; without it, as their signals say. */
  readonly drain?: Drain | undefined;
  /** Where replies are kept and looked for: the run's journal and the cache. */
  readonly replyStore?: ReplyStore | undefined;
  /** Reserves a call's worst case before it is made. */
  readonly reserve?: Reserve | undefined;
  /** Limits kept together with other machines. */
  readonly shared?: SharedLimits | undefined;
  /** Go on when replies without usable logprobs come in a row. */
  readonly allowDegenerate?: boolean | undefined;
  /** Make no call: what is not in journal or cache is an error. */
  readonly offline?: boolean | undefined;
}
