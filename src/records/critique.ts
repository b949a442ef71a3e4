// One critic's verdict on one solution. `unparsed` and `failed` are never "no error".
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
  /** The visible reply, where it was asked to be kept. */
  reply: z.string().nullish(),
});
export type Vote = z.infer<typeof voteSchema>;

const verdictFields = {
  status: z.enum(critiqueStatuses),
  first_error: z.int().min(-1).nullish(),
  first_error_strict: z.int().min(-1).nullish(),
  error_steps: z.array(z.int().nonnegative()).nullish(),
  explanations: z.record(z.string(), z.string()).nullish(),
  votes: z.array(voteSchema).nullish(),
  /** Share of valid votes that agree with the result, 0 to 1. */
  agreement: z.number().min(0).max(1).nullish(),
  /** Several answers had the most votes. The tie rule decided, or abstained: then the outcome is null. */
  tie: z.boolean().nullish(),
  abstained: z.boolean().nullish(),
  /** Where it is not `first`. */
  tie_rule: z.string().nullish(),
  /** How the votes of an all-errors critic became one list, where it is not `majority`. */
  combine_rule: z.string().nullish(),
  /** Where voting stopped early: how many votes were planned. Those left out could not have changed the outcome. */
  votes_planned: z.int().positive().nullish(),
  usage: usageSchema.nullish(),
};

/** The verdict of the same critic on a solution that was changed in a way that should not matter. */
const probeSchema = z.looseObject({ kind: z.string(), version: z.string(), ...verdictFields });

/** Whether the explanation of the right step gives the annotated reason; `status` is that of the judge's reply. */
const judgementSchema = z.looseObject({
  status: z.enum(critiqueStatuses),
  match: z.enum(['yes', 'partly', 'no']).nullish(),
  why: z.string().nullish(),
  /** The step that is explained, 0-based. */
  step: z.int().nonnegative(),
  model: z.string(),
  prompt_version: z.string(),
  usage: usageSchema,
});

/** Checks an entry of a record's `critiques`. Unknown fields pass through. */
export const critiqueSchema = z.looseObject({
  critic: z.string().min(1),
  protocol: z.enum(protocols),
  ...verdictFields,
  model: z.string().nullish(),
  prompt_version: z.string().nullish(),
  /** Of a process reward model: one score a step, low where it is wrong, and the threshold below which it is flagged. */
  step_scores: z.array(z.number()).nullish(),
  threshold: z.number().nullish(),
  probe: probeSchema.nullish(),
  judge: judgementSchema.nullish(),
});
/** One critic's verdict on one solution. Step indices are 0-based. */
export type Critique = z.infer<typeof critiqueSchema>;
