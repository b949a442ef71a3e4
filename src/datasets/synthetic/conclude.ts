// The last step of a generated solution: it states the answer in a box.
import { pick, type Rng } from '../../statistics/random.ts';

const closings = [
  'The answer is',
  'Hence the answer is',
  'Therefore the final answer is',
  'This completes the solution: the answer is',
  'So the value asked for is',
] as const;

/** `reason` (one or two sentences, or nothing) followed by a closing sentence with the boxed answer. */
export function conclude(rng: Rng, reason: string, answer: string): string {
  return `${reason === '' ? '' : `${reason} `}${pick(rng, closings)} $\\boxed{${answer}}$.`;
}
