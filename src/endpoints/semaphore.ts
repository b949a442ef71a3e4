// How many calls are in flight. Waiters are served in the order they came; an abort takes a waiter out.
import { LateBenchError } from '../errors.ts';

export interface Semaphore {
  readonly inUse: number;
  /** The function that gives the place back (calling it twice does nothing); undefined where a place must be waited for. */
  tryAcquire(): (() => void) | undefined;
  /** As `tryAcquire`, after waiting. Rejects where the signal aborts first. */
  acquire(signal: AbortSignal): Promise<() => void>;
}

export function aborted(signal: AbortSignal): LateBenchError {
  return new LateBenchError('LB_ABORTED', 'the call was cancelled', { cause: signal.reason });
}

export function createSemaphore(limit: () => number): Semaphore {
  const waiters = new Set<() => void>();
  let inUse = 0;

  const admit = (): void => {
    for (const waiter of waiters) {
      if (inUse >= limit()) return;
      waiters.delete(waiter);
      inUse += 1;
      waiter();
    }
  };
  const permit = (): (() => void) => {
    let held = true;
    return () => {
      if (!held) return;
      held = false;
      inUse -= 1;
      admit();
    };
  };
  const tryAcquire = (): (() => void) | undefined => {
    if (inUse >= limit() || waiters.size > 0) return undefined;
    inUse += 1;
    return permit();
  };
  return {
    get inUse() {
      return inUse;
    },
    tryAcquire,
    acquire(signal) {
      if (signal.aborted) return Promise.reject(aborted(signal));
      const free = tryAcquire();
      if (free !== undefined) return Promise.resolve(free);
      return new Promise((resolve, reject) => {
        const onAbort = (): void => {
          waiters.delete(waiter);
          reject(aborted(signal));
        };
        const waiter = (): void => {
          signal.removeEventListener('abort', onAbort);
          resolve(permit());
        };
        waiters.add(waiter);
        signal.addEventListener('abort', onAbort, { once: true });
      });
    },
  };
}
