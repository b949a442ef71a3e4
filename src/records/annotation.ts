// One line of an annotation file: a person's decision about a record. A later line of the same annotator about the same
// thing replaces the earlier one; an empty line withdraws it. Nothing here reads or writes files.
import { z } from 'zod';

export const annotationKinds = ['decision', 'comment', 'natural_error', 'critique'] as const;
export const decisions = ['yes', 'maybe', 'no'] as const;
export type Decision = (typeof decisions)[number];

const step = z.int().nonnegative();
const text = z.string().max(20_000);

export const annotationSchema = z.looseObject({
  record_id: z.string().min(1).max(1000),
  /** `recordHash` (record-hash.ts) of the record as it was judged. */
  record_hash: z.string().max(64).nullish(),
  annotator: z.string().min(1).max(64),
  kind: z.enum(annotationKinds),
  decision: z.enum(decisions).nullish(),
  /** 0-based, -1 = the solution is correct. */
  first_error: z.int().min(-1).nullish(),
  /** Later steps that are wrong only because of the first error, 0-based. */
  propagated_steps: z.array(step).max(10_000).nullish(),
  /** Where a manual injection is to go, 0-based. */
  target_step: step.nullish(),
  error_type: z.string().max(100).nullish(),
  comment: text.nullish(),
  /** The critique that is judged, by its critic. */
  critic: z.string().max(500).nullish(),
  step_right: z.boolean().nullish(),
  explanation_right: z.boolean().nullish(),
  /** Time spent on the record, in seconds. */
  seconds: z.number().nonnegative().nullish(),
  at: z.string().max(40).nullish(),
  /** Whether label, injection and critics were out of sight when this was decided; absent in files of earlier versions. */
  blind: z.boolean().nullish(),
  /** Identifies the operation that wrote the line: sent again, it is not written again. */
  operation: z.string().max(64).nullish(),
  /** The version (annotation-version.ts) that this one replaces; null where there was none. */
  based_on: z.string().max(64).nullish(),
  /** Who settled a dispute, in lines of the referee. */
  by: z.string().max(64).nullish(),
});
export type Annotation = z.infer<typeof annotationSchema>;

/** Annotations with the same key replace one another. */
export function annotationKey({ annotator, record_id, kind, critic }: Annotation): string {
  return JSON.stringify([annotator, record_id, kind, kind === 'critique' ? (critic ?? null) : null]);
}

/** True for a line that withdraws an earlier one. */
export function saysNothing(annotation: Annotation): boolean {
  const { decision, first_error, propagated_steps, target_step, error_type, comment } = annotation;
  const { step_right, explanation_right } = annotation;
  const reported = [decision, first_error, target_step, error_type, step_right, explanation_right];
  const texts = (comment ?? '').trim() !== '' || (propagated_steps ?? []).length > 0;
  return !texts && reported.every((value) => value == null);
}
