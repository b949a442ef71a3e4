// What people decided about records: yes, maybe or no, from annotation files. The last word of each annotator on each
// record counts, and only on the solution that the annotator saw. What a line may say is the annotation record's matter.
import type { Decision } from '../records/annotation.ts';
import { readAnnotations } from '../storage/annotations.ts';
import { linesOfSpecFile, type SpecPlace } from './spec-files.ts';

export interface Verdict {
  readonly annotator: string;
  readonly decision: Decision;
  /** `recordHash` of the solution that was judged; null where the annotation does not say. */
  readonly hash: string | null;
}

export interface Decisions {
  /** By record id; annotators in the order of their names. */
  readonly byRecord: ReadonlyMap<string, readonly Verdict[]>;
  /** Lines that cannot be read, as `file:line: reason`. */
  readonly bad: readonly string[];
}

/** Holds one short entry for each annotator and record. */
export async function readDecisions(files: readonly string[], place: SpecPlace): Promise<Decisions> {
  const { annotations, bad } = await readAnnotations(files, (file) => linesOfSpecFile(place, file));
  const byRecord = new Map<string, Verdict[]>();
  for (const { kind, record_id, annotator, decision, record_hash } of annotations) {
    if (kind !== 'decision' || decision == null) continue;
    const verdicts = byRecord.get(record_id) ?? [];
    verdicts.push({ annotator, decision, hash: record_hash ?? null });
    byRecord.set(record_id, verdicts);
  }
  for (const verdicts of byRecord.values()) verdicts.sort((a, b) => (a.annotator < b.annotator ? -1 : 1));
  return { byRecord, bad };
}

/** The verdicts on this very solution; others were made on an earlier one. */
export function verdictsOn(decisions: Decisions, id: string, hash: string): readonly Verdict[] {
  return (decisions.byRecord.get(id) ?? []).filter(
    (verdict) => verdict.hash === null || verdict.hash === hash,
  );
}

/** What follows from them: more noes than yeses keep a record out; without a yes a person has not let it in. */
export function outcomeOf(verdicts: readonly Pick<Verdict, 'decision'>[]): 'in' | 'out' | 'open' {
  const count = (decision: Decision): number =>
    verdicts.filter((verdict) => verdict.decision === decision).length;
  if (count('no') > count('yes')) return 'out';
  return count('yes') > count('no') ? 'in' : 'open';
}
