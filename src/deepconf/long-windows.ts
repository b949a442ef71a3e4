// Windows that are longer than every trace of a pool: what is computed with them is of whole traces, which tables do not show.
import { formatCount } from '../report/format.ts';
import type { ProblemTraces } from './problem-traces.ts';

export interface WindowWatch {
  look(problem: Pick<ProblemTraces, 'tokens'>): void;
  /** At the end: says which windows no trace fills. */
  tell(): void;
}

/** `windows`: tokens; shares of a trace, below 1, fit every trace. */
export function createWindowWatch(
  windows: readonly number[],
  say: (line: string) => void = () => {},
): WindowWatch {
  let longest = 0;
  return {
    look({ tokens }) {
      for (const count of tokens) if (count > longest) longest = count;
    },
    tell() {
      const beyond = [...new Set(windows)].filter((window) => window > longest);
      if (longest === 0 || beyond.length === 0) return;
      const asked = beyond.map(formatCount).join(', ');
      say(
        `no trace has ${asked} tokens (the longest has ${formatCount(longest)}): a window that long is the whole trace`,
      );
    },
  };
}
