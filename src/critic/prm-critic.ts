// A process reward model as a critic: the first step whose score is below the threshold is its first error. Scores and
// threshold stay in the critique, so that curves over all thresholds need no further call.
import type { Solution } from '../records/solution.ts';
import { firstStepBelow } from '../statistics/prm-threshold.ts';
import type { Stage } from '../stream/stage.ts';
import { critiqueStage } from './critique-stage.ts';
import { onlyProbabilities, type StepScorer } from './step-scores.ts';
import { flagsOf } from './votes.ts';

/** Options of `prmStage`: the reward model and the threshold that turns its step scores into a verdict. */
export interface PrmCriticOptions {
  /** Gives the score of each step, from 0 to 1. */
  readonly scorer: StepScorer;
  /** A step with a score below it is wrong; 0 to 1 for probabilities. */
  readonly threshold: number;
  /**
   * The threshold is one of probabilities: scores outside 0 to 1 say nothing beside it, and their critique is
   * `unparsed`. Default false.
   */
  readonly probabilities?: boolean | undefined;
  /** The condition whose records the threshold was chosen on, such as `split=dev`; null if you give the threshold. */
  readonly chosenOn: string | null;
  /** Name of the critic in `critiques`. Default `<model>/prm`. */
  readonly name?: string | undefined;
}

/**
 * A process reward model as a critic: the first step whose score is below the threshold is its first error.
 *
 * @returns A stage that adds an entry to `critiques`, with the scores of the steps.
 */
export function prmStage(options: PrmCriticOptions): Stage<Solution, Solution> {
  const { scorer, threshold, probabilities = false, chosenOn } = options;
  const critic = options.name ?? `${scorer.model}/prm`;
  const protocol = 'first_error';
  const config = {
    critic,
    protocol,
    prm: true,
    votes: 1,
    ...scorer.config,
    threshold,
    threshold_chosen_on: chosenOn,
  };
  return critiqueStage({
    version: 'prm-1',
    config,
    async critique(judged, id, signal) {
      const scored = await scorer.score(judged, id, signal);
      const { status, scores, note, usage } = probabilities ? onlyProbabilities(scored) : scored;
      const first = scores === null ? null : firstStepBelow(scores, threshold);
      const verdict = { status, first_error: first, first_error_strict: first, error_steps: flagsOf(first) };
      return {
        critic,
        protocol,
        ...verdict,
        explanations: null,
        votes: [{ sample: 0, ...verdict, note }],
        agreement: first === null ? null : 1,
        // Kept also where they decide nothing: another threshold may be one of theirs.
        step_scores: scored.scores === null ? null : [...scored.scores],
        threshold,
        threshold_chosen_on: chosenOn,
        model: scorer.model,
        prompt_version: null,
        usage,
      };
    },
  });
}
