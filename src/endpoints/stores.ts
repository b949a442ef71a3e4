// What the client asks of the places where paid replies are kept, and of a budget. Journal and cache implement it in
// reply-store.ts; queue workers may bring their own.
import type { ChatReply, ChatRequest } from './chat.ts';
import type { RawResponse } from './response-handler.ts';

export interface StoredReply {
  readonly from: 'journal' | 'cache';
  readonly status: number;
  readonly body: Buffer;
}

export interface KeptReply {
  readonly key: string;
  readonly sample: number;
  readonly attempt: number;
  readonly startedAt: Date;
  readonly endpoint: string;
  readonly model: string;
  readonly response: RawResponse;
}

/** The right to pay for a key; `release` it when the call has ended, well or not. */
export interface Claim {
  /** Lets other runs have a good reply, where it may be shared. */
  share(request: ChatRequest, reply: ChatReply): Promise<void>;
  release(): Promise<void>;
}

export interface ReplyStore {
  /** All that is known of this key, the most trusted first. May hold errors and broken replies. */
  lookUp(key: string): AsyncIterable<StoredReply>;
  /** Makes a reply durable: resolves only when it is. */
  keep(reply: KeptReply): Promise<void>;
  /** The replies of these keys that are stored so far are no longer given: each is to be paid for again. */
  withdraw(keys: readonly string[], reason: string): Promise<void>;
  /** False once a reply could not be made durable: then no call may be made. */
  readonly canKeep: boolean;
  /** Waits while another process pays for this key, and then gives its reply. With a claim in hand, look up again. */
  claim(key: string, signal: AbortSignal): Promise<Claim | StoredReply>;
}

export interface CallReservation {
  /** Worst case of the call, in tokens. */
  readonly tokens: number;
  /** Takes what was really used; gives its price in USD, null when it is not known. */
  settle(reply: ChatReply): Promise<number | null>;
  /** Gives back what was reserved; does nothing once settled. */
  cancel(): Promise<void>;
}

/** Reserves the worst case of a call. Throws LB_BUDGET when it does not fit. */
export type Reserve = (model: string, request: ChatRequest, signal: AbortSignal) => Promise<CallReservation>;
