// One request over a bare socket, and everything that came back, for faults that an HTTP client would hide.
import { connect } from 'node:net';
import { chatBody } from './ask.ts';

export interface ResponseHandler {
  /** `HTTP/1.1 200 OK`; empty when nothing came. */
  readonly statusLine: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** As it was sent: chunked bodies keep their chunk lines. */
  readonly body: Buffer;
  /** `end`: closed cleanly; `ECONNRESET`; `given up` when it was still open at the limit. */
  readonly ending: string;
  /** Milliseconds from the request to each packet. */
  readonly arrivals: readonly number[];
}

export function requestBytes(body: object, { close = true } = {}): Buffer {
  const text = Buffer.from(JSON.stringify(body));
  const head = [
    'POST /v1/chat/completions HTTP/1.1',
    'host: simulator',
    'content-type: application/json',
    `content-length: ${text.length}`,
    ...(close ? ['connection: close'] : []),
  ];
  return Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`), text]);
}

export function exchange(
  url: string,
  body: object = chatBody('sampler', { prompt: 'What is 6 times 7?', temperature: 0 }),
  { limitMs = 5_000 } = {},
): Promise<ResponseHandler> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  const chunks: Buffer[] = [];
  const arrivals: number[] = [];
  const start = performance.now();
  let ending = 'end';
  socket.on('data', (chunk) => {
    chunks.push(chunk);
    arrivals.push(performance.now() - start);
  });
  socket.on('error', (error: NodeJS.ErrnoException) => {
    ending = error.code ?? error.message;
  });
  const limit = setTimeout(() => {
    ending = 'given up';
    socket.destroy();
  }, limitMs);
  socket.write(requestBytes(body));
  return new Promise((resolve) => {
    socket.on('close', () => {
      clearTimeout(limit);
      resolve({ ...parts(Buffer.concat(chunks)), ending, arrivals });
    });
  });
}

function parts(bytes: Buffer): Pick<ResponseHandler, 'statusLine' | 'headers' | 'body'> {
  const gap = bytes.indexOf('\r\n\r\n');
  const [statusLine = '', ...lines] = bytes.subarray(0, Math.max(gap, 0)).toString().split('\r\n');
  const headers = Object.fromEntries(
    lines.map((line) => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
    }),
  );
  return { statusLine, headers, body: gap === -1 ? Buffer.alloc(0) : bytes.subarray(gap + 4) };
}

/** The content of a chunked body, and whether its closing chunk was there. */
export function dechunk(body: Buffer): { readonly content: Buffer; readonly whole: boolean } {
  const content: Buffer[] = [];
  let at = 0;
  for (;;) {
    const line = body.indexOf('\r\n', at);
    if (line === -1) return { content: Buffer.concat(content), whole: false };
    const length = Number.parseInt(body.subarray(at, line).toString(), 16);
    if (length === 0) return { content: Buffer.concat(content), whole: true };
    content.push(body.subarray(line + 2, line + 2 + length));
    at = line + 2 + length + 2;
  }
}
