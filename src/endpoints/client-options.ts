// What a client is told: where, which model, how fast and how patiently, and where its replies are kept.
import type { ClientPatience } from './client-defaults.ts';
import type { Dialect } from './dialect.ts';
import type { Drain } from './drain.ts';
import type { FirstContact } from './first-contact/first-contact.ts';
import type { Profile } from './profile/profile.ts';
import type { SharedLimits } from './shared-limits.ts';
import type { ReplyStore, Reserve } from './stores.ts';
import type { TransportOptions } from './transport.ts';
import type { UsageCounters } from './usage-counters.ts';

/** Where it is, which model answers, and how it is reached. */
export interface ClientAddress extends Pick<TransportOptions, 'baseUrl' | 'caFile' | 'direct'> {
  readonly model: string;
  readonly apiKey?: string | undefined;
  /** Added to the message of a server that wants another key. */
  readonly keyNote?: string | undefined;
  /** Default: chat completions. */
  readonly dialect?: Dialect | undefined;
}

/** How fast it may be called. */
export interface ClientPace {
  /** Ceiling of the calls in flight; 10 by default. */
  readonly concurrency?: number | undefined;
  /** Requests a minute. */
  readonly rpm?: number | undefined;
  /** Tokens a minute, by the worst case of each call. */
  readonly tpm?: number | undefined;
  /** Limits kept together with other machines. */
  readonly shared?: SharedLimits | undefined;
}

/** Where replies are kept and looked for, and what each call is charged to. */
export interface ClientStores {
  /** The run's journal and the cache. */
  readonly replyStore?: ReplyStore | undefined;
  /** Reserves a call's worst case before it is made. */
  readonly reserve?: Reserve | undefined;
  /** Make no call: what is not in journal or cache is an error. */
  readonly offline?: boolean | undefined;
}

/** An endpoint's address, its limits, its patience with failures and where replies are stored. */
export interface ClientOptions extends ClientAddress, ClientPace, ClientPatience, ClientStores {
  /** What the endpoint is for, in events and metrics. */
  readonly role?: string | undefined;
  /** Stable name for keys and manifests; the base URL when absent. A simulation on a random port must name itself. */
  readonly name?: string | undefined;
  /** What the server accepts, learned from what it rejects; without a profile every request is sent unchanged. */
  readonly profile?: Profile | undefined;
  /** Where calls and tokens are counted; in counters of its own when absent. */
  readonly counters?: UsageCounters | undefined;
  /** Looks before the first call whether the endpoint is what the settings say; not done when absent. */
  readonly contact?: FirstContact | undefined;
  /** How calls end with the run; without it, as their signals say. */
  readonly drain?: Drain | undefined;
  /** Go on when replies without usable logprobs come in a row. */
  readonly allowDegenerate?: boolean | undefined;
}
