// What the client asks of the places where paid replies are kept, and of a budget. Journal and cache implement it in
// reply-store.ts; queue workers may bring their own.
import type { ChatReply, ChatRequest } from './chat.ts';
import type { RawResponse } from './response-handler.ts';
import type { ReportedUsage } from './wire-usage.ts';

export interface StoredReply {
  readonly from: 'journal' | 'cache';
  readonly status: number;
  readonly body: Buffer;
  /** The reservation that paid for it, where others than its process can settle that; see `Reserve`. */
  readonly reservation?: string | undefined;
}

export interface KeptReply {
  readonly key: string;
  readonly sample: number;
  readonly attempt: number;
  readonly startedAt: Date;
  readonly endpoint: string;
  readonly model: string;
  readonly response: RawResponse;
  /** As in `StoredReply`. */
  readonly reservation?: string | undefined;
}

/** The right to pay for a key; `release` it when the call has ended, well or not. */
export interface Claim {
  /**
   * Lets other runs have a good reply, where it may be shared. It is not waited for until it is on the disk, and the
   * right to pay is kept until then: see `settled`. A promise only where there is something to wait for. `stored`: the
   * reply as it was kept before the claim.
   */
  share(request: ChatRequest, reply: ChatReply, stored?: KeptReply): Promise<void> | undefined;
  release(): Promise<void> | undefined;
}

export interface ReplyStore {
  /**
   * All that is known of this key, the most trusted first; null: nothing. May hold errors and broken replies. With `ours`
   * only what this run has kept: `claim` gives what others have shared.
   */
  lookUp(key: string, ours?: 'ours'): AsyncIterable<StoredReply> | null;
  /** Takes in what other processes have kept for this key since. */
  refresh(key: string): Promise<void>;
  /** Makes a reply durable: resolves only when it is. */
  keep(reply: KeptReply): Promise<void>;
  /** The replies of these keys that are stored so far are no longer given: each is to be paid for again. */
  withdraw(keys: readonly string[], reason: string): Promise<void>;
  /** True: where a reply has logprobs, they are kept in columns, and not as they came. */
  readonly packs?: boolean | undefined;
  /** False once a reply could not be made durable: then no call may be made. */
  readonly canKeep: boolean;
  /**
   * Before the call of this key is paid for: makes sure that its reply can be kept, also on a disk that fills meanwhile;
   * nothing to wait for where that is sure. Throws LB_DISK_FULL where it is not. Absent where it is not known.
   */
  hold?(key: string): Promise<void> | undefined;
  /** Waits while another process pays for this key, and then gives its reply. With a claim in hand, look up again. */
  claim(key: string, signal: AbortSignal): Promise<Claim | StoredReply>;
  /** Resolves when all that was shared is on the disk; rejects where something could not be. */
  settled(): Promise<void>;
}

export interface CallReservation {
  /** To be kept with the reply, for `reconcile`; absent where a reservation is settled by its process alone. */
  readonly id?: string | undefined;
  /** An earlier process had reserved it under its name, and did not settle it. */
  readonly held?: boolean;
  /** What the call may take, in tokens, for the token rate. */
  readonly tokens: number;
  /** Token limit to send with the request, which has none; null where nothing is to be added. */
  readonly addedLimit: number | null;
  /**
   * Takes what was really used; what the server did not report (null: all of it) counts at its worst case. Gives the
   * price in USD, null when it is not known.
   */
  settle(usage: ReportedUsage | null): Promise<number | null>;
  /** Gives back what was reserved; does nothing once settled. */
  cancel(): Promise<void>;
}

/** A reservation that outlives its process, until it is settled or cancelled under the same name. */
export interface Held {
  readonly name: string;
  /** The call was made by an earlier process: it is reserved whether or not it fits. */
  readonly made: boolean;
}

export interface Reserve {
  /** Reserves the worst case of one attempt of a call. Throws LB_BUDGET when it does not fit. */
  (model: string, request: ChatRequest, signal: AbortSignal, held?: Held): Promise<CallReservation>;
  /**
   * Settles a reservation by the reply that was kept with its id, where its process died before it could. Does nothing
   * where it is settled, or the reply does not say all that it was billed.
   */
  readonly reconcile?: ((model: string, id: string, usage: ReportedUsage) => Promise<void>) | undefined;
}
