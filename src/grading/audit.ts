// Compares two graders over the same pairs: how often they agree, and of what kinds their disagreements are.
import { extractCase, type Judgement } from '../mathverify/index.ts';
import type { OtherVerdict } from './other-verdict.ts';
import type { Pair } from './worker-protocol.ts';

/** A pair on which the graders disagree; numbered from 1 in the order of the pairs. */
export interface Disagreement {
  readonly pair: number;
  readonly gold: string;
  readonly pred: string;
  readonly reason: string;
}

/** Disagreements of one kind. */
export interface DisagreementKind {
  /** The verdict here, and that of the other grader. */
  readonly here: Judgement['verdict'];
  readonly other: OtherVerdict;
  /** How the verdict here was reached. */
  readonly method: Judgement['method'];
  /** What sort of answer the gold answer is (`number`, `set`, …); `none` where nothing was read. */
  readonly answer: string;
  readonly count: number;
  /** The first ones. */
  readonly examples: readonly Disagreement[];
}

export interface AuditReport {
  readonly pairs: number;
  /** Both say equal, or neither does. */
  readonly agreed: number;
  /** Pairs by verdict here, then by verdict there. */
  readonly table: Readonly<Record<string, Readonly<Record<string, number>>>>;
  /** The most frequent first. */
  readonly disagreements: readonly DisagreementKind[];
}

export interface Audit {
  /** True when the graders disagree: one says equal, the other does not. */
  add(pair: Pair, here: Judgement, other: OtherVerdict): boolean;
  report(): AuditReport;
}

const keptExamples = 3;

function textOf(value: unknown): string {
  return value === null || value === undefined ? '' : String(value);
}

/** `goldKey`, `predKey`: fields of the pairs. */
export function createAudit({
  goldKey,
  predKey,
}: {
  readonly goldKey: string;
  readonly predKey: string;
}): Audit {
  const kinds = new Map<string, DisagreementKind & { count: number; examples: Disagreement[] }>();
  const table: Record<string, Record<string, number>> = {};
  let pairs = 0;
  let agreed = 0;
  return {
    add(pair, { verdict: here, method, reason, equal }, other) {
      pairs += 1;
      table[here] ??= {};
      table[here][other] = (table[here][other] ?? 0) + 1;
      if (equal === (other === 'equal')) {
        agreed += 1;
        return false;
      }
      const answer = extractCase({ text: textOf(pair[goldKey]) }).kinds[0] ?? 'none';
      const key = JSON.stringify([here, other, method, answer]);
      const kind = kinds.get(key) ?? { here, other, method, answer, count: 0, examples: [] };
      kinds.set(key, kind);
      kind.count += 1;
      if (kind.examples.length < keptExamples) {
        kind.examples.push({ pair: pairs, gold: textOf(pair[goldKey]), pred: textOf(pair[predKey]), reason });
      }
      return true;
    },
    report() {
      const disagreements = [...kinds.values()].sort((a, b) => b.count - a.count);
      return { pairs, agreed, table, disagreements };
    },
  };
}
