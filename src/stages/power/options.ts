// What `power` takes: differences to plan for, and what is assumed where there is no pilot.
import { z } from 'zod';
import { plannedMetrics } from '../../metrics/power/population.ts';
import { usualPower } from '../../statistics/paired-test.ts';
import { replicateCount } from '../../statistics/replicates.ts';
import { option } from '../described-option.ts';
import { formatOption, readingFields } from '../score/options.ts';

const share = z.number().min(0).max(1);
const group = 'Assumptions';
/** A pilot has these; without one they are assumed. */
const rates = ['accuracy', 'f1'];

export const powerOptions = z.strictObject({
  difference: option(
    z.array(z.number().min(0.1).max(100)).min(1).default([5]),
    'true differences to plan for, in points of the metric; the answer begins with the first',
    { value: 'D,…' },
  ),
  headline: option(z.enum(plannedMetrics).default('f1'), 'metric to compare', { value: 'FIGURE' }),
  power: option(
    z.number().min(0.5).max(0.99).default(usualPower),
    'share of studies that find the difference',
    {
      value: 'X',
    },
  ),
  comparisons: option(
    z.int().min(1).default(1),
    "pairs of critics that the study compares: Holm's correction at its strictest",
    { value: 'N' },
  ),
  records: option(z.int().min(1).optional(), 'compute what N records can show (as many as the pilot has)', {
    value: 'N',
  }),
  studies: option(z.int().min(100).max(100_000).default(500), 'simulated studies', { value: 'N' }),
  critics: option(z.array(z.string()).default([]), 'the one or two critics of the pilot (commas between)', {
    value: 'NAMES',
    group: 'Selection',
    spelling: 'list',
    multiple: true,
  }),
  accuracy: option(
    z.array(share).min(1).max(2).optional(),
    'share of right answers of the first critic, or two: for erroneous solutions, for correct ones',
    { value: 'X[,Y]', group },
  ),
  f1: option(share.optional(), 'F1 of the first critic, when both accuracies are equal to it', {
    value: 'X',
    group,
  }),
  disagreement: option(
    share.optional(),
    'share of records that exactly one of two equally good critics answers correctly',
    { value: 'X', group },
  ),
  correlation: option(
    share.optional(),
    'correlation of the right answers of the two critics; by default 0, which needs most records',
    { value: 'R', group },
  ),
  errorShare: option(share.default(0.5), 'share of erroneous solutions', { value: 'X', group, needs: rates }),
  recordsPerProblem: option(z.number().min(1).max(1000).default(1), 'records of one problem', {
    value: 'N',
    group,
    needs: rates,
  }),
  icc: option(
    share.optional(),
    'intra-class correlation of right answers to one problem: 0 means independent, 1 identical',
    { value: 'X', group },
  ),
  votes: option(z.int().min(1).optional(), 'calls of a critic per record (as in the pilot, or 1)', {
    value: 'N',
    group,
  }),
  callTokens: option(
    z.array(z.int().min(0)).min(2).max(2).optional(),
    'prompt and completion tokens per call (those of the pilot, or 1000,1000)',
    { value: 'IN,OUT', group },
  ),
  callSeconds: option(
    z.number().min(0).optional(),
    'seconds per call, for the duration of the study (as measured in the pilot run)',
    {
      value: 'S',
      group,
    },
  ),
  parse: readingFields.parse,
  bootstrap: option(
    replicateCount.min(100).default(readingFields.bootstrap.parse(undefined)),
    "replicates of each study's test",
    { value: 'N' },
  ),
  format: formatOption,
  others: option(z.array(z.string()).default([]), 'files whose critics are joined by id to the records', {
    flag: false,
  }),
});

export type PowerAsked = z.output<typeof powerOptions>;
