// What `latebench inject` counts as records come by: for its progress line and its summary.

import { createYields } from '../../inject/yields.ts';
import type { InjectionFacts, InjectionYield } from '../../records/injection-yield.ts';
import type { Solution } from '../../records/solution.ts';
import { formatCount, formatCounted } from '../../report/format.ts';
import { wrapped } from '../../report/wrap-columns.ts';

export interface InjectCounts {
  add(record: Solution): void;
  /** `181 accepted, 12 rejected (consistent 8, shape 4), 0 failed, 7 clean`. */
  line(): string;
  /** Accepted + rejected + failed + clean + untouched = all, and the yields. */
  summary(): string[];
  /** For the manifest. */
  yields(): InjectionFacts['yields'];
}

/** `boundary 3 of 4 (attempts rejected: no_leak 2); converse 5 of 5`: accepted of the solutions asked about. */
function yieldText(rows: readonly InjectionYield[]): string {
  return rows
    .map(({ type, accepted, rejected, failed, turned_down }) => {
      const why = byCount(Object.entries(turned_down)).join(', ');
      const text = `${type} ${formatCount(accepted)} of ${formatCount(accepted + rejected + failed)}`;
      return why === '' ? text : `${text} (attempts rejected: ${why})`;
    })
    .join('; ');
}

function byCount(counts: Iterable<readonly [name: string, count: number]>): string[] {
  return [...counts]
    .sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
    .map(([name, count]) => `${name} ${formatCount(count)}`);
}

export function createInjectCounts(): InjectCounts {
  const counts = { accepted: 0, rejected: 0, failed: 0, clean: 0, untouched: 0 };
  const reasons = new Map<string, number>();
  let verified = 0;
  let asked = 0;
  const yields = createYields();

  const because = (): string => byCount(reasons).join(', ');

  return {
    add({ injection }) {
      const status = injection?.status ?? 'untouched';
      counts[status] += 1;
      yields.add(injection);
      if (injection?.verification != null) {
        asked += 1;
        if (status === 'accepted') verified += 1;
      }
      if (status !== 'rejected') return;
      const first = Object.entries(injection?.gate ?? {}).find(([, { ok }]) => !ok)?.[0] ?? 'unknown';
      reasons.set(first, (reasons.get(first) ?? 0) + 1);
    },
    line() {
      const why = reasons.size === 0 ? '' : ` (${because()})`;
      const { accepted, rejected, failed, clean } = counts;
      return `${formatCount(accepted)} accepted, ${formatCount(rejected)} rejected${why}, ${formatCount(failed)} failed, ${formatCount(clean)} clean`;
    },
    summary() {
      const all = Object.values(counts).reduce((sum, count) => sum + count, 0);
      const parts = Object.entries(counts).map(([name, count]) => `${formatCount(count)} ${name}`);
      const lines = [`${parts.join(' + ')} = ${formatCounted(all, 'record')}`];
      if (reasons.size > 0) lines.push(`rejected by: ${because()}`);
      if (asked > 0) lines.push(`verification: ${formatCount(verified)} of ${formatCount(asked)} agreed`);
      const rows = yields.rows();
      for (const model of new Set(rows.map((row) => row.model)))
        lines.push(
          `by type (${model ?? 'model not stated'}): ${yieldText(rows.filter((row) => row.model === model))}`,
        );
      return lines.flatMap((line) => wrapped(line, 76));
    },
    yields: yields.rows,
  };
}
