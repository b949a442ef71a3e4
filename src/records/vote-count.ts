// How many votes there may be on a solution: they are asked for together and held together.
import { z } from 'zod';
import { LateBenchError } from '../errors.ts';

/** As many as a pool has traces of a problem. */
const mostVotes = 4096;

export const voteCount = z.int().min(1).max(mostVotes);
/** 0: nobody votes. */
export const votesIfAny = z.int().min(0).max(mostVotes);

/** @throws LB_CONFIG for what is no number of votes. `what`: what they are called. */
export function checkVoteCount(votes: number, what: string): void {
  if (voteCount.safeParse(votes).success) return;
  const message = `${what}: ${votes} given; give a whole number from 1 to ${mostVotes}`;
  throw new LateBenchError('LB_CONFIG', message);
}
