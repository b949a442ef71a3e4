// Where a reply is made durable: every body that comes back is kept before it is read, so that a reply that was paid
// for is never lost, whatever is found in it. What came of a stream before its connection broke is kept as well, and
// what has come of those under way once a second, in case that this process is killed.
import type { RawResponse } from '../response-handler.ts';
import type { ReplyStore } from '../stores.ts';
import type { Call, Link } from './chain.ts';
import { isCutBody } from './cut-replies.ts';
import type { Storing } from './stored-replies.ts';

/** Milliseconds from one part of a stream to the next. */
const partEveryMs = 1_000;

/** Calls whose streams are kept part by part; a timer runs while there are any. */
class WatchedCalls {
  readonly #calls = new Set<Call>();
  readonly #keepPart: (call: Call) => void;
  #timer: NodeJS.Timeout | undefined;

  constructor(keepPart: (call: Call) => void) {
    this.#keepPart = keepPart;
  }

  add(call: Call): void {
    this.#calls.add(call);
    this.#timer ??= setInterval(() => {
      for (const one of this.#calls) this.#keepPart(one);
    }, partEveryMs);
  }

  delete(call: Call): void {
    this.#calls.delete(call);
    if (this.#calls.size > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }
}

export function journal(
  replyStore: ReplyStore,
  { dialect, name: endpoint, model }: Omit<Storing, 'replyStore'>,
): Link<RawResponse> {
  const store = (
    { key, sample, attempt, reservation }: Call,
    startedAt: Date,
    response: RawResponse,
  ): Promise<void> =>
    replyStore.keep({ key, sample, attempt, startedAt, endpoint, model, response, reservation });
  const packed = (call: Call, response: RawResponse): RawResponse => {
    const { status, headers, body, broken } = response;
    if (replyStore.packs !== true || status !== 200 || broken !== undefined) return response;
    let small: Buffer | null;
    try {
      small = dialect.pack?.(body, call.request.top_logprobs) ?? null;
    } catch {
      // It was paid for: it is kept as it came, and whoever reads it meets what is wrong.
      small = null;
    }
    if (small === null) return response;
    // Nothing looks at the bytes that came any more.
    response.free?.();
    return { status, headers, body: small };
  };
  const watched = new WatchedCalls((call) => {
    const part = call.part?.() ?? null;
    // Where it cannot be kept, neither can the reply, and that is said.
    if (part !== null) void store(call, new Date(), part).catch(() => {});
  });
  return async (call, next) => {
    const startedAt = new Date();
    const keep = async (response: RawResponse): Promise<void> => {
      try {
        await store(call, startedAt, response);
      } catch (error) {
        response.free?.();
        throw error;
      }
    };
    let response: RawResponse;
    if (call.watch !== undefined) watched.add(call);
    try {
      response = await next(call);
    } catch (error) {
      if (call.interrupted !== null) await keep(call.interrupted);
      throw error;
    } finally {
      watched.delete(call);
    }
    if (isCutBody(dialect, call, response)) return response;
    const kept = packed(call, response);
    await keep(kept);
    return kept;
  };
}
