// The conditions of a filter, said once: their types, bounds and words. The command line, pipelines and dataset specs
// are made from them; what they do is in filter-checks.ts.
import { z } from 'zod';
import { uniqueKinds } from './quality/duplicates.ts';
import { presetNames } from './quality/presets.ts';

const count = z.int().min(0);
const group = 'Selection';
const flag = (about: string) => z.boolean().optional().describe(about).meta({ group });

/** What any declared filter may say; a declaration adds what is its own. */
export const filterFields = {
  preset: z
    .enum(presetNames)
    .optional()
    .describe('20 steps and no error, or 10 steps and an error; other conditions add to it')
    .meta({ value: 'NAME', group }),
  minSteps: count.optional().describe('at least N steps').meta({ value: 'N', group }),
  maxSteps: count.optional().describe('at most N steps').meta({ value: 'N', group }),
  singleError: flag('at most one wrong step'),
  where: z
    .array(z.string())
    .optional()
    .describe('a condition on a field: FIELD<op>VALUE')
    .meta({ value: 'COND', group }),
  boxed: flag('solutions with a boxed answer'),
  finalAnswer: flag('solutions with a complete final answer'),
  consistentAnswer: flag('final answer equal to the reference answer (mathematically)'),
  oneSolution: flag('no second solution in the solution'),
  oneLanguage: flag('one script in problem and steps'),
  validLatex: flag('LaTeX that is balanced, with no escapes lost'),
  minStepChars: count.optional().describe('every step of at least N characters').meta({ value: 'N', group }),
  maxStepChars: count.optional().describe('every step of at most N characters').meta({ value: 'N', group }),
  maxStepRatio: z
    .number()
    .min(1)
    .max(1e9)
    .optional()
    .describe('longest step at most X times the median step')
    .meta({ value: 'X', group }),
  minComplexity: z
    .number()
    .min(0)
    .max(10)
    .optional()
    .describe('complexity score of at least X (0-10)')
    .meta({ value: 'X', group }),
  maxComplexity: z
    .number()
    .min(0)
    .max(10)
    .optional()
    .describe('complexity score of at most X (0-10)')
    .meta({ value: 'X', group }),
  share: z
    .number()
    .min(0)
    .max(1)
    .optional()
    .describe('share of the records that meet the conditions to keep')
    .meta({ flag: false }),
} as const;

/** Conditions that need the labels of records, or remember other records: not of dataset specs. */
export const streamFilterFields = {
  hasError: flag('solutions known to have an error'),
  noError: flag('solutions known to be correct'),
  late: flag('first error in the last third: step floor(2n/3)+1 or later'),
  unique: z
    .enum(uniqueKinds)
    .optional()
    .describe(
      'the first of equal problems, of equal solutions, of nearly equal problems, or (by embeddings) of problems that mean the same',
    )
    .meta({ value: 'KIND', group }),
  nearThreshold: z
    .number()
    .min(0)
    .max(1)
    .optional()
    .describe('similarity from which problems are nearly equal, 0-1 (0.8), or mean the same (0.92)')
    .meta({ value: 'X', group, needs: ['unique=near', 'unique=meaning'] }),
  uniqueWindow: z
    .int()
    .min(2)
    .optional()
    .describe('records that --unique remembers (10,000,000), or compares by meaning (100,000)')
    .meta({ value: 'N', group, needs: ['unique'] }),
} as const;
