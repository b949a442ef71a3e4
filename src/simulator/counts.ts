// What the simulated endpoint counts, so that a test can say what a run would have paid. Served as JSON by
// GET /simulator/counts: the names are the wire's.
import { sha256Hex } from '../records/identity.ts';

export interface Tally {
  /** Chat requests received: the sum of the five that follow. */
  requests: number;
  /** Answered whole, by a completion that is fit for use: what a run must pay for. */
  completed: number;
  /** Answered with an error status. */
  refused: number;
  /** Answered by a fault that is no error status: torn, garbled, or of no use. A provider may charge for it. */
  spoiled: number;
  /** The client closed the connection before its reply was whole. */
  aborted: number;
  in_flight: number;
  max_in_flight: number;
}

/** Over all chat requests, and by model for those whose model is known. */
export interface SimulatorCounts extends Tally {
  readonly models: Readonly<Record<string, Tally>>;
  /** How often each rule of the fault script was carried out, by its name, or by what it does where it has none. */
  readonly faults: Record<string, number>;
  /** Completed replies by `requestHash` of the body: above 1, an equal body was paid for again. */
  readonly by_request: Record<string, number>;
}

export type Outcome = 'completed' | 'refused' | 'spoiled' | 'aborted';

const emptyTally = (): Tally => ({
  requests: 0,
  completed: 0,
  refused: 0,
  spoiled: 0,
  aborted: 0,
  in_flight: 0,
  max_in_flight: 0,
});

export function createCounts(models: readonly string[], faults: readonly string[]): SimulatorCounts {
  return {
    ...emptyTally(),
    models: Object.fromEntries(models.map((model) => [model, emptyTally()])),
    faults: Object.fromEntries(faults.map((label) => [label, 0])),
    by_request: {},
  };
}

/** The first 16 hex digits of sha256 over the body as it was sent. */
export function requestHash(body: Uint8Array | string): string {
  return sha256Hex(body).slice(0, 16);
}

export function addOne(counts: Record<string, number>, name: string): void {
  counts[name] = (counts[name] ?? 0) + 1;
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
