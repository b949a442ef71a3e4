// What `score`, `compare` and `report` let one choose about the metrics.
import { z } from 'zod';
import type { ScoreSettings } from '../../metrics/score.ts';
import { cuts, deltaGolds, parses } from '../../records/score.ts';
import type { Solution } from '../../records/solution.ts';

/** What several critics are compared by, too. */
export const readingFields = {
  parse: z
    .enum(parses)
    .default('robust')
    .describe('which reading of the replies counts')
    .meta({ value: 'HOW' }),
  cut: z
    .enum(cuts)
    .default('first')
    .describe('where the step-level metrics stop looking: at the first error, the last, or nowhere')
    .meta({ value: 'WHERE' }),
  deltaGold: z
    .enum(deltaGolds)
    .default('errors')
    .describe("DeltaBench's gold: the wrong sections, or these and the useless ones")
    .meta({ value: 'WHICH' }),
  bootstrap: z
    .int()
    .min(0)
    .default(1000)
    .describe('replicates for the intervals of F1 and other metrics that are no shares; 0 for none')
    .meta({ value: 'N' }),
};

export const scoreFields = {
  parse: readingFields.parse,
  cut: readingFields.cut,
  by: z
    .array(z.string())
    .default([])
    .describe(
      'break the results down by these (commas between): fields, with dots into nested ones, or error_type, ' +
        'error_source, injection_mode, position_decile, length',
    )
    .meta({ value: 'FIELDS', spelling: 'list', multiple: true }),
  deltaGold: readingFields.deltaGold,
  thresholdSplit: z
    .string()
    .optional()
    .describe('choose a threshold on the confidence of the critics on this split, and apply it to the others')
    .meta({ value: 'NAME' }),
  splitField: z
    .string()
    .default('meta.split')
    .describe('field that names the split of a record')
    .meta({ value: 'FIELD' }),
  bootstrap: readingFields.bootstrap,
  critiques: z
    .array(z.string())
    .optional()
    .describe(
      'score these predictions too, joined by id: {id, pred} rows, ProcessBench or DeltaBench results, ours',
    )
    .meta({ value: 'FILE', group: 'Input' }),
  criticName: z
    .string()
    .optional()
    .describe("name of the critic of --critiques, where the rows do not say (the file's)")
    .meta({ value: 'NAME', group: 'Input' }),
  allowMissing: z
    .boolean()
    .optional()
    .describe('score what is there where --critiques has nothing about a record')
    .meta({ group: 'Input' }),
  allowFailed: z
    .boolean()
    .optional()
    .describe('score the records although the calls of all critiques failed: as wrong answers')
    .meta({ group: 'Input' }),
  constants: z
    .array(z.int().min(0))
    .default([0])
    .describe('steps (from 0) of the constant_<k> baselines')
    .meta({ value: 'K,…' }),
  arithmetic: z
    .boolean()
    .default(true)
    .describe('leave out the baseline that checks arithmetic, about a millisecond a record'),
};

const schema = z.object(scoreFields);
export type ScoreChoices = z.output<typeof schema>;

export const formatOption = z
  .enum(['table', 'json', 'csv', 'md'])
  .default('table')
  .describe('how to print')
  .meta({ value: 'HOW', group: 'Output' });

export function scoreSettings(chosen: ScoreChoices, seed: number): ScoreSettings {
  const {
    parse,
    cut,
    deltaGold,
    bootstrap,
    thresholdSplit: dev,
    splitField: field,
    by,
    constants,
    arithmetic,
  } = chosen;
  const threshold = dev === undefined ? null : { field, dev };
  return { parse, cut, deltaGold, bootstrap, threshold, by, seed, constants, arithmetic };
}

export interface Joined {
  /** The record with the predictions about it. */
  attach(record: Solution): Solution;
  /** After the last record: throws where predictions or records are left over. */
  check(allRead: boolean): void;
}

/** Joins the predictions of `critiques`, where there are any. */
export async function joinedCritiques({
  critiques,
  criticName,
  allowMissing,
}: ScoreChoices): Promise<Joined> {
  if (critiques === undefined) return { attach: (record) => record, check: () => {} };
  const { loadCritiques } = await import('../../metrics/join-critiques.ts');
  const join = await loadCritiques(critiques, { name: criticName });
  return {
    attach: join.attach,
    check: (allRead) => join.check({ allowMissing: allowMissing === true, allRead }),
  };
}
