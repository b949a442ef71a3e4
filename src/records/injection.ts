// What injecting an error left on a record. A rejected or failed injection keeps the original steps.
import { z } from 'zod';
import { usageSchema } from './usage.ts';

export const injectionSchema = z.looseObject({
  status: z.enum(['accepted', 'rejected', 'failed', 'clean']),
  mode: z.enum(['general', 'manual']).nullish(),
  /** 0-based. */
  error_step: z.int().nonnegative().nullish(),
  error_type: z.string().nullish(),
  explanation: z.string().nullish(),
  comment: z.string().nullish(),
  original_steps: z.array(z.string()).nullish(),
  original_final_answer: z.string().nullish(),
  attempts: z.int().nonnegative().nullish(),
  gate: z.record(z.string(), z.looseObject({ ok: z.boolean(), detail: z.string().nullish() })).nullish(),
  verification: z.unknown(),
  difficulty: z.unknown(),
  model: z.string().nullish(),
  prompt_version: z.string().nullish(),
  usage: usageSchema.nullish(),
});
export type Injection = z.infer<typeof injectionSchema>;
