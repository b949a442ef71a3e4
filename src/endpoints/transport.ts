// Bytes to an endpoint and back: one undici pool a base URL, three separate time limits (first byte, silence
// between bytes, the whole call). Knows HTTP and nothing of what the bodies mean.

import { isLateBenchError, LateBenchError } from '../errors.ts';
import { type OpenDispatcher, openDispatcher } from '../http/dispatcher.ts';
import { type Headers, headerOf } from '../http/retry-after.ts';
import type { BodyRoom } from './body-room.ts';
import { acceptEncoding, decompressed, isEncoded } from './content-encoding.ts';
import { deadline } from './deadline.ts';
import { networkError } from './network-error.ts';
import { publicUrl } from './redact.ts';
import { type Endings, type RawResponse, ResponseHandler } from './response-handler.ts';
import { aborted } from './semaphore.ts';
import type { BodySink } from './stream/reply-stream.ts';
import { leave, underWayOf } from './under-way.ts';

export interface TransportOptions {
  /** With its path, for example `https://api.openai.com/v1`; a query goes with every request. */
  readonly baseUrl: string;
  readonly connections: number;
  /** For a connection; undici's 10 s when absent. */
  readonly connectTimeoutMs?: number | undefined;
  readonly headersTimeoutMs: number;
  readonly idleTimeoutMs: number;
  readonly deadlineMs: number;
  /** A reply may be no larger, as it comes and decompressed. */
  readonly maxReplyBytes: number;
  /** A PEM file of certificate authorities that are trusted beside the usual ones. */
  readonly caFile?: string | undefined;
  /** Not through the proxy that the environment names. */
  readonly direct?: boolean | undefined;
}

export interface Transport {
  send(
    call: {
      readonly method: 'GET' | 'POST';
      readonly path: string;
      readonly body?: string;
      /** On a new connection, which nobody can have closed yet. */
      readonly fresh?: boolean;
      /** Called when there is a connection and the request is about to be written to it. */
      readonly reached?: () => void;
      /** Gives it up too, as long as there is no connection; aborted with the signal, or before. */
      readonly waiting?: AbortSignal;
      /** Takes the body as it comes, and may end it. */
      readonly stream?: BodySink | undefined;
      /** Room for long bodies: whoever gives it calls `free` of the response. */
      readonly room?: BodyRoom | undefined;
    },
    headers: Readonly<Record<string, string>>,
    signal: AbortSignal,
  ): Promise<RawResponse>;
  close(): Promise<void>;
}

/** A redirect could lead the key to another host, and would make a GET of a POST: it is reported, never followed. */
export function redirectError(
  where: string,
  status: number,
  headers: Headers,
  answered: boolean,
): LateBenchError {
  const location = headerOf(headers, 'location') ?? '';
  const target =
    location !== '' && URL.canParse(location, where) ? publicUrl(new URL(location, where).href) : 'nowhere';
  const message = `${where} answered ${status}, a redirect to ${target}, and redirects are not followed; give the base URL that it leads to`;
  // A server that has answered well is no wrong address.
  return new LateBenchError(answered ? 'LB_ENDPOINT_REQUEST' : 'LB_ENDPOINT_CONFIG', message);
}

type SentHeaders = Readonly<Record<string, string>>;

/** The headers of a call, made once for all calls that have the same. */
function headersOnce(encoding: string): (headers: SentHeaders) => SentHeaders {
  const made = new WeakMap<SentHeaders, SentHeaders>();
  return (headers) => {
    const known = made.get(headers);
    if (known !== undefined) return known;
    const sent = { 'accept-encoding': encoding, ...headers };
    made.set(headers, sent);
    return sent;
  };
}

const forBody = headersOnce(acceptEncoding);
const forStream = headersOnce('identity');

export function createTransport(options: TransportOptions): Transport {
  const { baseUrl, connections, connectTimeoutMs, deadlineMs, maxReplyBytes, caFile, direct } = options;
  const url = new URL(baseUrl);
  const where = publicUrl(baseUrl);
  const { origin } = url;
  const prefix = url.pathname.replace(/\/$/, '');
  const { headersTimeoutMs: headersTimeout, idleTimeoutMs: bodyTimeout } = options;
  const limits = { connectTimeoutMs, headersTimeout, bodyTimeout };
  const open = (pipelining: 0 | 1): OpenDispatcher =>
    openDispatcher({ origin, connections, ...limits, pipelining, caFile, direct, reusesReads: true });
  const kept = open(1);
  let fresh: OpenDispatcher | undefined;
  const ownConnections = (): OpenDispatcher => {
    fresh ??= open(0);
    return fresh;
  };
  let answered = false;
  const endings: Endings = {
    response(response) {
      const { status } = response;
      if (status >= 300 && status < 400) throw redirectError(where, status, response.headers, answered);
      answered ||= status < 300;
      return isEncoded(response) ? decompressed(where, response, maxReplyBytes) : response;
    },
    failure: (cause) => (isLateBenchError(cause) ? cause : networkError(cause, where, direct)),
  };
  return {
    send(
      { method, path, body = null, fresh: onNew = false, reached, waiting: given, stream, room },
      headers,
      signal,
    ) {
      const waiting = given ?? signal;
      if (waiting.aborted) return Promise.reject(aborted(waiting));
      const over = (): void => {
        inTime();
        leave(others, handler);
      };
      const handler = new ResponseHandler(where, maxReplyBytes, {
        endings,
        over,
        reached,
        sink: stream,
        room,
      });
      const others = underWayOf(signal, waiting);
      // One timer: a separate signal for each call would cost more than the rest of the call.
      const inTime = deadline(deadlineMs, stream, () => {
        const message = `${where}: no complete reply within ${Math.round(deadlineMs / 1000)} s`;
        handler.giveUp(new LateBenchError('LB_ENDPOINT_TIMEOUT', message, { retry: 'transient' }));
      });
      handler.place = others.push(handler) - 1;
      const separator = path.includes('?') ? url.search.replace('?', '&') : url.search;
      const options = {
        origin,
        method,
        path: `${prefix}${path}${separator}`,
        headers: stream === undefined ? forBody(headers) : forStream(headers),
        body,
        headersTimeout,
        bodyTimeout,
      };
      try {
        (onNew ? ownConnections() : kept).dispatcher.dispatch(options, handler);
      } catch (cause) {
        handler.giveUp(cause as Error);
      }
      return handler.done;
    },
    // Destroy, not close: whoever closes a transport has given up or has all replies.
    async close() {
      await Promise.all([kept.close(), fresh?.close()]);
    },
  };
}
