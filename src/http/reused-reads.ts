// Reads a connection into memory that is used again. Node makes a buffer of 64 KB for each read: for replies of
// megabytes they were a sixth of the work of a pool, most of it collections of garbage.
import { maxHeaderSize } from 'node:http';
import type { OnReadOpts, Socket } from 'node:net';
import { afterContinue } from './interim-replies.ts';

/** All connections of a thread read into it, one after the other. */
let shared: Buffer | undefined;
const readBytes = 128 << 10;

/**
 * Fewer bytes are copied. Undici keeps parts of a head that has not ended, and a head that has not ended is shorter: its
 * limit is that of Node, and an informational one may come before.
 */
const leastBytes = 2 * maxHeaderSize;

/** True for bytes that are overwritten once their reader has returned. */
export function isReused(chunk: Buffer): boolean {
  return shared !== undefined && chunk.buffer === shared.buffer;
}

/** Whoever reads the stream is asked to at once; what is not taken is copied. False: no more for now. */
function passOn(socket: Socket, bytes: Buffer): boolean {
  if (bytes.length < leastBytes) return socket.push(Buffer.from(bytes));
  socket.push(bytes);
  socket.emit('readable');
  if (socket.destroyed) return false;
  const rest: Buffer[] = [];
  // Up to Node 24 all comes at once, from 26 on one chunk after the other.
  while (socket.readableLength > 0) {
    const chunk = socket.read() as Buffer | null;
    if (chunk === null) break;
    rest.push(isReused(chunk) ? Buffer.from(chunk) : chunk);
  }
  // Not `unshift`: the stream would take itself for one that is reading, and never ask for more.
  for (const chunk of rest) socket.push(chunk);
  return socket.readableLength < socket.readableHighWaterMark;
}

/**
 * For a connection of node:net that is read by its `readable` events, by somebody who keeps no chunk that is reused. It is
 * read past each `100 Continue`.
 */
export function reusedReads(): OnReadOpts {
  shared ??= Buffer.allocUnsafeSlow(readBytes);
  return {
    buffer: shared,
    // Node calls it as a method of the connection.
    callback: function (this: Socket, count: number, buffer: Uint8Array): boolean {
      const bytes = afterContinue((buffer as Buffer).subarray(0, count));
      return bytes === null || passOn(this, bytes);
    } as OnReadOpts['callback'],
  };
}
