// What `latebench judge` counts: how many explanations match, and how many critiques it had nothing to ask about.
import type { Critique } from '../../records/critique.ts';
import { formatCount } from '../../report/format.ts';
import type { Row } from '../../storage/rows.ts';

export interface JudgeCounts {
  add(record: Row): void;
  /** `40 judged: 25 yes, 5 partly, 10 no, 0 unparsed, 0 failed; 12 critiques not judged`. */
  line(): string;
}

export function createJudgeCounts(critic: string | undefined): JudgeCounts {
  const counts = { yes: 0, partly: 0, no: 0, unparsed: 0, failed: 0 };
  let others = 0;
  return {
    add({ critiques }) {
      for (const { critic: name, judge } of (critiques ?? []) as readonly Critique[]) {
        if (critic !== undefined && name !== critic) continue;
        if (judge == null) others += 1;
        else if (judge.status === 'ok') counts[judge.match ?? 'unparsed'] += 1;
        else counts[judge.status] += 1;
      }
    },
    line() {
      const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
      const parts = Object.entries(counts).map(([name, count]) => `${formatCount(count)} ${name}`);
      const rest = `${formatCount(others)} critiques not judged (other step, no explanation, or no annotated reason)`;
      return `${formatCount(total)} judged: ${parts.join(', ')}; ${rest}`;
    },
  };
}
