// Conditions behind an answer: $f(x) = ax + b$, where $a > 0$ and $b$ is whole. What they say is not the answer.
import type { Searched } from './searched.ts';

/** Right behind an equation these words begin its conditions; "so f increases for all x > 2" is a statement of its own. */
const beginning = /^[\s,;]*(?:where|such that|for (?:all|any|every|each|some|arbitrary))\b/i;
/** As `beginning`, before a formula that says what a letter runs through: $f(n)=2n$ for $n\in\mathbb{N}$, or ($n\ge 1$). */
const bracketed = /^[\s,;]*(?:for|with|\()\s*$/i;
const membership = /∈|\\in(?![a-z])/;
/** A sentence ends here, or comes to its point. */
const ending =
  /[.!?:](?:\s|$)|\n|\b(?:so|thus|hence|therefore|giving|gives?|we|then|yields?|answer|equals?|get|which)\b/i;
const letter = /^(?:\p{L}|\\[a-z]+)$/iu;
const comparison = /[<>≤≥≠∈]|\\(?:lt|gt|leq?|geq?|neq?|in)(?![a-z])/;
/** An equation behind these words is a condition too, unless it says what a letter is. */
const qualifying = /\b(?:with|satisfying|such that)\s*$/i;
const assignment = /^\p{L}\s*=/u;
const maxEnvironments = 300;
const maxGap = 300;

interface Range {
  readonly start: number;
  readonly end: number;
}

/** The parts of a text, from such words to the end of the last formula that belongs to them. */
export function conditionsOf(source: Searched): readonly Range[] {
  const formulas = source.environments().slice(-maxEnvironments);
  /** What stands between a formula and the one before it. */
  const gapBefore = (k: number): string => {
    const from = formulas[k - 1]!.end;
    return source.text.slice(from, Math.min(formulas[k]!.start, from + maxGap));
  };
  const isCondition = (k: number): boolean => {
    const content = formulas[k]!.content.trim();
    if (content.includes('=')) return !assignment.test(content) && qualifying.test(gapBefore(k));
    return letter.test(content) || comparison.test(content);
  };
  const result: Range[] = [];
  for (let k = 1; k < formulas.length; k += 1) {
    const { content, end: start } = formulas[k - 1]!;
    const gap = gapBefore(k);
    const begins = beginning.test(gap) || (bracketed.test(gap) && membership.test(formulas[k]!.content));
    if (!content.includes('=') || !begins) continue;
    const first = k;
    while (k < formulas.length && !ending.test(gapBefore(k)) && isCondition(k)) k += 1;
    if (k > first) result.push({ start, end: formulas[k - 1]!.end });
  }
  return result;
}
