// A call goes through a chain of links to the socket, and its reply comes back through the same links. Each link is a
// function `(call, next)`: it may answer by itself, wait, call `next` again, or look at what came back. Links that only
// look on are observers; those that follow one another are one step of a call, since each asynchronous one costs it
// as much as a whole observer does.
import type { ChatReply, ChatRequest } from '../chat.ts';
import type { RawResponse } from '../response-handler.ts';
import type { StreamWatch } from '../stream/watch.ts';
import type { ReportedUsage } from '../wire-usage.ts';

/** One call on its way. What is not readonly is set by one link for the links inside it. */
export interface Call {
  /** Idempotency key: sha256 over endpoint, model, request and sample. */
  readonly key: string;
  readonly request: ChatRequest;
  /** Vote or sample index, from 0. */
  readonly sample: number;
  /** Gives the call up, wherever it is. */
  readonly signal: AbortSignal;
  /** Ends its waits while it is not on the wire: aborted with `signal`, and when the run is to end. */
  readonly waiting: AbortSignal;
  /** Looks at the reply while it comes. */
  readonly watch?: StreamWatch | undefined;
  /** When it began, by the clock of `performance.now`. */
  startedMs: number;
  /** Gives back its place among the calls in flight. */
  leave: (() => void) | null;
  /** Where it stands among the attempts of its client; see `AdaptiveConcurrency`. */
  paceMark: number;
  /** The server refuses to be asked for counts with a stream. */
  withoutCounts: boolean;
  /** What goes over the wire; made for the first attempt and kept for further ones. */
  body: string | null;
  /** Tokens the call may take, for the token rate; 0 without a reservation. */
  tokens: number;
  /** Token limit that a budget adds to what is sent; null where the request has one, or no budget is set. */
  addedLimit: number | null;
  /** The id of its reservation, to be kept with the reply; absent where only this process can settle it. */
  reservation: string | undefined;
  /** USD of the attempts so far; null where it is not known. */
  usd: number | null;
  /** What the server says of tokens: those of attempts that failed, and of the reply once there is one. */
  readonly billedFor: ReportedUsage[];
  /** From 1; set by the retry link. */
  attempt: number;
  /** The attempt takes a new connection, which nobody can have closed yet. */
  fresh: boolean;
  /** The attempt has left for the server. */
  sent: boolean;
  /** There was a connection, on which the request may have reached the server: it may be billed. */
  reached: boolean;
  /** What the server says a failed attempt was billed: nothing, some tokens, or null where it does not say. */
  billed: 'nothing' | ReportedUsage | null;
  /** What had come of a watched reply when the connection broke: it is kept, and the attempt has failed. */
  interrupted: RawResponse | null;
  /** What has come of a watched reply since this was asked last; null where nothing has, or it is not being written. */
  part: (() => RawResponse | null) | null;
  /** A response has come back to the attempt. */
  answered: boolean;
  /** Milliseconds from its connection to its whole response, of an attempt that had a reply; null before. */
  wireMs: number | null;
  /** Milliseconds that the response asks to wait, null where it asks for nothing. */
  askedMs: number | null;
}

/** Where a reply came from; anything but `endpoint` cost nothing. */
export type Source = 'endpoint' | 'journal' | 'cache' | 'shared';

export interface Reply {
  readonly reply: ChatReply;
  readonly from: Source;
  /** Price in USD; null where it is not known. */
  readonly usd: number | null;
}

/** A call as it begins. Every field is named: spread objects would take longer than all else here. */
export function newCall({
  key,
  request,
  sample,
  signal,
  waiting = signal,
  watch,
}: Pick<Call, 'key' | 'request' | 'sample' | 'signal' | 'watch'> & Partial<Pick<Call, 'waiting'>>): Call {
  return {
    key,
    request,
    sample,
    signal,
    waiting,
    watch,
    startedMs: 0,
    leave: null,
    paceMark: 0,
    withoutCounts: false,
    body: null,
    tokens: 0,
    addedLimit: null,
    reservation: undefined,
    usd: 0,
    billedFor: [],
    attempt: 0,
    fresh: false,
    sent: false,
    reached: false,
    wireMs: null,
    billed: null,
    interrupted: null,
    answered: false,
    part: null,
    askedMs: null,
  };
}

export type Next<T> = (call: Call) => Promise<T>;
export type Link<T> = (call: Call, next: Next<T>) => Promise<T>;

/** Looks on, and answers nothing. What a method throws takes the place of what it was told of. */
export interface Observer<T> {
  /** Before the call goes further in; where it throws, the call does not. A promise, as below, only where that is rare. */
  begin?(call: Call): void | Promise<void>;
  /** What goes further out, the same or another. A promise is waited for. */
  ended?(call: Call, obtained: T): T | Promise<T>;
  failed?(call: Call, error: unknown): void;
}

/** The observers of a link that `observing` made. */
const observers = new WeakMap<object, unknown>();

/** A link that only looks on. */
export function observing<T>(observer: Observer<T>): Link<T> {
  const link: Link<T> = (call, next) => observed([observer], call, next);
  observers.set(link, observer);
  return link;
}

/** The first observer is the outermost. */
async function observed<T>(all: readonly Observer<T>[], call: Call, next: Next<T>): Promise<T> {
  let inside = 0;
  let failure: { readonly error: unknown } | undefined;
  let obtained: T | undefined;
  try {
    for (; inside < all.length; inside += 1) {
      const beginning = all[inside]!.begin?.(call);
      if (beginning !== undefined) await beginning;
    }
    obtained = await next(call);
  } catch (error) {
    failure = { error };
  }
  while (inside > 0) {
    inside -= 1;
    const observer = all[inside]!;
    try {
      if (failure !== undefined) observer.failed?.(call, failure.error);
      else if (observer.ended !== undefined) {
        const seen = observer.ended(call, obtained as T);
        obtained = seen instanceof Promise ? await seen : seen;
      }
    } catch (error) {
      failure = { error };
    }
  }
  if (failure !== undefined) throw failure.error;
  return obtained as T;
}

/** The first link is the outermost. Links that are undefined (nothing to do for this client) are left out. */
export function chain<T>(links: readonly (Link<T> | undefined)[], last: Next<T>): Next<T> {
  let together: Observer<T>[] = [];
  const around = (next: Next<T>): Next<T> => {
    if (together.length === 0) return next;
    const all = together;
    together = [];
    return (call) => observed(all, call, next);
  };
  const inner = links.reduceRight<Next<T>>((next, link) => {
    if (link === undefined) return next;
    const observer = observers.get(link) as Observer<T> | undefined;
    if (observer !== undefined) {
      together.unshift(observer);
      return next;
    }
    const rest = around(next);
    return (call) => link(call, rest);
  }, last);
  return around(inner);
}
