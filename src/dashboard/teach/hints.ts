// Hints for an exercise: ever fewer steps, each time about half of those before. They say nothing about whether there is an
// error at all, and are the same at every visit.
import type { Hint } from '../api-teach.ts';
import { hashId } from '../records/columns.ts';

/** The last hint leaves this many steps. */
const fewest = 2;

/**
 * @param truth The first erroneous step, 0-based; -1 = none: then the steps that are left are any.
 * @param seed Decides where in its hint the step is.
 */
export function hintsOf(steps: number, truth: number, seed: string): readonly Hint[] {
  const hidden = truth >= 0 ? truth : hashId(seed) % steps;
  const hints: Hint[] = [];
  for (let [from, to] = [0, steps - 1]; to - from + 1 > fewest; ) {
    const left = Math.max(fewest, Math.ceil((to - from + 1) / 2));
    const lowest = Math.max(from, hidden - left + 1);
    const highest = Math.min(hidden, to - left + 1);
    from = lowest + (hashId(`${seed} ${hints.length}`) % (highest - lowest + 1));
    to = from + left - 1;
    hints.push({ from, to });
  }
  return hints;
}
