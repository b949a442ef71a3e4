// What injecting an error left on a record. A rejected or failed injection keeps the original steps.
import { z } from 'zod';
import { usageSchema } from './usage.ts';

/** One opinion of a model that was shown two versions of a step. */
export const verificationVoteSchema = z.looseObject({
  sample: z.int().nonnegative(),
  status: z.enum(['ok', 'unparsed', 'failed']),
  /** Which version stood first in the question. */
  first: z.enum(['original', 'changed']),
  /** Which version was called wrong; null where the reply was not readable. */
  wrong: z.enum(['original', 'changed', 'both', 'neither']).nullish(),
  why: z.string().nullish(),
});
export type VerificationVote = z.infer<typeof verificationVoteSchema>;

/** What a second model made of the change. `agreed` of `valid` votes call the changed version wrong, and only that. */
export const verificationSchema = z.looseObject({
  verified: z.boolean(),
  asked: z.int().positive(),
  /** Votes that could be read; the others are missing. Absent: all of those asked. */
  valid: z.int().nonnegative().optional(),
  agreed: z.int().nonnegative(),
  model: z.string(),
  prompt_version: z.string(),
  votes: z.array(verificationVoteSchema),
  usage: usageSchema,
});
export type Verification = z.infer<typeof verificationSchema>;

/** How hard the error is to catch: `found` of `valid` readable critics name its step. */
export const difficultySchema = z.looseObject({
  asked: z.int().positive(),
  valid: z.int().nonnegative(),
  found: z.int().nonnegative(),
  /** 1 - found / valid: 0 = every critic finds it, 1 = none does; null where no reply was readable. */
  score: z.number().min(0).max(1).nullish(),
  critics: z.array(z.looseObject({ model: z.string(), first_errors: z.array(z.int().min(-1).nullable()) })),
  usage: usageSchema,
});
export type Difficulty = z.infer<typeof difficultySchema>;

/** Checks a record's `injection`. Unknown fields pass through. */
export const injectionSchema = z.looseObject({
  /** Null where nothing has been injected yet and the record only carries a request. */
  status: z.enum(['accepted', 'rejected', 'failed', 'clean']).nullish(),
  mode: z.enum(['general', 'manual']).nullish(),
  /** 0-based. */
  error_step: z.int().nonnegative().nullish(),
  error_type: z.string().nullish(),
  explanation: z.string().nullish(),
  comment: z.string().nullish(),
  /** The step that a person asks for, 0-based. */
  target_step: z.int().nonnegative().nullish(),
  original_steps: z.array(z.string()).nullish(),
  original_final_answer: z.string().nullish(),
  attempts: z.int().nonnegative().nullish(),
  /** Replies that were requested again as valid JSON. */
  repairs: z.int().nonnegative().nullish(),
  gate: z.record(z.string(), z.looseObject({ ok: z.boolean(), detail: z.string().nullish() })).nullish(),
  /** Binds an accepted injection to the steps that the gate checked; see inject/gated-record.ts. */
  gate_hash: z.string().nullish(),
  /** The checks that turned down the earlier attempts, by name, one list an attempt. */
  refused: z.array(z.array(z.string())).nullish(),
  /** LateBench writes `verificationSchema` and `difficultySchema`; a source may have other objects here. */
  verification: z.unknown().optional(),
  difficulty: z.unknown().optional(),
  model: z.string().nullish(),
  prompt_version: z.string().nullish(),
  usage: usageSchema.nullish(),
});
/**
 * What is recorded about an injection into a solution: the step that was changed (0-based), the original text, checks
 * and verification, and difficulty (0 to 1).
 */
export type Injection = z.infer<typeof injectionSchema>;
