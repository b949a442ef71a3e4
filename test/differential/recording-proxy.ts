// A proxy on loopback that notes every call with its body and passes it on to a simulated endpoint. Its address stays
// the same for both versions of a case; the simulation behind it is fresh for each.
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse, request as send } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface RecordingProxy {
  /** With `/v1`. */
  readonly url: string;
  /** Begins a new record of calls, in front of another server. */
  reset(upstream: string): void;
  /** One line a call: method, path, headers, body. */
  readonly calls: readonly string[];
  /** Before call `number` (from now on, from 1) is passed on, `meanwhile` is awaited. */
  holdCall(number: number, meanwhile: () => Promise<void>): void;
  close(): Promise<void>;
}

function noted(request: IncomingMessage, body: Buffer): string {
  const { authorization = '', 'content-type': type = '' } = request.headers;
  const boundary = /boundary="?([^";]+)"?/.exec(type)?.[1];
  const text = `${request.method} ${request.url} [${authorization}] [${type}] ${body.toString('utf8')}`;
  return boundary === undefined ? text : text.replaceAll(boundary, '<boundary>');
}

function passOn(request: IncomingMessage, response: ServerResponse, body: Buffer, upstream: URL): void {
  const { method = 'GET', url = '/', headers } = request;
  const forward = send(
    { host: upstream.hostname, port: upstream.port, path: url, method, headers, agent: false },
    (answer) => {
      response.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.on('data', (part: Buffer) => response.write(part));
      answer.on('end', () => response.end());
      answer.on('error', () => response.destroy());
    },
  );
  forward.on('error', () => response.destroy());
  response.on('close', () => forward.destroy());
  forward.end(body);
}

/**
 * Asking a server for its models costs nothing and changes nothing. When that is done (before the first call on the
 * wire, by each process) is a matter of how an unusable endpoint is found, which tests of its own hold.
 */
const asksForModels = ({ method, url }: IncomingMessage): boolean =>
  method === 'GET' && /\/models$/.test(url ?? '');

export async function startRecordingProxy(): Promise<RecordingProxy> {
  let calls: string[] = [];
  let upstream = new URL('http://127.0.0.1:9');
  let hold: { left: number; readonly meanwhile: () => Promise<void> } | undefined;

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const body = Buffer.concat(parts);
    if (!asksForModels(request)) calls.push(noted(request, body));
    if (hold !== undefined) {
      hold.left -= 1;
      if (hold.left === 0) {
        const { meanwhile } = hold;
        hold = undefined;
        await meanwhile();
      }
    }
    if (!response.destroyed) passOn(request, response, body, upstream);
  };

  const server = createServer((request, response) => {
    // A client that is killed while it sends has made no call.
    answer(request, response).catch(() => response.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/v1`,
    get calls() {
      return calls;
    },
    reset(url) {
      calls = [];
      hold = undefined;
      upstream = new URL(url);
    },
    holdCall(number, meanwhile) {
      hold = { left: number, meanwhile };
    },
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
