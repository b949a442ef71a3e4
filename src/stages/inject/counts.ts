// What `latebench inject` counts as records come by: for its progress line and its summary.
import type { Solution } from '../../records/solution.ts';
import { formatCount, formatCounted } from '../../report/format.ts';

export interface InjectCounts {
  add(record: Solution): void;
  /** `181 accepted, 12 rejected (consistent 8, shape 4), 0 failed, 7 clean`. */
  line(): string;
  /** Accepted + rejected + failed + clean + untouched = all, and the yields. */
  summary(): string[];
}

export function createInjectCounts(): InjectCounts {
  const counts = { accepted: 0, rejected: 0, failed: 0, clean: 0, untouched: 0 };
  const reasons = new Map<string, number>();
  let verified = 0;
  let asked = 0;

  const because = (): string =>
    [...reasons]
      .sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
      .map(([name, count]) => `${name} ${formatCount(count)}`)
      .join(', ');

  return {
    add({ injection }) {
      const status = injection?.status ?? 'untouched';
      counts[status] += 1;
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
      return lines;
    },
  };
}
