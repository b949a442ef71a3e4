// Where a user's own rows hold what, as data: a mapping file and the `mapping` of a dataset's source have these fields.
import { z } from 'zod';
import type { KeyMapping } from './adapter.ts';
import { labelKindNames } from './label-kinds.ts';

const path = z.string().min(1).optional();

/** Paths into a row, and what its labels mean. */
export const rowMappingSchema = z.strictObject({
  problem: path,
  steps: path,
  answer: path,
  label: path,
  label_kind: z.enum(labelKindNames).optional(),
  label_base: z.union([z.literal(0), z.literal(1)]).optional(),
  id: path,
  generator: path,
  final_answer: path,
  final_answer_correct: path,
});

export function keysOf(mapping: z.output<typeof rowMappingSchema>): KeyMapping {
  const { label_kind, label_base, final_answer, final_answer_correct, ...same } = mapping;
  return {
    ...same,
    labelKind: label_kind,
    labelBase: label_base,
    finalAnswer: final_answer,
    finalAnswerCorrect: final_answer_correct,
  };
}
