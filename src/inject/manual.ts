// Manual requests: comments and target steps from annotations, by record. Of several annotators' comments on one
// record, the last one counts.
import { z } from 'zod';
import { firstIssue } from '../records/issue-text.ts';

const commentSchema = z.looseObject({
  record_id: z.string().min(1),
  kind: z.literal('comment'),
  annotator: z.string().nullish(),
  comment: z.string().nullish(),
  /** 0-based. */
  target_step: z.int().nonnegative().nullish(),
  at: z.string().nullish(),
});

export interface ManualRequest {
  readonly comment: string | null;
  /** 0-based. */
  readonly step: number | null;
}

export interface ManualRequests {
  readonly byRecord: ReadonlyMap<string, ManualRequest>;
  /** Records on which several annotators commented. */
  readonly contested: readonly string[];
  /** Rows of other kinds, which say nothing about an injection. */
  readonly passed: number;
  /** Comments that cannot be read, by their place in the file, from 1, and why. */
  readonly bad: readonly string[];
}

interface Given extends ManualRequest {
  readonly annotator: string;
  readonly at: string | null;
}

/** A later time wins; without times, the later row. An empty comment without a step takes an earlier one back. */
export function readManualRequests(rows: Iterable<object>): ManualRequests {
  const given = new Map<string, Given>();
  const annotators = new Map<string, Set<string>>();
  const bad: string[] = [];
  let passed = 0;
  let row = 0;
  for (const value of rows) {
    row += 1;
    if ('kind' in value && value.kind !== 'comment') {
      passed += 1;
      continue;
    }
    const parsed = commentSchema.safeParse(value);
    if (!parsed.success) {
      bad.push(`row ${row}: ${firstIssue(parsed.error, value, 'annotation')}`);
      continue;
    }
    const { record_id, annotator, comment, target_step, at } = parsed.data;
    const who = annotator ?? '';
    annotators.set(record_id, (annotators.get(record_id) ?? new Set()).add(who));
    const known = given.get(record_id);
    if (known?.at != null && at != null && at < known.at) continue;
    given.set(record_id, {
      comment: comment?.trim() || null,
      step: target_step ?? null,
      annotator: who,
      at: at ?? null,
    });
  }
  const requested = [...given].filter(([, { comment, step }]) => comment !== null || step !== null);
  return {
    byRecord: new Map(requested.map(([id, { comment, step }]) => [id, { comment, step }])),
    contested: [...annotators].flatMap(([id, names]) => (names.size > 1 ? [id] : [])),
    passed,
    bad,
  };
}
