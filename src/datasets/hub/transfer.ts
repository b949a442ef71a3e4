// One HTTP request to the hub and the bytes of its answer, within time limits, as errors of ours when it breaks off.
// The token goes to the hub's own hosts only. Nothing is sent twice here, and no status is judged.
import { LateBenchError } from '../../errors.ts';
import { proxiedFetch } from '../../http/dispatcher.ts';
import { type HubSettings, withoutToken } from './hub-settings.ts';

export interface TransferLimits {
  /** Until the headers of an answer, in milliseconds, as a rule. */
  readonly headersMs: number;
  /** Silence within a body, in milliseconds. */
  readonly idleMs: number;
}

export interface Begun {
  readonly response: Response;
  /** The body as it arrives; throws an LB_HUB_NETWORK error when it breaks off. To be read once. */
  readonly chunks: AsyncIterable<Uint8Array>;
}

export function abortedError(): LateBenchError {
  return new LateBenchError('LB_ABORTED', 'the transfer was stopped; the same command resumes it');
}

/** The beginning of a body, to its end or to the first byte beyond `limit`: no more is read than that. */
export async function bodyStart(chunks: AsyncIterable<Uint8Array>, limit: number): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of chunks) {
    parts.push(chunk);
    length += chunk.length;
    if (length > limit) break;
  }
  return Buffer.concat(parts).subarray(0, limit + 1);
}

function networkError(cause: unknown, url: string, how: string, token: string | undefined): LateBenchError {
  const inner = (cause as { cause?: NodeJS.ErrnoException }).cause ?? (cause as NodeJS.ErrnoException);
  // A DOMException has a number for its code.
  const reason = withoutToken(typeof inner.code === 'string' ? inner.code : inner.message, token);
  const message = `${new URL(url).host}: ${how} (${reason})`;
  return new LateBenchError('LB_HUB_NETWORK', message, { retry: 'transient', cause });
}

/** `signal` ends every transfer. A request has a limit of its own for the headers of its answer, in milliseconds. */
export function createTransfer(
  { endpoint, token }: Pick<HubSettings, 'endpoint' | 'token'>,
  { idleMs }: Pick<TransferLimits, 'idleMs'>,
  signal: AbortSignal | undefined,
): (url: string, init: RequestInit, headersMs: number) => Promise<Begun> {
  const origin = new URL(endpoint).origin;
  const fetchThere = proxiedFetch();
  const mayKnowToken = (url: string): boolean => {
    const { origin: there, protocol, hostname } = new URL(url);
    return there === origin || (protocol === 'https:' && /(^|\.)huggingface\.co$/.test(hostname));
  };

  const chunksOf = async function* (
    response: Response,
    stop: AbortController,
    url: string,
  ): AsyncGenerator<Uint8Array> {
    if (response.body === null) return;
    const reader = response.body.getReader();
    try {
      for (;;) {
        const timer = setTimeout(() => stop.abort(), idleMs);
        let next: Awaited<ReturnType<typeof reader.read>>;
        try {
          next = await reader.read();
        } catch (cause) {
          if (signal?.aborted) throw abortedError();
          const how = stop.signal.aborted ? 'the answer stalled' : 'the connection was lost';
          throw networkError(cause, url, how, token);
        } finally {
          clearTimeout(timer);
        }
        if (next.done) return;
        yield next.value as Uint8Array;
      }
    } finally {
      // Whoever stops reading early wants no more bytes; after the end this does nothing.
      stop.abort();
    }
  };

  return async (url, init, headersMs) => {
    if (signal?.aborted) throw abortedError();
    const stop = new AbortController();
    const signals = [stop.signal, signal, init.signal].filter((one) => one !== undefined && one !== null);
    const headers = new Headers(init.headers);
    if (!mayKnowToken(url)) headers.delete('authorization');
    headers.set('accept-encoding', 'identity');
    // An upload has no headers to wait for until its last byte is out: the system's own limits hold there.
    const timer = init.method === 'PUT' ? undefined : setTimeout(() => stop.abort(), headersMs);
    try {
      const response = await fetchThere(url, { ...init, headers, signal: AbortSignal.any(signals) });
      return { response, chunks: chunksOf(response, stop, url) };
    } catch (cause) {
      if (signal?.aborted || init.signal?.aborted) throw abortedError();
      if (!stop.signal.aborted) throw networkError(cause, url, 'the request failed', token);
      const message = `${new URL(url).host}: no answer within ${Math.ceil(headersMs / 1000)} s`;
      throw new LateBenchError('LB_HUB_NETWORK', message, { retry: 'transient', cause });
    } finally {
      clearTimeout(timer);
    }
  };
}
