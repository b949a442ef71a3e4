// Means over problems, each counting the same.
import type { Accuracies } from './evaluation-types.ts';

/** The mean of what is known; null where nothing is. */
export function meanOfKnown(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? null : known.reduce((a, b) => a + b, 0) / known.length;
}

/** By name; methods that a problem has no vote of do not count it. */
export function meanAccuracies(problems: readonly Accuracies[]): Accuracies {
  const names = new Set(problems.flatMap((accuracies) => Object.keys(accuracies)));
  return Object.fromEntries(
    [...names].map((name) => [name, meanOfKnown(problems.map((accuracies) => accuracies[name] ?? null))]),
  );
}
