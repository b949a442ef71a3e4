// Serves verdicts on loopback, for trainers that use them as a reward: POST /verify grades a batch, GET /health says
// whether the server takes batches, GET /metrics counts.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { listening } from '../http/listening.ts';
import { readBody } from '../http/read-body.ts';
import { isServedName, loopbackHosts, type ServedNames } from '../http/served-name.ts';
import { type BatchRules, type Refusal, readBatch } from './batch-body.ts';
import { type GraderCounts, type GraderOptions, startGrader } from './grader.ts';
import { clientLeft, createGradingMetrics } from './grading-metrics.ts';

/** Options of the grading server. */
export interface GradingServerOptions extends GraderOptions, BatchRules {
  /** 0: any free port. */
  readonly port: number;
  /** Longest body in bytes. */
  readonly maxBodyBytes: number;
}

export interface GradingServer {
  readonly url: string;
  readonly counts: GraderCounts;
  /** Takes no more batches, answers those it has within `drainMs`, then cuts the connections that are left. */
  close(drainMs: number): Promise<void>;
}

const jsonType = 'application/json; charset=utf-8';
const textType = 'text/plain; version=0.0.4; charset=utf-8';
/** More than any trainer opens: bodies of so many are in memory at most. */
const maxConnections = 1024;

/** Paths and their methods. */
const routes = new Map([
  ['/verify', 'POST'],
  ['/health', 'GET'],
  ['/metrics', 'GET'],
]);

/** Foreign names and pages of other sites; then what is not served here. */
function refusalOf({ headers, method, url }: IncomingMessage, names: ServedNames): Refusal | null {
  const { host, origin } = headers;
  if (!isServedName(host, names)) {
    return { status: 403, code: 'wrong_host', message: 'this name is not served here (Host)' };
  }
  const site = headers['sec-fetch-site'];
  const foreign = site !== undefined && site !== 'same-origin' && site !== 'none';
  if (foreign || (origin !== undefined && origin !== `http://${host}`)) {
    return { status: 403, code: 'wrong_origin', message: 'a page of another site may not ask here (Origin)' };
  }
  const path = url?.split('?')[0] ?? '';
  const taken = routes.get(path);
  if (taken === undefined) {
    return { status: 404, code: 'unknown_url', message: `there is no ${path} here; POST batches to /verify` };
  }
  if (method !== taken) {
    return { status: 405, code: 'method_not_allowed', message: `${path} takes ${taken}, not ${method}` };
  }
  if (taken === 'POST' && !/^application\/json\b/i.test(headers['content-type'] ?? '')) {
    return { status: 415, code: 'not_json', message: 'send JSON (Content-Type: application/json)' };
  }
  return null;
}

/**
 * Starts threads and server.
 *
 * @throws LB_CONFIG when the port cannot be used; LB_INTERNAL when a thread cannot start.
 */
export async function startGradingServer(options: GradingServerOptions): Promise<GradingServer> {
  const { port, maxBodyBytes, maxPairs } = options;
  const names: ServedNames & { port: number } = { hosts: new Set(loopbackHosts), anyAddress: false, port: 0 };
  const grader = await startGrader(options);
  const metrics = createGradingMetrics();
  /** Responses to batches that are not finished. */
  const open = new Set<ServerResponse>();
  let draining = false;
  let drained: (() => void) | undefined;

  const send = (response: ServerResponse, status: number, type: string, text: string): void => {
    if (response.destroyed) return;
    const body = Buffer.from(text);
    response.writeHead(status, {
      'content-type': type,
      'content-length': body.length,
      ...(draining ? { connection: 'close' } : {}),
    });
    response.end(body);
  };
  const refuse = (response: ServerResponse, { status, code, message }: Refusal): void => {
    if (status === 405) response.setHeader('allow', message.includes('POST,') ? 'POST' : 'GET');
    if (status === 429 || status === 503) response.setHeader('retry-after', '1');
    send(response, status, jsonType, JSON.stringify({ error: { code, message } }));
  };

  /** The status that it was answered with. */
  const grade = async (request: IncomingMessage, response: ServerResponse): Promise<number> => {
    const refused = (refusal: Refusal): number => {
      refuse(response, refusal);
      return refusal.status;
    };
    const body = await readBody(request, maxBodyBytes);
    if (body === null) {
      const message = `the body is longer than ${maxBodyBytes} bytes; send smaller batches (--max-body sets the limit)`;
      return refused({ status: 413, code: 'body_too_large', message });
    }
    const pairs = readBatch(body, options);
    if ('status' in pairs) return refused(pairs);
    if (pairs.length > maxPairs) {
      const message = `${pairs.length} pairs are more than the queue holds (${maxPairs}); send smaller batches (--queue sets the limit)`;
      return refused({ status: 413, code: 'batch_too_large', message });
    }
    if (draining) return refused({ status: 503, code: 'stopping', message: 'the server is stopping' });
    const left = new AbortController();
    const whenClosed = (): void => left.abort();
    response.once('close', whenClosed);
    if (response.destroyed) return clientLeft;
    const grades = grader.grade(pairs, left.signal);
    if (grades === null) {
      const message = 'the queue is full; try again after the time in Retry-After';
      return refused({ status: 429, code: 'queue_full', message });
    }
    const gone = new Promise<null>((resolve) => {
      left.signal.addEventListener('abort', () => resolve(null));
    });
    const result = await Promise.race([grades, gone]);
    if (result === null) return clientLeft;
    response.off('close', whenClosed);
    send(response, 200, jsonType, `{"results":[${result.map(({ json }) => json).join(',')}]}`);
    return 200;
  };

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const refusal = refusalOf(request, names);
    if (refusal !== null) {
      request.resume();
      refuse(response, refusal);
      return;
    }
    if (request.url?.startsWith('/metrics')) {
      send(response, 200, textType, metrics.page(grader.counts));
      return;
    }
    if (request.url?.startsWith('/health')) {
      const { waiting, threads } = grader.counts;
      const status = draining ? 'stopping' : 'ok';
      send(
        response,
        draining ? 503 : 200,
        jsonType,
        JSON.stringify({ status, threads, waiting_pairs: waiting }),
      );
      return;
    }
    const started = performance.now();
    open.add(response);
    try {
      metrics.ended(await grade(request, response), (performance.now() - started) / 1000);
    } catch {
      // The client left while it was sending.
      metrics.ended(clientLeft, 0);
      response.destroy();
    } finally {
      open.delete(response);
      if (open.size === 0) drained?.();
    }
  };

  const server = createServer((request, response) => void answer(request, response));
  server.maxConnections = maxConnections;
  names.port = await listening(server, { port }).catch(async (error: unknown) => {
    await grader.close();
    throw error;
  });

  return {
    url: `http://127.0.0.1:${names.port}`,
    get counts() {
      return grader.counts;
    },
    async close(drainMs) {
      draining = true;
      const closed = new Promise<void>((resolve) => {
        server.close(() => resolve());
      });
      server.closeIdleConnections();
      if (open.size > 0) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, drainMs);
          drained = () => {
            clearTimeout(timer);
            resolve();
          };
        });
        // What was answered last is on its way out.
        await new Promise((resolve) => setImmediate(resolve));
        server.closeIdleConnections();
        const cut = setTimeout(() => server.closeAllConnections(), 500);
        await closed;
        clearTimeout(cut);
      } else {
        server.closeAllConnections();
        await closed;
      }
      await grader.close();
    },
  };
}
