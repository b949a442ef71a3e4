// How traces are thought about: the sampling of a pool, and when a trace and a problem end.
import { z } from 'zod';
import { defaultWarmup, paperConsensus, paperKeeps } from '../../deepconf/stopping-rule.ts';
import { answerChoices } from '../../deepconf/voting-choices.ts';
import { oneOfBoth, remakingFields, samplingFields } from '../pool/options.ts';
import { confidenceFields } from '../vote/confidence-options.ts';

const count = z.int().min(1);
const { window, tail, sentinel, missing } = confidenceFields;

/** Those of the paper and the official code. */
const defaultTraces = 256;

export const thinkOptions = z
  .strictObject({
    pool: z
      .string()
      .min(1)
      .describe('folder of the pool that keeps the traces, and of the records')
      .meta({ value: 'DIR', group: 'Input' }),
    problems: count.optional().describe('take the first so many problems').meta({ flag: false }),
    mode: z
      .enum(Object.keys(paperKeeps) as (keyof typeof paperKeeps)[])
      .default('low')
      .describe(
        `low keeps traces as confident as the top ${paperKeeps.low * 100} % of the warm-up, high the top ${paperKeeps.high * 100} %`,
      )
      .meta({ value: 'MODE' }),
    keep: z
      .number()
      .min(0)
      .max(1)
      .optional()
      .describe('share of the warm-up traces above the threshold, in place of --mode')
      .meta({ value: 'X' }),
    warmup: count
      .default(defaultWarmup)
      .describe('traces of each problem that are run to their end, to find the threshold')
      .meta({ value: 'N' }),
    traces: count
      .default(defaultTraces)
      .describe('traces of each problem, at most')
      .meta({ value: 'K', group: 'Limits' }),
    tokens: count
      .optional()
      .describe('after its warm-up, begin no further trace of a problem that has spent so many tokens')
      .meta({ value: 'N', group: 'Limits' }),
    consensus: z
      .number()
      .min(0)
      .max(1)
      .default(paperConsensus)
      .describe('end sampling when one answer has this share of the weight')
      .meta({ value: 'X' }),
    adaptive: z.boolean().default(true).describe('sample all traces, whatever they agree on'),
    answers: z
      .enum(answerChoices)
      .default('auto')
      .describe('compare answers as whole numbers, as mathematics, or as the problems need it')
      .meta({ value: 'KIND' }),
    ...samplingFields,
    ...{ window, tail, sentinel, missing },
    keepTop: z
      .boolean()
      .default(false)
      .describe('keep the alternatives of each token in the pool too: ten times the size')
      .meta({ group: 'Output' }),
    ...remakingFields,
  })
  .refine(oneOfBoth.check, oneOfBoth.params)
  .refine(({ window: tokens = 1 }) => tokens >= 1, {
    path: ['window'],
    error: 'give a number of tokens: how long a trace gets is not known while it is written',
  })
  .refine(({ sentinel: rule }) => rule !== 'floor', {
    path: ['sentinel'],
    error: 'floor needs the whole trace: take skip or fallback',
  });

export type ThinkAsked = z.output<typeof thinkOptions>;
