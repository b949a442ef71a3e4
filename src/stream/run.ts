// Connects source, stages and sink, and reports how the stream ended. Closing the pipe early is not an error.
import type { Duplex, Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

export type Ending = 'complete' | 'reader-closed' | 'abandoned';

function isClosedPipe(error: unknown): boolean {
  const code = (error as NodeJS.ErrnoException).code;
  return code === 'EPIPE' || code === 'ERR_STREAM_DESTROYED';
}

/** Throws what stopped the stream, unless the pipe was closed early or `abandon` was aborted. */
export async function runStream(
  source: Readable,
  stages: readonly Duplex[],
  sink: Writable,
  abandon?: AbortSignal,
): Promise<Ending> {
  try {
    await pipeline([source, ...stages, sink], abandon === undefined ? {} : { signal: abandon });
    return 'complete';
  } catch (error) {
    if (abandon?.aborted === true) return 'abandoned';
    if (isClosedPipe(error)) return 'reader-closed';
    throw error;
  }
}
