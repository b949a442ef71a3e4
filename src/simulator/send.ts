// How replies go out.
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { ApiError } from './api-error.ts';

export const jsonType = 'application/json; charset=utf-8';
export const eventStreamType = 'text/event-stream; charset=utf-8';

/** One `end` with a content-length: headers and body in separate packets cost 40 ms on a kept-alive connection. */
export function sendBytes(
  response: ServerResponse,
  status: number,
  contentType: string,
  bytes: Buffer,
): void {
  response.writeHead(status, { 'content-type': contentType, 'content-length': bytes.length });
  response.end(bytes);
}

export function sendJson(response: ServerResponse, status: number, body: unknown): void {
  sendBytes(response, status, jsonType, Buffer.from(JSON.stringify(body)));
}

export function sendError(response: ServerResponse, { status, body }: ApiError): void {
  sendJson(response, status, body);
}

/** Server-sent events, closed by `[DONE]`. Waits for a reader that is slow; `gone` ends the wait for one that left. */
export async function sendEvents(
  response: ServerResponse,
  events: Iterable<object>,
  gone: AbortSignal,
): Promise<void> {
  response.writeHead(200, {
    'content-type': eventStreamType,
    'cache-control': 'no-cache',
  });
  for (const event of events) {
    if (!response.write(`data: ${JSON.stringify(event)}\n\n`))
      await once(response, 'drain', { signal: gone });
  }
  response.end('data: [DONE]\n\n');
}
