// Of a server that lists no models nobody knows whether it has the API that is asked: the first attempt goes alone, so
// that a wrong address is paid for once and not by each call in flight.
import type { LateBenchError } from '../../errors.ts';
import type { Call } from '../chain/chain.ts';
import { aborted } from '../semaphore.ts';

export interface Scout {
  /** Resolves at once for the first call, and for others when it has shown that they may follow; throws what it met. */
  turn(call: Call, signal: AbortSignal): Promise<void>;
  /** All may follow. */
  open(): void;
  /** Each further call would fail as this one has; for the first call alone. */
  stop(call: Call, error: LateBenchError): void;
  /** The call has ended: where it was the first and showed nothing, the next one takes its place. */
  leave(call: Call): void;
}

/** A reply may take minutes: calls are not held up for longer, though the first has not come back. */
const aloneMs = 30_000;

interface Waiter {
  resolve(): void;
  reject(error: LateBenchError): void;
}

export function createScout(): Scout {
  const waiters = new Set<Waiter>();
  let first: Call | undefined;
  let isOpen = false;
  let timer: NodeJS.Timeout | undefined;
  const release = (end: (waiter: Waiter) => void): void => {
    clearTimeout(timer);
    first = undefined;
    const all = [...waiters];
    waiters.clear();
    for (const waiter of all) end(waiter);
  };
  const open = (): void => {
    isOpen = true;
    release(({ resolve }) => resolve());
  };
  const wait = (signal: AbortSignal): Promise<void> =>
    new Promise((resolve, reject) => {
      const onAbort = (): void => {
        waiters.delete(waiter);
        reject(aborted(signal));
      };
      const left = (): void => signal.removeEventListener('abort', onAbort);
      const waiter: Waiter = {
        resolve: () => {
          left();
          resolve();
        },
        reject: (error) => {
          left();
          reject(error);
        },
      };
      waiters.add(waiter);
      if (signal.aborted) onAbort();
      else signal.addEventListener('abort', onAbort);
    });
  return {
    async turn(call, signal) {
      while (!isOpen && first !== undefined && first !== call) await wait(signal);
      if (isOpen || first === call) return;
      first = call;
      timer = setTimeout(open, aloneMs).unref();
    },
    open,
    stop(call, error) {
      if (first === call) release(({ reject }) => reject(error));
    },
    leave(call) {
      if (first === call) release(({ resolve }) => resolve());
    },
  };
}
