// Counts outcomes as records go by and says them in one line. It changes no record.

export interface OutcomeCount {
  add(outcome: string): void;
  /** `1200 equal (96.0 %), 40 different (3.2 %), 10 unparsed (0.8 %), 0 undecided`; empty before the first. */
  line(): string;
}

/** `known`: the outcomes that are said even where there is none of them, in this order. */
export function outcomeCount(known: readonly string[]): OutcomeCount {
  const counts = new Map(known.map((outcome) => [outcome, 0]));
  return {
    add: (outcome) => void counts.set(outcome, (counts.get(outcome) ?? 0) + 1),
    line() {
      const all = [...counts.values()].reduce((sum, count) => sum + count, 0);
      if (all === 0) return '';
      return [...counts]
        .map(
          ([outcome, count]) =>
            `${count} ${outcome}${count === 0 ? '' : ` (${((100 * count) / all).toFixed(1)} %)`}`,
        )
        .join(', ');
    },
  };
}
