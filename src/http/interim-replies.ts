// Some servers and proxies send `100 Continue` before each reply, though nobody asked for it. A client must read past it
// (RFC 9110, 15.2); undici does so with other replies below 200, and takes this one for the end of the connection.
import type { Socket } from 'node:net';
import type { buildConnector } from 'undici';

/** The whole of one, at the beginning of what has been read; no JSON and no event has line ends in this place. */
const continueHead = /^HTTP\/1\.[01] 100\b[^\r\n]*\r\n(?:[^\r\n:]+:[^\r\n]*\r\n)*\r\n/;
/** `HTTP/1.1 1`: looked at before all else, for each chunk of each reply. */
const firstByte = 'H'.charCodeAt(0);
const [statusAt, statusByte] = ['HTTP/1.1 '.length, '1'.charCodeAt(0)];
const maxHeadBytes = 1 << 12;

/** The chunk without those at its beginning; null where it is nothing else. */
export function afterContinue(chunk: Buffer): Buffer | null {
  let rest = chunk;
  while (rest[0] === firstByte && rest[statusAt] === statusByte) {
    const head = continueHead.exec(rest.toString('latin1', 0, maxHeadBytes));
    if (head === null) return rest;
    rest = rest.subarray(head[0].length);
  }
  return rest.length === 0 ? null : rest;
}

function readPastContinue(socket: Socket): void {
  const read = socket.read.bind(socket) as (size?: number) => Buffer | null;
  socket.read = (size?: number): Buffer | null => {
    for (;;) {
      const chunk = read(size);
      const rest = chunk === null ? null : afterContinue(chunk);
      if (chunk === null || rest !== null) return rest;
    }
  };
}

/** The connections of `connect`, read past each `100 Continue`. */
export function pastContinue(connect: buildConnector.connector): buildConnector.connector {
  return (options, callback) =>
    connect(options, (...made) => {
      if (made[0] === null) readPastContinue(made[1]);
      callback(...made);
    });
}
