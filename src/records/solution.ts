// The record every stage passes on: a problem with a solution under judgement, and what stages added to it.
// Field names are the wire names (snake_case, fixed): the same object is read, passed and written, and
// fields we do not know go through untouched.
import { z } from 'zod';
import { critiqueSchema } from './critique.ts';
import { injectionSchema } from './injection.ts';
import { provenanceSchema } from './provenance.ts';

const optionalText = z.string().nullish();

/** Checks a problem, with or without a reference answer. Unknown fields pass through. */
export const problemSchema = z.looseObject({
  id: z.string().min(1),
  dataset: optionalText,
  subset: optionalText,
  original_id: optionalText,
  generator: optionalText,
  subject: optionalText,
  difficulty: z.union([z.number(), z.string()]).nullish(),
  task: optionalText,
  problem: z.string().min(1),
  answer: optionalText,
  meta: z.record(z.string(), z.unknown()).nullish(),
  provenance: z.array(provenanceSchema).nullish(),
});
/** A problem, with or without a solution. */
export type Problem = z.infer<typeof problemSchema>;

/** What a record says about its solution beside the steps. */
const aboutSolution = {
  final_answer: optionalText,
  final_answer_correct: z.boolean().nullish(),
  error_steps: z
    .array(z.int().nonnegative('steps are counted from 0, and [] says that none is wrong'))
    .nullish(),
  error_source: z.enum(['natural', 'injected']).nullish(),
  injection: injectionSchema.nullish(),
  critiques: z.array(critiqueSchema).nullish(),
};

/** Without steps there is nothing to compare the label with. */
function namesItsSteps({
  steps,
  error_steps,
}: {
  readonly steps?: readonly string[] | null | undefined;
  readonly error_steps?: readonly number[] | null | undefined;
}): boolean {
  if (steps === undefined || steps === null || steps.length === 0) return true;
  return error_steps?.every((step) => step < steps.length) ?? true;
}

const missingStep = {
  path: ['error_steps'],
  error: 'names a step that the solution does not have (steps are numbered from 0)',
};

/**
 * Checks a record: a problem with the solution under judgement. `error_steps` is 0-based: [] is a solution known to
 * be correct, null one whose errors are unknown. Unknown fields pass through.
 *
 * @example
 * const record = solutionSchema.parse({ id: 'a', problem: '1 + 1 = ?', steps: ['1 + 1 = 2'], error_steps: [] });
 */
export const solutionSchema = problemSchema
  .extend({ steps: z.array(z.string()).min(1), ...aboutSolution })
  .refine(namesItsSteps, missingStep);
/** A problem with the solution under judgement. `steps` are texts; step indices are 0-based. */
export type Solution = z.infer<typeof solutionSchema>;

/** Checks a record where a problem without a solution is one too, as `solutionSchema` checks the others. */
export const recordSchema = problemSchema
  .extend({ steps: z.array(z.string()).nullish(), ...aboutSolution })
  .refine(namesItsSteps, missingStep);
