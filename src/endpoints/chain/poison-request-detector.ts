// Tells a server in trouble from a request that it will never take: some servers answer 500 for a bad request, always
// with the same words. The same words three times on one call end that call; on five different calls, the run.

export interface PoisonRequestDetector {
  /** Counts a failure of one call; says what to do about it. */
  note(key: string, message: string): 'go-on' | 'give-up-call' | 'stop-run';
  /** The call ended, well or not: what it met in a row is forgotten. */
  forget(key: string): void;
}

const timesOnOneCall = 3;
const callsInAll = 5;

export function createPoisonRequestDetector(): PoisonRequestDetector {
  const inARow = new Map<string, { message: string; count: number }>();
  const givenUp = new Map<string, number>();
  return {
    note(key, message) {
      const known = inARow.get(key);
      const count = known?.message === message ? known.count + 1 : 1;
      inARow.set(key, { message, count });
      if (count < timesOnOneCall) return 'go-on';
      const calls = (givenUp.get(message) ?? 0) + 1;
      givenUp.set(message, calls);
      return calls >= callsInAll ? 'stop-run' : 'give-up-call';
    },
    forget(key) {
      inARow.delete(key);
    },
  };
}
