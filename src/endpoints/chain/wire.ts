// The inner end of the chain: a request's bytes to the server, and the reply in what comes back.

import { isLateBenchError } from '../../errors.ts';
import { retryAfterMs } from '../../http/retry-after.ts';
import type { BodyRoom } from '../body-room.ts';
import type { ChatRequest } from '../chat.ts';
import type { Dialect } from '../dialect.ts';
import type { CallsOnWire } from '../drain.ts';
import { exhaustedMs } from '../rate-headers.ts';
import type { Redactor } from '../redact.ts';
import { maxTopLogprobs } from '../reply-logprobs.ts';
import type { RawResponse } from '../response-handler.ts';
import { billedOfStream } from '../stream/read-stored-stream.ts';
import { ReplyStream } from '../stream/reply-stream.ts';
import { isStoredStream } from '../stream/stored-stream.ts';
import { streamedBody } from '../stream/streamed-body.ts';
import { withLimit } from '../token-limit.ts';
import type { Transport } from '../transport.ts';
import { garbled, isRefusal } from '../wire-error.ts';
import { beginsWithReply } from '../wire-sse.ts';
import { usageIn } from '../wire-usage.ts';
import type { Call, Next, Reply } from './chain.ts';
import { maxPauseMs, type Pauses } from './pauses.ts';
import { mostTokens } from './reply-check.ts';

export interface Sending {
  readonly dialect: Dialect;
  readonly model: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly redactor: Redactor;
  /** Told of each call that is on the wire. */
  readonly onWire?: CallsOnWire | undefined;
  /** For the long bodies of all calls, from their first byte until they have been kept and read. */
  readonly room: BodyRoom;
}

/** A request as it goes over the wire: for a call that is watched, its reply in pieces. */
export function wireBody(
  dialect: Dialect,
  model: string,
  request: ChatRequest,
  { watch, withoutCounts }: Pick<Call, 'watch' | 'withoutCounts'>,
): string {
  const body = dialect.body(model, request);
  return watch === undefined || !dialect.can.streaming ? body : streamedBody(body, { usage: !withoutCounts });
}

/** What comes back holds no secret of ours any more: it is kept and read as it is handed on here. */
export function sending(
  transport: Transport,
  { dialect, model, headers, redactor, onWire, room }: Sending,
): Next<RawResponse> {
  const path = dialect.path(model);
  return async (call) => {
    const asked = withLimit(model, call.request, call.addedLimit);
    call.body ??= wireBody(dialect, model, asked, call);
    const { body, fresh, signal, waiting, watch } = call;
    const k = asked.top_logprobs ?? maxTopLogprobs;
    const stream = watch === undefined ? undefined : new ReplyStream(watch, k, mostTokens(asked));
    if (stream !== undefined) {
      call.part = () => {
        const part = stream.part();
        return part === null ? null : redactor.response({ status: 200, headers: {}, body: part });
      };
    }
    let begunMs: number | null = null;
    let tookMs: number | null = null;
    const reached = (): void => {
      call.reached = true;
      begunMs = performance.now();
      onWire?.began();
    };
    const request = { method: 'POST', path, body, fresh, reached, waiting, stream, room } as const;
    try {
      const response = await transport.send(request, headers, signal);
      if (response.status < 300) tookMs = performance.now() - (begunMs ?? 0);
      return redactor.response(response);
    } catch (error) {
      // A redirect, or a proxy that forbids it: no model has seen the request.
      if (isLateBenchError(error) && isRefusal(error)) call.billed = 'nothing';
      const came =
        stream?.interrupted(isLateBenchError(error) ? error.message : 'the connection broke') ?? null;
      if (came === null) throw error;
      const response = redactor.response({ status: 200, headers: {}, body: came.body });
      if (came.whole) return response;
      call.interrupted = response;
      call.billed = billedOfStream(came.body);
      throw error;
    } finally {
      call.part = null;
      call.wireMs = tookMs;
      if (begunMs !== null) onWire?.ended(tookMs);
    }
  };
}

/** Throws the LateBenchError that a response stands for, when it is not a reply. */
export function reading(dialect: Dialect, pauses: Pauses, send: Next<RawResponse>): Next<Reply> {
  return async (call) => {
    const response = await send(call);
    call.answered = true;
    try {
      if (response.broken !== undefined) throw garbled(`the reply cannot be read: ${response.broken}`);
      const reply = dialect.read(response.status, response.body, call.request.top_logprobs);
      const wait = exhaustedMs(response.headers);
      if (wait > 0) pauses.begin(Math.min(wait, maxPauseMs));
      return { reply, from: 'endpoint', usd: null };
    } catch (error) {
      if (isLateBenchError(error)) {
        call.askedMs = retryAfterMs(response.headers, Date.now()) ?? askedIn(error.cause);
        call.billed = isStoredStream(response.body)
          ? billedOfStream(response.body)
          : (usageIn(response.body) ?? (isRefusal(error) && !hasBegun(response) ? 'nothing' : null));
      }
      throw error;
    } finally {
      response.free?.();
    }
  };
}

/** Part of a reply had come before its stream ended with an error: that part may be billed, whatever the error says. */
function hasBegun({ body, begun }: RawResponse): boolean {
  return begun === true || beginsWithReply(body.toString('utf8'));
}

/** Some dialects say in the body how long to wait. */
function askedIn(cause: unknown): number | null {
  return (cause as { readonly askedMs?: number | null } | undefined)?.askedMs ?? null;
}
