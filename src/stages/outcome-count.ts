// Counts outcomes as records go by and gives them in one line. It changes no record.
import type { Row } from '../storage/rows.ts';
import type { Observer } from './define.ts';

/**
 * `known`: the outcomes that are named even where there is none of them, in this order. The summary is a line such as
 * `1200 equal (96.0 %), 40 different (3.2 %), 10 unparsed (0.8 %), 0 undecided`; none where no record came by.
 */
export function outcomeCount(known: readonly string[], outcomeOf: (row: Row) => string): Observer {
  const counts = new Map(known.map((outcome) => [outcome, 0]));
  return {
    add(row) {
      const outcome = outcomeOf(row);
      counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
    },
    summary() {
      const all = [...counts.values()].reduce((sum, count) => sum + count, 0);
      if (all === 0) return [];
      const parts = [...counts].map(([outcome, count]) => {
        const share = count === 0 ? '' : ` (${((100 * count) / all).toFixed(1)} %)`;
        return `${count} ${outcome}${share}`;
      });
      return [parts.join(', ')];
    },
  };
}
