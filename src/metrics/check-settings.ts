// Settings of scores and comparisons that a program gives in JavaScript: what is misspelt would be ignored otherwise, and
// a text in the place of a list would be taken apart into letters.
import { z } from 'zod';
import { checkArgument } from '../records/check-argument.ts';
import { cuts, deltaGolds, parses } from '../records/score.ts';
import { checkObject } from '../records/wrong-argument.ts';
import { replicateCount } from '../statistics/replicates.ts';

const reading = {
  parse: z.enum(parses).optional(),
  cut: z.enum(cuts).optional(),
  deltaGold: z.enum(deltaGolds).optional(),
  seed: z.int().optional(),
  bootstrap: replicateCount.optional(),
};

const scoreSchema = z.strictObject({
  ...reading,
  threshold: z.strictObject({ field: z.string(), dev: z.string() }).nullish(),
  by: z.array(z.string()).optional(),
  // What is no step is named by the score itself.
  constants: z.array(z.number()).optional(),
  arithmetic: z.boolean().optional(),
});

const comparisonSchema = z.strictObject({
  ...reading,
  headline: z.string().nullish(),
  critics: z.array(z.string()).optional(),
  reference: z.string().optional(),
});

/** @throws LB_USAGE that names the setting, and the one that was probably meant */
export function checkScoreSettings(value: unknown): void {
  checkObject('createScore', 'settings, an object', value);
  checkArgument('createScore', { schema: scoreSchema, value, argument: 'settings' });
}

/** @throws LB_USAGE that names the setting, and the one that was probably meant */
export function checkComparisonSettings(value: unknown): void {
  checkObject('createComparison', 'settings, an object', value);
  checkArgument('createComparison', { schema: comparisonSchema, value, argument: 'settings' });
}
