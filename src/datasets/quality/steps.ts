// Checks on the number of steps and on their lengths.
import { type Candidate, type Check, stepsOf } from './check.ts';

export function minSteps(least: number): Check {
  return {
    name: 'min-steps',
    reason: (record) => (stepsOf(record).length < least ? `fewer than ${least} steps` : null),
  };
}

export function maxSteps(max: number): Check {
  return {
    name: 'max-steps',
    reason: (record) => (stepsOf(record).length > max ? `more than ${max} steps` : null),
  };
}

/** Lengths in characters (UTF-16 code units) of the steps without white space around them, ascending. */
function lengthsOf(record: Candidate): number[] {
  return stepsOf(record)
    .map((step) => step.trim().length)
    .sort((a, b) => a - b);
}

export function minStepChars(least: number): Check {
  return {
    name: 'min-step-chars',
    reason: (record) =>
      (lengthsOf(record)[0] ?? least) < least ? `a step of fewer than ${least} characters` : null,
  };
}

export function maxStepChars(max: number): Check {
  return {
    name: 'max-step-chars',
    reason: (record) =>
      (lengthsOf(record).at(-1) ?? 0) > max ? `a step of more than ${max} characters` : null,
  };
}

/** The longest step is at most `most` times as long as the median one: a step that holds half of the solution. */
export function maxStepRatio(max: number): Check {
  return {
    name: 'max-step-ratio',
    reason(record) {
      const lengths = lengthsOf(record);
      const median = lengths[Math.floor(lengths.length / 2)] ?? 0;
      return (lengths.at(-1) ?? 0) > max * Math.max(median, 1)
        ? `a step over ${max} times the median length`
        : null;
    },
  };
}
