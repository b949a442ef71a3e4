// Bytes to an endpoint and back: one undici pool a base URL, three separate time limits (first byte, silence
// between bytes, the whole call). Knows HTTP and nothing of what the bodies mean.
import { Pool } from 'undici';
import { type ErrorCode, isLateBenchError, LateBenchError, type Retry } from '../errors.ts';
import { leave, type RawResponse, ResponseHandler, underWayOf } from './response-handler.ts';
import { aborted } from './semaphore.ts';

export interface TransportOptions {
  /** With its path, for example `https://api.openai.com/v1`. */
  readonly baseUrl: string;
  readonly connections: number;
  readonly headersTimeoutMs: number;
  readonly idleTimeoutMs: number;
  readonly deadlineMs: number;
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
    },
    headers: Readonly<Record<string, string>>,
    signal: AbortSignal,
  ): Promise<RawResponse>;
  close(): Promise<void>;
}

const tlsCodes = /^(ERR_TLS_|CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|HOSTNAME_MISMATCH|ERR_SSL_)/;

/** True when a connection that was kept open had been closed by the other side: one more try on a new one is free. */
export function isStaleConnection(error: LateBenchError): boolean {
  const code = (error.cause as NodeJS.ErrnoException | undefined)?.code;
  return code === 'UND_ERR_SOCKET' || code === 'ECONNRESET' || code === 'EPIPE';
}

const unreachableCodes = new Set([
  ...['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'ETIMEDOUT'],
  'UND_ERR_CONNECT_TIMEOUT',
]);

/** True when there was no connection at all: nothing was sent. */
export function isUnreachable(error: LateBenchError): boolean {
  return unreachableCodes.has((error.cause as NodeJS.ErrnoException | undefined)?.code ?? '');
}

/** True when this process had no file left for another connection: nothing was sent. */
export function isOutOfFiles(error: LateBenchError): boolean {
  const code = (error.cause as NodeJS.ErrnoException | undefined)?.code;
  return code === 'EMFILE' || code === 'ENFILE';
}

function networkError(cause: unknown, baseUrl: string): LateBenchError {
  const error = cause as NodeJS.ErrnoException;
  const code = error.code ?? (error.cause as NodeJS.ErrnoException | undefined)?.code ?? '';
  const say = (kind: ErrorCode, retry: Retry, message: string): LateBenchError =>
    new LateBenchError(kind, message, { retry, cause });
  if (tlsCodes.test(code)) {
    return say('LB_ENDPOINT_TLS', 'never', `${baseUrl}: its TLS certificate is not accepted (${code})`);
  }
  if (code === 'UND_ERR_HEADERS_TIMEOUT')
    return say('LB_ENDPOINT_TIMEOUT', 'transient', `${baseUrl}: no reply in time`);
  if (code === 'UND_ERR_BODY_TIMEOUT')
    return say('LB_ENDPOINT_TIMEOUT', 'transient', `${baseUrl}: the reply stalled`);
  if (code === 'ECONNREFUSED')
    return say('LB_ENDPOINT_NETWORK', 'transient', `${baseUrl}: connection refused; is the server running?`);
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
    return say('LB_ENDPOINT_NETWORK', 'transient', `${baseUrl}: the host name cannot be resolved (${code})`);
  }
  return say(
    'LB_ENDPOINT_NETWORK',
    'transient',
    `${baseUrl}: ${error.message} (${code === '' ? 'no code' : code})`,
  );
}

export function createTransport(options: TransportOptions): Transport {
  const { baseUrl, deadlineMs } = options;
  const url = new URL(baseUrl);
  const prefix = url.pathname.replace(/\/$/, '');
  const limits = {
    connections: options.connections,
    headersTimeout: options.headersTimeoutMs,
    bodyTimeout: options.idleTimeoutMs,
    allowH2: false,
  };
  const pool = new Pool(url.origin, { ...limits, pipelining: 1 });
  // Without pipelining no connection is used twice.
  let freshPool: Pool | undefined;
  const ownConnections = (): Pool => {
    freshPool ??= new Pool(url.origin, { ...limits, pipelining: 0 });
    return freshPool;
  };
  return {
    async send({ method, path, body = null, fresh = false, reached }, headers, signal) {
      if (signal.aborted) throw aborted(signal);
      const handler = new ResponseHandler(reached);
      const others = underWayOf(signal);
      // One timer: a separate signal for each call would cost more than the rest of the call.
      const timer = setTimeout(() => {
        const message = `${baseUrl}: no whole reply within ${Math.round(deadlineMs / 1000)} s`;
        handler.giveUp(new LateBenchError('LB_ENDPOINT_TIMEOUT', message, { retry: 'transient' }));
      }, deadlineMs);
      handler.place = others.push(handler) - 1;
      try {
        (fresh ? ownConnections() : pool).dispatch(
          { method, path: `${prefix}${path}`, headers: headers as Record<string, string>, body },
          handler,
        );
        return await handler.done;
      } catch (cause) {
        throw isLateBenchError(cause) ? cause : networkError(cause, baseUrl);
      } finally {
        clearTimeout(timer);
        leave(others, handler);
      }
    },
    // Destroy, not close: whoever closes a transport has given up or has all replies.
    async close() {
      await Promise.all([pool.destroy(), freshPool?.destroy()]);
    },
  };
}
