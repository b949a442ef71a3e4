// The simulated process reward model: one score a step, low where an equation that it can read does not hold. Nothing
// else moves it but a seeded generator, so scores of good and bad steps overlap as real ones do.
import { checkEquations } from '../../mathverify/index.ts';
import { mulberry32, seedFrom } from '../../statistics/random.ts';

export const rewardModel = 'latebench-sim/prm';

/** Appended to each step, as in Qwen's process reward models. */
const stepEnd = '<extra_0>';

/** The probability that each step is right, in the order of the steps. What follows the last mark is no step. */
export function stepRewards(seed: number, solution: string): number[] {
  return solution
    .split(stepEnd)
    .slice(0, -1)
    .map((step, index, all) => {
      const rng = mulberry32(seedFrom(seed, 'reward', all.slice(0, index + 1).join(stepEnd)));
      const holds = checkEquations(step, { roundingTolerant: true }).every((equation) => equation.holds);
      const noise = rng();
      return holds ? 1 - 0.6 * noise * noise : 0.6 * noise;
    });
}
