// Turns the step scores of a process reward model into a first-error prediction. Choosing the threshold is not
// done here.

/** The first step whose score is strictly below the threshold, 0-based, or -1. Scores are 0 to 1, one a step. */
export function firstStepBelow(scores: readonly number[], threshold: number): number {
  return scores.findIndex((score) => score < threshold);
}
