// Conditions behind an answer: $f(x) = ax + b$, where $a > 0$ and $b$ is whole. What they say is not the answer.
import type { Searched } from './searched.ts';

const words = /\b(?:where|such that|for (?:all|any|every|each|some|arbitrary))\b/i;
/** A sentence ends here, or comes to its point. */
const sentenceEnd =
  /[.!?]\s|\n|\b(?:so|thus|hence|therefore|giving|gives?|we|then|yields?|answer|equals?|get|which)\b/i;
const maxEnvironments = 300;
const maxGap = 300;

interface Range {
  readonly start: number;
  readonly end: number;
}

/** The parts of a text, from such words behind a formula to the end of their sentence. */
export function conditionsOf(source: Searched): readonly Range[] {
  const { text } = source;
  const environments = source.environments().slice(-maxEnvironments);
  const result: Range[] = [];
  for (const [k, environment] of environments.entries()) {
    const next = environments[k + 1];
    const open = result[result.length - 1];
    if (open !== undefined && environment.end <= open.end) continue;
    const gap = text.slice(environment.end, Math.min(next?.start ?? text.length, environment.end + maxGap));
    const stop = sentenceEnd.exec(gap)?.index ?? gap.length;
    const found = words.exec(gap.slice(0, stop));
    if (found !== null && next !== undefined && stop === gap.length)
      result.push({ start: environment.end + found.index, end: endFrom(text, next.end) });
  }
  return result;
}

function endFrom(text: string, from: number): number {
  const found = sentenceEnd.exec(text.slice(from, from + maxGap));
  return found === null ? text.length : from + found.index;
}
