// The critiques of a record, as critics of every kind add to them.
import type { Critique } from '../records/critique.ts';
import type { Solution } from '../records/solution.ts';

/** False for an injection that was rejected or failed: nothing is known about such a record, and no critic is asked. */
export function isToBeJudged({ injection }: Solution): boolean {
  return injection?.status !== 'rejected' && injection?.status !== 'failed';
}

/** The same critic again replaces its entry where it stands; a new one goes to the end. */
export function withCritique(earlier: readonly Critique[], critique: Critique): Critique[] {
  const place = earlier.findIndex(({ critic }) => critic === critique.critic);
  if (place === -1) return [...earlier, critique];
  return earlier
    .map((known, at) => (at === place ? critique : known))
    .filter((known, at) => at === place || known.critic !== critique.critic);
}
