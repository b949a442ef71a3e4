import type { Readable } from 'node:stream';

/** What has been written to a stream of a test since it was asked last; Node 26 gives one chunk after the other. */
export function writtenText(stream: Readable): string {
  const chunks: string[] = [];
  for (let chunk: unknown = stream.read(); chunk !== null; chunk = stream.read()) chunks.push(String(chunk));
  return chunks.join('');
}
