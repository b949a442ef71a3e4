// What one critic said about one solution. `unparsed` and `failed` are never "no error".
import { z } from 'zod';
import { protocols } from './protocols.ts';
import { usageSchema } from './usage.ts';

export const critiqueStatuses = ['ok', 'unparsed', 'failed'] as const;

/** One sampled reply. `first_error` is 0-based, -1 = the critic says there is none, null = not readable. */
export const voteSchema = z.looseObject({
  sample: z.int().nonnegative(),
  status: z.enum(critiqueStatuses),
  first_error: z.int().min(-1).nullish(),
  first_error_strict: z.int().min(-1).nullish(),
  error_steps: z.array(z.int().nonnegative()).nullish(),
  note: z.string().nullish(),
});
export type Vote = z.infer<typeof voteSchema>;

export const critiqueSchema = z.looseObject({
  critic: z.string().min(1),
  protocol: z.enum(protocols),
  status: z.enum(critiqueStatuses),
  first_error: z.int().min(-1).nullish(),
  first_error_strict: z.int().min(-1).nullish(),
  error_steps: z.array(z.int().nonnegative()).nullish(),
  explanations: z.record(z.string(), z.string()).nullish(),
  votes: z.array(voteSchema).nullish(),
  /** Share of valid votes that agree with the result, 0 to 1. */
  agreement: z.number().min(0).max(1).nullish(),
  model: z.string().nullish(),
  prompt_version: z.string().nullish(),
  usage: usageSchema.nullish(),
});
export type Critique = z.infer<typeof critiqueSchema>;
