// Which steps seem to need understanding rather than calculation, from their words: a hint for the injector, no more.
import type { Region } from './region.ts';

const reasoning =
  /\b(?:since|because|therefore|hence|thus|so that|implies?|if and only if|suppose|assume|case|cases|theorem|lemma|by symmetry|exactly|at least|at most|for all|for every|for any|there (?:is|are|exists?)|must|only if|independent|condition|let|denote|property|similar|parallel|perpendicular|divisible|induction|choose|arrange|overlap|both|either|neither|distinct|unique)\b|\\implies|\\iff|\\forall|\\exists|\\binom|\\equiv|\\leq?|\\geq?|<|>/gi;
const conclusion = /\\boxed|final answer|the answer is/i;

/** Words of reasoning in the step, fewer where all it does is to state the answer. */
function depth(text: string): number {
  const found = text.match(reasoning)?.length ?? 0;
  return conclusion.test(text) ? found - 2 : found;
}

/** The deepest steps of the region, 0-based, ascending: at most half of it; none when all are equally deep. */
export function deepSteps(steps: readonly string[], { from, to }: Region): number[] {
  const scored = Array.from({ length: to - from + 1 }, (_, at) => ({
    at: from + at,
    depth: depth(steps[from + at] ?? ''),
  }));
  const max = Math.floor(scored.length / 2);
  return scored
    .filter((step) => step.depth > 0)
    .sort((a, b) => b.depth - a.depth || a.at - b.at)
    .slice(0, max)
    .map(({ at }) => at)
    .sort((a, b) => a - b);
}
