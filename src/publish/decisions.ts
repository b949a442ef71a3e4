// What people decided about records: yes, maybe or no, from annotation files. The last word of each annotator on each
// record counts, and only on the solution that the annotator saw.
import { z } from 'zod';
import { readInput } from '../storage/input.ts';

const decisionSchema = z.looseObject({
  record_id: z.string().min(1),
  record_hash: z.string().nullish(),
  annotator: z.string().nullish(),
  kind: z.literal('decision'),
  decision: z.enum(['yes', 'maybe', 'no']).nullish(),
  at: z.string().nullish(),
});

export interface Verdict {
  readonly annotator: string;
  readonly decision: 'yes' | 'maybe' | 'no';
  /** `recordHash` of the solution that was judged; null where the annotation does not say. */
  readonly hash: string | null;
}

export interface Decisions {
  /** By record id; annotators in the order of their names. */
  readonly byRecord: ReadonlyMap<string, readonly Verdict[]>;
  /** Lines that cannot be read. */
  readonly bad: number;
}

/** Holds one short entry for each annotator and record. A line without a decision takes an earlier one back. */
export async function readDecisions(paths: readonly string[]): Promise<Decisions> {
  const given = new Map<string, Map<string, Verdict | null>>();
  let bad = 0;
  const onBad = (): void => {
    bad += 1;
  };
  for (const path of paths) {
    for await (const rows of readInput(path, { onBad })) {
      for (const row of rows) {
        if (row.kind !== undefined && row.kind !== 'decision') continue;
        const parsed = decisionSchema.safeParse(row);
        if (!parsed.success) {
          bad += 1;
          continue;
        }
        const { record_id, annotator, decision, record_hash } = parsed.data;
        const who = annotator ?? 'not named';
        const about = given.get(record_id) ?? new Map<string, Verdict | null>();
        given.set(record_id, about);
        about.set(who, decision == null ? null : { annotator: who, decision, hash: record_hash ?? null });
      }
    }
  }
  const byRecord = new Map<string, readonly Verdict[]>();
  for (const [id, about] of given) {
    const verdicts = [...about.values()]
      .filter((verdict) => verdict !== null)
      .sort((a, b) => (a.annotator < b.annotator ? -1 : 1));
    if (verdicts.length > 0) byRecord.set(id, verdicts);
  }
  return { byRecord, bad };
}

/** The verdicts on this very solution; others were made on an earlier one. */
export function verdictsOn(decisions: Decisions, id: string, hash: string): readonly Verdict[] {
  return (decisions.byRecord.get(id) ?? []).filter(
    (verdict) => verdict.hash === null || verdict.hash === hash,
  );
}

/** What follows from them: more noes than yeses keep a record out; without a yes a person has not let it in. */
export function outcomeOf(verdicts: readonly Verdict[]): 'in' | 'out' | 'open' {
  const count = (decision: Verdict['decision']): number =>
    verdicts.filter((verdict) => verdict.decision === decision).length;
  if (count('no') > count('yes')) return 'out';
  return count('yes') > count('no') ? 'in' : 'open';
}
