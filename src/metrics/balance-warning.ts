// ProcessBench metrics assume about as many erroneous as correct solutions.
import type { ScoreCounts } from '../records/score.ts';

/** The share of erroneous solutions up to which a set counts as balanced, either way. */
const maxBalanced = 0.6;

/** Null for a balanced set, and for a set with one class only, whose metrics are undefined anyway. */
export function balanceWarning({ n, n_error, n_correct }: ScoreCounts): string | null {
  if (n_error === 0 || n_correct === 0) return null;
  const larger = Math.max(n_error, n_correct);
  if (larger / n <= maxBalanced) return null;
  const kind = larger === n_error ? 'erroneous' : 'correct';
  return (
    `${larger} of ${n} solutions (${Math.round((100 * larger) / n)} %) are ${kind}: precision, accuracy and the ` +
    'share of exact answers depend on this balance. `latebench filter --balance` keeps as many of each.'
  );
}
