// Adds up how long the tests of each file took, for the end of a run.
import { relative } from 'node:path';

/** What a test says when it ends; part of the events of node:test. */
interface EndedTest {
  readonly file?: string | undefined;
  readonly nesting: number;
  readonly details: { readonly duration_ms: number };
}

export interface FileTimes {
  add(test: EndedTest): void;
  /** Lines for a person: the whole, and the ten files that took longest. */
  summary(files: number, seconds: number): string[];
}

export function createFileTimes(): FileTimes {
  const byFile = new Map<string, number>();
  return {
    add({ file, nesting, details }) {
      // The time of a subtest is part of its parent's.
      if (file === undefined || nesting > 0) return;
      const path = relative('.', file);
      byFile.set(path, (byFile.get(path) ?? 0) + details.duration_ms / 1000);
    },
    summary(files, seconds) {
      const slowest = [...byFile].sort(([, a], [, b]) => b - a).slice(0, 10);
      return [
        `wall time ${seconds.toFixed(1)} s for ${files} files`,
        'slowest files, in seconds of their tests:',
        ...slowest.map(([file, taken]) => `${taken.toFixed(1).padStart(6)}  ${file}`),
      ];
    },
  };
}
