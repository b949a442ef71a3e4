// The exchanges with a server that are under way, and who ends them: the signal of their caller, and while they are not on
// the wire the one that ends their waits.
import { aborted } from './semaphore.ts';

export interface Exchange {
  /** Its index among those of its signal. */
  place: number;
  /** There is a connection, and the request is written to it. */
  readonly onWire: boolean;
  giveUp(reason: Error): void;
}

/**
 * By the signal that ends their waits. One listener a signal: adding and removing one a call is dear. An array, in which the
 * last takes the place of one that leaves: a Set written and deleted from all the time leaves tables behind that keep ended
 * exchanges in memory until the next full collection.
 */
const underWay = new WeakMap<AbortSignal, Exchange[]>();

/** Those of a call with these signals, itself to be added. */
export function underWayOf(signal: AbortSignal, waiting: AbortSignal): Exchange[] {
  const known = underWay.get(waiting);
  if (known !== undefined) return known;
  const exchanges: Exchange[] = [];
  underWay.set(waiting, exchanges);
  const giveUp = (): void => {
    for (const exchange of [...exchanges]) {
      if (signal.aborted || !exchange.onWire) exchange.giveUp(aborted(waiting));
    }
  };
  waiting.addEventListener('abort', giveUp);
  if (waiting !== signal) signal.addEventListener('abort', giveUp);
  return exchanges;
}

export function leave(exchanges: Exchange[], exchange: Exchange): void {
  const last = exchanges.pop();
  if (last === undefined || last === exchange) return;
  exchanges[exchange.place] = last;
  last.place = exchange.place;
}
