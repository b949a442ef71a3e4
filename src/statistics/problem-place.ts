// Where a problem is in the order that a seed gives to all problems, so that a part of them is the same part in every file
// and in every run, whatever else is read beside it.
import { seedFrom } from './random.ts';

/** From 0 up to, but not including, 1; equal for all solutions of a problem, and uniform over problems. */
export function problemPlace(problem: string, seed: number): number {
  return seedFrom('place of a problem', seed, problem) / 2 ** 32;
}
