// What the simulated endpoint counts, so that a test can say what a run would have paid. Served as JSON by
// GET /simulator/counts: the names are the wire's.

export interface Tally {
  /** Chat requests received: the sum of the four that follow. */
  requests: number;
  /** Answered whole. */
  completed: number;
  /** Answered with an error status. */
  refused: number;
  /** The client closed the connection before its reply was whole. */
  aborted: number;
  in_flight: number;
  max_in_flight: number;
}

/** Over all chat requests, and by model for those whose model is known. */
export interface SimulatorCounts extends Tally {
  readonly models: Readonly<Record<string, Tally>>;
}

export type Outcome = 'completed' | 'refused' | 'aborted';

const emptyTally = (): Tally => ({
  requests: 0,
  completed: 0,
  refused: 0,
  aborted: 0,
  in_flight: 0,
  max_in_flight: 0,
});

export function createCounts(models: readonly string[]): SimulatorCounts {
  return { ...emptyTally(), models: Object.fromEntries(models.map((model) => [model, emptyTally()])) };
}

/** Counts one request as begun; call the result once with how it ended. */
export function begin(tally: Tally): (outcome: Outcome) => void {
  tally.requests += 1;
  tally.in_flight += 1;
  tally.max_in_flight = Math.max(tally.max_in_flight, tally.in_flight);
  return (outcome) => {
    tally.in_flight -= 1;
    tally[outcome] += 1;
  };
}
