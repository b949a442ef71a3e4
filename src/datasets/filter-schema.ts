// The conditions of a filter as a spec or a pipeline file writes them: the zod fields, said once. What they do is
// filter-checks.ts.
import { z } from 'zod';
import { presetNames } from './quality/presets.ts';

const count = z.int().min(1);

/** What any declared filter may say; who declares one adds what is its own. */
export const filterFields = {
  preset: z.enum(presetNames).optional(),
  minSteps: count.optional(),
  maxSteps: count.optional(),
  singleError: z.boolean().optional(),
  where: z.array(z.string()).optional().describe('conditions FIELD<op>VALUE, as of latebench filter --where'),
  finalAnswer: z.boolean().optional(),
  boxed: z.boolean().optional(),
  consistentAnswer: z.boolean().optional(),
  validLatex: z.boolean().optional(),
  minStepChars: z.int().min(0).optional(),
  maxStepChars: count.optional(),
  maxStepRatio: z.number().min(1).optional(),
  oneLanguage: z.boolean().optional(),
  oneSolution: z.boolean().optional(),
  minComplexity: z.number().min(0).max(10).optional(),
  maxComplexity: z.number().min(0).max(10).optional(),
  share: z
    .number()
    .min(0)
    .max(1)
    .optional()
    .describe('share of the records that meet the conditions to keep'),
} as const;
