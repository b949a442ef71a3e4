// What counts as right in the sampler's world. The simulation solves nothing: the "right" answer to a problem is a
// number made from the simulator's seed and the prompt, so that voting has something to find.
import { seedFrom } from '../../statistics/random.ts';

/** 0 to 999, fixed by the simulator's seed and the text of the user's last message. */
export function rightAnswer(simulatorSeed: number, prompt: string): number {
  return seedFrom('right answer', simulatorSeed, prompt) % 1000;
}

/** Popular wrong answers, likeliest first: different from the right one and from each other. */
export function wrongAnswers(simulatorSeed: number, prompt: string): readonly number[] {
  const right = rightAnswer(simulatorSeed, prompt);
  const stride = 1 + (seedFrom('wrong answers', simulatorSeed, prompt) % 199);
  return [1, 2, 3, 4].map((times) => (right + times * stride) % 1000);
}
