// Walks the rated steps of a PRM800K label: a person's own text goes first, then the completion that was chosen; where
// the labeler stopped at an error, the first completion rated -1 is the step. The walk ends where nothing was taken.
import { isRow } from '../storage/rows.ts';
import type { SourceRow } from './adapter.ts';

export interface TrajectoryStep {
  readonly text: string;
  /** -1 wrong, 0 neutral, 1 right, null = not rated. A step that the labeler wrote counts as right. */
  readonly rating: number | null;
  readonly human: boolean;
}

function completionStep(value: unknown): TrajectoryStep | null {
  if (!isRow(value) || typeof value.text !== 'string') return null;
  return { text: value.text, rating: typeof value.rating === 'number' ? value.rating : null, human: false };
}

function takenStep(step: SourceRow, finishReason: unknown): TrajectoryStep | null {
  const { human_completion: human, chosen_completion: chosen } = step;
  const completions: readonly unknown[] = Array.isArray(step.completions) ? step.completions : [];
  if (isRow(human) && typeof human.text === 'string' && human.text.trim() !== '') {
    return { text: human.text, rating: 1, human: true };
  }
  if (typeof chosen === 'number') return completionStep(completions[chosen]);
  if (finishReason !== 'found_error') return null;
  return completionStep(completions.find((completion) => isRow(completion) && completion.rating === -1));
}

export function rebuildTrajectory(label: SourceRow): TrajectoryStep[] {
  const trajectory: TrajectoryStep[] = [];
  const steps: readonly unknown[] = Array.isArray(label.steps) ? label.steps : [];
  for (const step of steps) {
    const taken = isRow(step) ? takenStep(step, label.finish_reason) : null;
    if (taken === null) break;
    trajectory.push(taken);
  }
  return trajectory;
}

/**
 * The wrong steps, 0-based. [] when every step was rated and none is wrong; null when they are unknown: no step, an
 * unrated step before the first wrong one, an error that is not among the steps, or a problem that was given up.
 */
export function errorStepsOf(trajectory: readonly TrajectoryStep[], finishReason: unknown): number[] | null {
  const wrong = trajectory.flatMap(({ rating }, index) => (rating === -1 ? [index] : []));
  const unrated = trajectory.findIndex(({ rating }) => rating === null);
  if (trajectory.length === 0 || finishReason === 'bad_problem') return null;
  if (unrated !== -1 && unrated < (wrong[0] ?? trajectory.length)) return null;
  if (wrong.length === 0 && finishReason === 'found_error') return null;
  return wrong;
}
