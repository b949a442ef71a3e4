// How many replicates a bootstrap may have: each is a number in memory for each sum that is looked at.
import { z } from 'zod';
import { LateBenchError } from '../errors.ts';

const mostReplicates = 100_000;

/** 0: no bootstrap. */
export const replicateCount = z.int().min(0).max(mostReplicates);

/** @throws LB_USAGE */
export function checkReplicates(replicates: number): void {
  if (replicateCount.safeParse(replicates).success) return;
  const message = `bootstrap: ${replicates} given; give a whole number from 0 to ${mostReplicates}`;
  throw new LateBenchError('LB_USAGE', message);
}
