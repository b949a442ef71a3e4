// The inner end of the chain: a request's bytes to the server, and the reply in what comes back.
import { isLateBenchError } from '../../errors.ts';
import { retryAfterMs } from '../../http/retry-after.ts';
import type { Dialect } from '../dialect.ts';
import { exhaustedMs } from '../rate-headers.ts';
import type { RawResponse } from '../response-handler.ts';
import type { Transport } from '../transport.ts';
import type { Next, Reply } from './chain.ts';
import { maxPauseMs, type Pauses } from './pauses.ts';

export function sending(
  transport: Transport,
  dialect: Dialect,
  model: string,
  headers: Readonly<Record<string, string>>,
): Next<RawResponse> {
  const path = dialect.path(model);
  return (call) => {
    call.body ??= dialect.body(model, call.request);
    const { body, fresh, signal } = call;
    return transport.send({ method: 'POST', path, body, fresh }, headers, signal);
  };
}

/** Throws the LateBenchError that a response stands for, when it is not a reply. */
export function reading(dialect: Dialect, pauses: Pauses, send: Next<RawResponse>): Next<Reply> {
  return async (call) => {
    const response = await send(call);
    call.answered = true;
    try {
      const reply = dialect.read(response.status, response.body, call.request.top_logprobs);
      const wait = exhaustedMs(response.headers);
      if (wait > 0) pauses.begin(Math.min(wait, maxPauseMs));
      return { reply, from: 'endpoint', usd: null };
    } catch (error) {
      if (isLateBenchError(error))
        call.askedMs = retryAfterMs(response.headers, Date.now()) ?? askedIn(error.cause);
      throw error;
    }
  };
}

/** Some dialects say in the body how long to wait. */
function askedIn(cause: unknown): number | null {
  return (cause as { readonly askedMs?: number | null } | undefined)?.askedMs ?? null;
}
