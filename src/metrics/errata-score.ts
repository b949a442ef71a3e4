// What corrected labels do to the scores of critics: the same critiques by the labels before and after.
import type { ErrataScore, ScoreObject, SubjectScore } from '../records/score.ts';

function metricsOf({
  n_error,
  n_correct,
  processbench,
  intervals,
}: SubjectScore): ErrataScore['critics'][number]['after'] {
  const { error_acc, correct_acc, f1 } = processbench;
  return { n_error, n_correct, error_acc, correct_acc, f1, f1_interval: intervals.f1 ?? null };
}

/** `counts`: records whose label was corrected, and those whose corrections were made on another form of them. */
export function errataScore(
  before: ScoreObject,
  after: ScoreObject,
  counts: { readonly corrected: number; readonly stale: number },
): ErrataScore {
  const byName = new Map(before.critics.map((critic) => [critic.critic, critic]));
  const critics = after.critics.map((critic) => {
    const earlier = byName.get(critic.critic);
    return {
      critic: critic.critic,
      before: earlier === undefined ? null : metricsOf(earlier),
      after: metricsOf(critic),
    };
  });
  return { ...counts, critics };
}
