// Reads a request body up to a limit.
import type { IncomingMessage } from 'node:http';

/** Null when the body is longer than `maxBytes`: the rest is read and thrown away, so that the client sees the answer. */
export async function readBody(request: IncomingMessage, maxBytes: number): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length <= maxBytes) chunks.push(chunk);
    else chunks.length = 0;
  }
  return length > maxBytes ? null : Buffer.concat(chunks);
}
