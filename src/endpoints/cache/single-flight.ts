// Joins callers of one process that want the same thing at the same time: the first one's work serves them all.
// A caller that gives up leaves; the work itself is given up when nobody waits for it any more.
import { aborted } from '../semaphore.ts';

export interface Joined<T> {
  readonly value: T;
  /** Somebody else's work: it cost this caller nothing. */
  readonly joined: boolean;
}

export interface SingleFlight<T> {
  join(key: string, signal: AbortSignal, work: (signal: AbortSignal) => Promise<T>): Promise<Joined<T>>;
}

interface Flight<T> {
  readonly result: Promise<T>;
  readonly controller: AbortController;
  waiting: number;
}

export function createSingleFlight<T>(): SingleFlight<T> {
  const flights = new Map<string, Flight<T>>();

  const start = (key: string, work: (signal: AbortSignal) => Promise<T>): Flight<T> => {
    const controller = new AbortController();
    const result = (async () => work(controller.signal))();
    const flight = { result, controller, waiting: 0 };
    flights.set(key, flight);
    const forget = (): void => {
      if (flights.get(key) === flight) flights.delete(key);
    };
    result.then(forget, forget);
    return flight;
  };

  return {
    join(key, signal, work) {
      if (signal.aborted) return Promise.reject(aborted(signal));
      const running = flights.get(key);
      const flight = running ?? start(key, work);
      flight.waiting += 1;
      return new Promise((resolve, reject) => {
        const leave = (): void => {
          flight.waiting -= 1;
          if (flight.waiting === 0) {
            // Whoever comes now starts anew, and does not get the work that is being given up.
            if (flights.get(key) === flight) flights.delete(key);
            flight.controller.abort(signal.reason);
          }
          reject(aborted(signal));
        };
        signal.addEventListener('abort', leave, { once: true });
        flight.result
          .then((value) => resolve({ value, joined: running !== undefined }), reject)
          .finally(() => signal.removeEventListener('abort', leave));
      });
    },
  };
}
