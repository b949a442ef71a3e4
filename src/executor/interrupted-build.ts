// A signal that comes while a plan's stages are built: some make calls then, as for a threshold that is chosen on a split.
import { exitCodes, isLateBenchError } from '../errors.ts';
import type { Tally } from '../stream/tally.ts';
import type { Interruption } from './interruption.ts';
import type { Outcome } from './plan.ts';

/** Null where a signal ended the calls of `building`; other errors are thrown. */
export async function unlessInterrupted<T>(
  building: Promise<T>,
  interruption: Interruption,
): Promise<T | null> {
  try {
    return await building;
  } catch (error) {
    const stopped = isLateBenchError(error) && error.code === 'LB_ABORTED';
    if (!stopped || interruption.exitCode === undefined) throw error;
    return null;
  }
}

/** Of a plan that ended before its first record. */
export function interruptedOutcome(tally: Tally, { exitCode = exitCodes.ok }: Interruption): Outcome {
  return {
    ending: 'abandoned',
    complete: false,
    tally,
    inputs: [],
    result: null,
    reason: undefined,
    exitCode,
  };
}
