// Learning mode as the client sees it: exercises without their solution, hints, and what an answer is told. Steps count
// from 0, -1 = no error.
import { z } from 'zod';
import type { ShownRecord } from './api-record.ts';

/** One answer of a learner: a line of `learning/<name>.jsonl`, or kept by the browser in an exported site. */
export const learnerAnswerSchema = z.object({
  /** `SourceFacts.key` of the file. */
  source: z.string(),
  record_id: z.string(),
  /** The record as it was when it was answered. */
  record_hash: z.string(),
  choice: z.int().min(-1),
  truth: z.int().min(-1),
  /** Type of the error; null where there is none or it is not known. */
  type: z.string().nullable(),
  hints: z.int().nonnegative(),
  at: z.string(),
});
export type LearnerAnswer = z.infer<typeof learnerAnswerSchema>;

export const answerRequestSchema = z.object({
  choice: z.int().min(-1).max(100_000),
  hints: z.int().nonnegative().max(100),
});
export type AnswerRequest = z.infer<typeof answerRequestSchema>;

/** The first error, if there is one, is in one of these steps; both ends count. */
export interface Hint {
  readonly from: number;
  readonly to: number;
}

/** What is shown after an answer. */
export interface Solved {
  readonly answer: LearnerAnswer;
  /** Everything about the record: label, injection, explanations, critics. */
  readonly record: ShownRecord;
}

export interface ExercisePage {
  /** 0-based, among all exercises of the source. */
  readonly place: number;
  readonly total: number;
  /** The problem and the steps, and nothing that says where the error is. */
  readonly record: ShownRecord;
  /** Hints that can be asked for. */
  readonly hints: number;
  /** Null until it is answered. */
  readonly solved: Solved | null;
}

export interface ProgressPage {
  readonly total: number;
  /** The first exercise without an answer; null when all have one. */
  readonly next: number | null;
  readonly answers: readonly LearnerAnswer[];
}
