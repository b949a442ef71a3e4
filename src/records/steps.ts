// Step numbers: 0-based in data, 1-based in DeltaBench-style prompts and on screen. Only these two convert.

export function toStepNumber(index: number): number {
  return index + 1;
}

export function toStepIndex(number: number): number {
  return number - 1;
}

/**
 * The first of steps in any order, -1 where there is none. A record may list any number of them, more than a call takes
 * as arguments.
 */
export function firstStep(steps: readonly number[]): number {
  return steps.reduce((first, step) => (first === -1 || step < first ? step : first), -1);
}

/**
 * The 0-based index at which the last third of `count` steps begins: step floor(2n/3)+1, counted from 1.
 * This is the one definition of "late" used everywhere. Null for a solution without steps.
 */
export function lateStart(count: number): number | null {
  return count < 1 ? null : Math.floor((2 * count) / 3);
}
