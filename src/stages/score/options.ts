// What `score`, `compare` and `report` let one choose about the metrics.
import { z } from 'zod';
import type { ScoreSettings } from '../../metrics/score.ts';
import { cuts, deltaGolds, parses } from '../../records/score.ts';
import type { Solution } from '../../records/solution.ts';
import { replicateCount } from '../../statistics/replicates.ts';
import { readOptionInput } from '../../storage/option-input.ts';
import { option } from '../described-option.ts';

/** What several critics are compared by, too. */
export const readingFields = {
  parse: option(z.enum(parses).default('robust'), 'which reading of the replies to score', { value: 'HOW' }),
  cut: option(
    z.enum(cuts).default('first'),
    'where step-level metrics end: at the first error, the last error, or the end of the solution',
    { value: 'WHERE' },
  ),
  deltaGold: option(
    z.enum(deltaGolds).default('errors'),
    "DeltaBench's gold: the wrong sections, or the wrong and the useless ones",
    { value: 'WHICH' },
  ),
  bootstrap: option(
    replicateCount.default(1000),
    'replicates for the intervals of F1 and other metrics that are not shares; 0 for none',
    { value: 'N' },
  ),
};

export const scoreFields = {
  parse: readingFields.parse,
  cut: readingFields.cut,
  by: option(
    z.array(z.string()).default([]),
    'break the results down by these (commas between): fields, with dots into nested ones, or error_type, ' +
      'error_source, injection_mode, position_decile, length',
    { value: 'FIELDS', spelling: 'list', multiple: true },
  ),
  deltaGold: readingFields.deltaGold,
  thresholdSplit: option(
    z.string().optional(),
    'choose a threshold on the confidence of the critics on this split, and apply it to the others',
    { value: 'NAME' },
  ),
  splitField: option(
    z.string().optional(),
    'with --threshold-split: field that names the split of a record (meta.split)',
    { value: 'FIELD', needs: ['threshold-split'] },
  ),
  bootstrap: readingFields.bootstrap,
  critiques: option(
    z.array(z.string()).optional(),
    'also score these predictions, joined by id: {id, pred} rows, ProcessBench or DeltaBench results, ' +
      'LateBench records',
    { value: 'FILE', group: 'Input' },
  ),
  criticName: option(
    z.string().optional(),
    "name of the critic of --critiques, if the rows have none (the file's name)",
    { value: 'NAME', group: 'Input', needs: ['critiques'] },
  ),
  allowMissing: option(
    z.boolean().optional(),
    'score only the records for which --critiques has predictions',
    { group: 'Input', needs: ['critiques'] },
  ),
  allowFailed: option(
    z.boolean().optional(),
    'score the records even if every call failed: as wrong answers',
    { group: 'Input' },
  ),
  constants: option(z.array(z.int().min(0)).default([0]), 'steps (from 0) of the constant_<k> baselines', {
    value: 'K,…',
  }),
  arithmetic: option(
    z.boolean().default(true),
    'leave out the baseline that checks arithmetic (about a millisecond per record)',
  ),
};

const schema = z.object(scoreFields);
export type ScoreChoices = z.output<typeof schema>;

export const formatOption = option(z.enum(['table', 'json', 'csv', 'md']).default('table'), 'how to print', {
  value: 'HOW',
  group: 'Output',
});

export function splitFieldOf({ splitField }: Pick<ScoreChoices, 'splitField'>): string {
  return splitField ?? 'meta.split';
}

export function scoreSettings(chosen: ScoreChoices, seed: number): ScoreSettings {
  const { parse, cut, deltaGold, bootstrap, thresholdSplit: dev, by, constants, arithmetic } = chosen;
  const threshold = dev === undefined ? null : { field: splitFieldOf(chosen), dev };
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
}: Pick<ScoreChoices, 'critiques' | 'criticName' | 'allowMissing'>): Promise<Joined> {
  if (critiques === undefined) return { attach: (record) => record, check: () => {} };
  const { loadCritiques } = await import('../../metrics/join-critiques.ts');
  const join = await readOptionInput('--critiques', () => loadCritiques(critiques, { name: criticName }));
  return {
    attach: join.attach,
    check: (allRead) => join.check({ allowMissing: allowMissing === true, allRead }),
  };
}
