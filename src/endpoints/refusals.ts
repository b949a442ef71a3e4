// A request that the server refuses (400, 422) fails its record only. When most of them are refused, it is not the
// records: the run stops before all of them are spent.

export interface Refusals {
  /** Counts a call that ended; true when the run should stop. */
  ended(refused: boolean): boolean;
}

const fewest = 20;

export function createRefusals(): Refusals {
  let calls = 0;
  let refusals = 0;
  return {
    ended(refused) {
      calls += 1;
      if (refused) refusals += 1;
      return calls >= fewest && refusals * 2 > calls;
    },
  };
}
