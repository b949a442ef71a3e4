// What each check of the gate does to a set of pairs: how many it rejects, and how many it alone rejects.

import { gateChecks } from '../../inject/gate/gate.ts';
import { formatCounted } from '../../report/format.ts';
import { textTable } from '../../report/text-table.ts';

type Outcome = Readonly<Record<string, { readonly ok: boolean }>>;

interface CheckCount {
  readonly check: string;
  readonly checked: number;
  readonly rejected: number;
  /** Pairs that meet every other check. */
  readonly alone: number;
}

export interface CheckCounts {
  /** Null: a record without an original. */
  add(outcome: Outcome | null): void;
  result(): {
    pairs: number;
    accepted: number;
    rejected: number;
    without_original: number;
    checks: CheckCount[];
  };
  summary(): string[];
}

export function createCheckCounts(): CheckCounts {
  const checks = new Map<string, { checked: number; rejected: number; alone: number }>();
  const counts = { pairs: 0, accepted: 0, rejected: 0, without_original: 0 };
  const result: CheckCounts['result'] = () => ({
    ...counts,
    checks: gateChecks.flatMap((check) => {
      const tally = checks.get(check);
      return tally === undefined ? [] : [{ check, ...tally }];
    }),
  });
  return {
    add(outcome) {
      if (outcome === null) {
        counts.without_original += 1;
        return;
      }
      const failed = Object.values(outcome).filter(({ ok }) => !ok).length;
      counts.pairs += 1;
      counts[failed === 0 ? 'accepted' : 'rejected'] += 1;
      for (const [name, { ok }] of Object.entries(outcome)) {
        const tally = checks.get(name) ?? { checked: 0, rejected: 0, alone: 0 };
        checks.set(name, tally);
        tally.checked += 1;
        if (ok) continue;
        tally.rejected += 1;
        if (failed === 1) tally.alone += 1;
      }
    },
    result,
    summary() {
      const { pairs, accepted, rejected, without_original: without, checks: rows } = result();
      const more =
        without === 0
          ? ''
          : `; ${formatCounted(without, 'record has', 'records have')} no original and passed unchanged`;
      const columns = [
        { key: 'check', title: 'check', align: 'left' as const },
        { key: 'checked', title: 'checked', align: 'right' as const },
        { key: 'rejected', title: 'rejected', align: 'right' as const },
        { key: 'alone', title: 'by it alone', align: 'right' as const },
      ];
      return [
        `${accepted} of ${pairs} pairs accepted, ${rejected} rejected${more}`,
        ...(rows.length === 0
          ? []
          : textTable({ columns, rows: rows.map((row) => ({ ...row })) })
              .trimEnd()
              .split('\n')),
      ];
    },
  };
}
