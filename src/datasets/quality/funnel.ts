// Counts, check by check, what came in, what was dropped and why: the funnel of a filter, as data and as a table.
import type { Candidate, Check } from './check.ts';

export interface FunnelLine {
  readonly check: string;
  readonly seen: number;
  readonly dropped: number;
  readonly kept: number;
  readonly reasons: Readonly<Record<string, number>>;
  readonly note: string | null;
}

export interface Funnel {
  /** Asks the checks in their order; the first reason to drop the record, or null. */
  reason(record: Candidate): string | null;
  /** A check asks an endpoint: the record has to be asked about with `reasonInTurn`. */
  readonly waits: boolean;
  /**
   * As `reason`. Checks behind the one that asks an endpoint see the records in the order of the calls of this function,
   * whenever replies come, so that the same input gives the same output.
   */
  reasonInTurn(record: Candidate, signal: AbortSignal): Promise<string | null>;
  /** Tells every check that the input has ended; throws LB_USAGE for one that no record can meet. */
  end(): void;
  /** One line a check, in the order in which they are asked. */
  lines(): readonly FunnelLine[];
}

export function createFunnel(checks: readonly Check[]): Funnel {
  const counts = checks.map((check) => ({ check, seen: 0, reasons: new Map<string, number>() }));
  const looking = checks.filter(({ look }) => look !== undefined);
  const show = (record: Candidate): void => {
    for (const check of looking) check.look?.(record);
  };
  const reasonOf = (some: typeof counts, record: Candidate): string | null => {
    for (const count of some) {
      count.seen += 1;
      const reason = count.check.reason(record);
      if (reason === null) continue;
      count.reasons.set(reason, (count.reasons.get(reason) ?? 0) + 1);
      return reason;
    }
    return null;
  };
  const asking = counts.findIndex(({ check }) => check.prepare !== undefined);
  const [before, after] = asking === -1 ? [counts, []] : [counts.slice(0, asking), counts.slice(asking)];
  let turn: Promise<void> = Promise.resolve();
  return {
    waits: asking !== -1,
    reason(record) {
      show(record);
      return reasonOf(counts, record);
    },
    async reasonInTurn(record, signal) {
      show(record);
      const reason = reasonOf(before, record);
      if (reason !== null) return reason;
      const earlier = turn;
      let done = (): void => {};
      turn = new Promise((resolve) => {
        done = resolve;
      });
      try {
        await after[0]?.check.prepare?.(record, signal);
        await earlier;
        return reasonOf(after, record);
      } finally {
        // Where the call failed, the next record still waits for those before this one.
        void earlier.then(done);
      }
    },
    end() {
      for (const { check } of counts) check.end?.();
    },
    lines: () =>
      counts.map(({ check, seen, reasons }) => {
        const dropped = [...reasons.values()].reduce((sum, count) => sum + count, 0);
        return {
          check: check.name,
          seen,
          dropped,
          kept: seen - dropped,
          reasons: Object.fromEntries(reasons),
          note: check.note?.() ?? null,
        };
      }),
  };
}

/** Lines for a person: the check, what came in, what stayed, and the reasons. */
export function funnelTable(lines: readonly FunnelLine[]): string[] {
  const width = Math.max(5, ...lines.map(({ check }) => check.length));
  const digits = Math.max(6, ...lines.map(({ seen }) => String(seen).length));
  const row = (check: string, seen: unknown, dropped: unknown, kept: unknown, why: string): string =>
    [check.padEnd(width), ...[seen, dropped, kept].map((cell) => String(cell).padStart(digits)), why]
      .join('  ')
      .trimEnd();
  return [
    row('check', 'in', 'drop', 'out', ''),
    ...lines.map(({ check, seen, dropped, kept, reasons, note }) => {
      const parts = Object.entries(reasons).map(([reason, count]) => `${reason}: ${count}`);
      return row(check, seen, dropped, kept, [...parts, ...(note === null ? [] : [note])].join('; '));
    }),
  ];
}
