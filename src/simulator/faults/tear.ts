// Ends a connection on the server's side, in one of two ways that a client can distinguish.
import type { Socket } from 'node:net';

export const tearings = ['reset', 'close'] as const;

/** `reset`: a TCP reset (ECONNRESET at the client); `close`: as if the server had simply gone away (end of stream). */
export function tear(socket: Socket | null, how: (typeof tearings)[number]): void {
  if (how === 'reset') socket?.resetAndDestroy();
  else socket?.destroy();
}
