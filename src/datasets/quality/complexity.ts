// A score from 0 to 10 for how much there is to a solution: a rule of thumb to order and cut a collection by, made of
// what can be counted. It says nothing about how hard a problem is for anybody.
import { type Candidate, type Check, stepsOf } from './check.ts';

const reasoning =
  /\b(?:case|cases|suppose|assume|contradiction|induction|without loss of generality|lemma|claim|theorem|if and only if|conversely|necessary|sufficient|at least|at most|pigeonhole|invariant|bijection|modulo|divisib\w+|convex|monotonic\w*)\b/gi;

function depthOf(text: string): number {
  let depth = 0;
  let deepest = 0;
  for (const [brace] of text.replace(/\\./gs, '').matchAll(/[{}]/g)) {
    depth = Math.max(0, depth + (brace === '{' ? 1 : -1));
    deepest = Math.max(deepest, depth);
  }
  return deepest;
}

/** `value` over `full`, at most 1. */
function share(value: number, full: number): number {
  return Math.min(value / full, 1);
}

/**
 * 3 points for steps (30 and more), 2 for length (600 words), 2 for different LaTeX commands (20), 2 for words of
 * reasoning (8 different ones), 1 for nesting (braces 5 deep).
 */
export function complexityOf(record: Candidate): number {
  const steps = stepsOf(record);
  const text = steps.join('\n');
  const words = text.match(/\S+/g)?.length ?? 0;
  const commands = new Set(text.match(/\\[a-zA-Z]+/g));
  const kinds = new Set(text.match(reasoning)?.map((word) => word.toLowerCase()));
  return (
    3 * share(steps.length, 30) +
    2 * share(words, 600) +
    2 * share(commands.size, 20) +
    2 * share(kinds.size, 8) +
    share(depthOf(text), 5)
  );
}

export function minComplexity(least: number): Check {
  return {
    name: 'min-complexity',
    reason: (record) => (complexityOf(record) < least ? `complexity below ${least}` : null),
  };
}

export function maxComplexity(max: number): Check {
  return {
    name: 'max-complexity',
    reason: (record) => (complexityOf(record) > max ? `complexity above ${max}` : null),
  };
}
