// Before a call has worked nobody knows whether a server has the API that is asked: the first go ahead of the others, so
// that a wrong address is paid for by them and not by each call in flight.
import type { LateBenchError } from '../../errors.ts';
import type { Call } from '../chain/chain.ts';
import { aborted } from '../semaphore.ts';

export interface Scout {
  /** Resolves at once for the first calls, and for others when one has shown that they may follow; throws what it met. */
  turn(call: Call, signal: AbortSignal, scouting: Scouting): Promise<void>;
  /** All may follow. */
  open(): void;
  /** Each further call would fail as this one has; for the first calls alone. */
  stop(call: Call, error: LateBenchError): void;
  /** The call has ended: where it was one of the first and showed nothing, the next one takes its place. */
  leave(call: Call): void;
}

export interface Scouting {
  /** How many go first. */
  readonly calls: number;
  /** Milliseconds: calls are not held up for longer, though none of the first has come back. */
  readonly aloneMs: number;
}

interface Waiter {
  resolve(): void;
  reject(error: LateBenchError): void;
}

export function createScout(): Scout {
  const waiters = new Set<Waiter>();
  const first = new Set<Call>();
  let isOpen = false;
  let timer: NodeJS.Timeout | undefined;
  const release = (end: (waiter: Waiter) => void): void => {
    const all = [...waiters];
    waiters.clear();
    for (const waiter of all) end(waiter);
  };
  const open = (): void => {
    isOpen = true;
    clearTimeout(timer);
    first.clear();
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
    async turn(call, signal, { calls, aloneMs }) {
      while (!isOpen && first.size >= calls && !first.has(call)) await wait(signal);
      if (isOpen) return;
      first.add(call);
      timer ??= setTimeout(open, aloneMs).unref();
    },
    open,
    stop(call, error) {
      if (!first.has(call)) return;
      clearTimeout(timer);
      timer = undefined;
      first.clear();
      release(({ reject }) => reject(error));
    },
    leave(call) {
      if (!first.delete(call)) return;
      if (first.size === 0) {
        clearTimeout(timer);
        timer = undefined;
      }
      release(({ resolve }) => resolve());
    },
  };
}
