// What can go wrong on the way, in the order in which it was asked for: each fault waits for its request and is then
// used up.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

export interface Fault {
  /** Matched against `GET /path?query`. */
  readonly on: RegExp;
  /** How often it happens; once unless said. */
  readonly times?: number;
  /** Answer with this status instead. */
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Close the connection after this many bytes of the body. */
  readonly cutAfter?: number;
  /** What `cutAfter` waits for before it closes; 20 ms unless given. */
  readonly cutOnce?: () => Promise<void>;
  /** Change one byte of the body. */
  readonly corrupt?: boolean;
  /** Answer with the whole file whatever range was asked for. */
  readonly ignoreRange?: boolean;
  /** Say nothing at all, or stop saying anything after this many bytes. */
  readonly stallAfter?: number;
}

export interface FaultQueue {
  add(fault: Fault): void;
  take(request: IncomingMessage): Fault | undefined;
}

export function faultQueue(): FaultQueue {
  const waiting: { fault: Fault; left: number }[] = [];
  return {
    add: (fault) => waiting.push({ fault, left: fault.times ?? 1 }),
    take(request) {
      const line = `${request.method} ${request.url}`;
      const found = waiting.find(({ fault, left }) => left > 0 && fault.on.test(line));
      if (found !== undefined) found.left -= 1;
      return found?.fault;
    },
  };
}

/** Sends bytes, with what the fault does to them. */
export function sendBytes(
  response: ServerResponse,
  status: number,
  headers: Readonly<Record<string, string | number>>,
  bytes: Buffer,
  fault: Fault | undefined,
): void {
  const body = Buffer.from(bytes);
  if (fault?.corrupt === true && body.length > 0) body[body.length - 1] = (body[body.length - 1] ?? 0) ^ 1;
  response.writeHead(status, { ...headers, 'content-length': body.length });
  const limit = fault?.cutAfter ?? fault?.stallAfter;
  if (limit === undefined) {
    response.end(body);
    return;
  }
  response.write(body.subarray(0, limit), () => {
    if (fault?.cutAfter === undefined) return;
    // By default long enough for the bytes to leave before the connection goes.
    const { cutOnce = () => sleep(20) } = fault;
    cutOnce().then(
      () => response.destroy(),
      (error: Error) => response.destroy(error),
    );
  });
}
