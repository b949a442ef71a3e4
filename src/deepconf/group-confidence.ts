// Group confidence: the mean token confidence of a window that slides over the trace, and the smallest of those means.
import type { Edge } from './score-settings.ts';

/** How many groups a trace of `n` usable tokens has. */
export function groupCount(n: number, window: number, edge: Edge): number {
  return edge === 'partial' || n === 0 ? n : Math.max(1, n - window + 1);
}

/**
 * Writes the group means into `groups` and returns how many there are. `prefix[i]` is the sum of the first i values,
 * n + 1 of them. Full: one group for each whole window, or the whole trace where it is shorter. Partial: one group for
 * each token, from the tokens up to and with it, at most `window` (DeepConf, eq. 4).
 */
export function groupMeans(
  prefix: Float64Array,
  { n, window, edge }: { n: number; window: number; edge: Edge },
  groups: Float64Array,
): number {
  const count = groupCount(n, window, edge);
  const first = n - count + 1;
  for (let at = 0; at < count; at += 1) {
    const end = first + at;
    const start = Math.max(0, end - window);
    groups[at] = (prefix[end]! - prefix[start]!) / (end - start);
  }
  return count;
}
