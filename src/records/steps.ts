// Step numbers: 0-based in data, 1-based in DeltaBench-style prompts and on screen. Only these two convert.

export function toStepNumber(index: number): number {
  return index + 1;
}

export function toStepIndex(number: number): number {
  return number - 1;
}

/**
 * The 0-based index at which the last third of `count` steps begins: step floor(2n/3)+1, counted from 1.
 * This is the one definition of "late" used everywhere. Null for a solution without steps.
 */
export function lateStart(count: number): number | null {
  return count < 1 ? null : Math.floor((2 * count) / 3);
}
