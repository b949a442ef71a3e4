// Means over problems, each counting the same.
import type { Accuracies } from './evaluation-types.ts';
import { RunningMean } from './running-mean.ts';

/** The mean of what is known; null where nothing is. */
export function meanOfKnown(values: readonly (number | null)[]): number | null {
  const mean = new RunningMean();
  for (const value of values) mean.add(value);
  return mean.mean();
}

/** Means by name, of one problem after the other; methods that a problem has no vote of do not count it. */
export class MeanAccuracies {
  readonly #means = new Map<string, RunningMean>();

  add(accuracies: Accuracies): void {
    for (const [name, accuracy] of Object.entries(accuracies)) {
      const known = this.#means.get(name) ?? new RunningMean();
      this.#means.set(name, known);
      known.add(accuracy);
    }
  }

  means(): Accuracies {
    return Object.fromEntries([...this.#means].map(([name, mean]) => [name, mean.mean()]));
  }
}

export function meanAccuracies(problems: readonly Accuracies[]): Accuracies {
  const means = new MeanAccuracies();
  for (const accuracies of problems) means.add(accuracies);
  return means.means();
}
