// How traces are thought about: the sampling of a pool, and when a trace and a problem end.
import { z } from 'zod';
import { defaultWarmup, paperConsensus, paperKeeps } from '../../deepconf/stopping-rule.ts';
import { answerChoices } from '../../deepconf/voting-choices.ts';
import { option, switchOption } from '../described-option.ts';
import { oneOfBoth, remakingFields, samplingFields } from '../pool/options.ts';
import { confidenceFields } from '../vote/confidence-options.ts';

const count = z.int().min(1);
const { window, tail, sentinel, missing } = confidenceFields;

/** Those of the paper and the official code. */
const defaultTraces = 256;

export const thinkOptions = z
  .strictObject({
    pool: option(z.string().min(1), 'folder of the pool for the traces and the records', {
      value: 'DIR',
      group: 'Input',
    }),
    problems: option(count.optional(), 'take the first N problems', { flag: false }),
    mode: option(
      z.enum(Object.keys(paperKeeps) as (keyof typeof paperKeeps)[]).default('low'),
      `low keeps traces as confident as the top ${paperKeeps.low * 100} % of the warm-up, high the top ${paperKeeps.high * 100} %`,
      { value: 'MODE', idleWith: ['keep'] },
    ),
    keep: option(
      z.number().min(0).max(1).optional(),
      'share of the warm-up traces above the threshold, instead of --mode',
      { value: 'X' },
    ),
    warmup: option(
      count.default(defaultWarmup),
      'warm-up traces of each problem, which run to their end and give a threshold',
      { value: 'N' },
    ),
    traces: option(count.default(defaultTraces), 'maximum number of traces per problem', {
      value: 'K',
      group: 'Limits',
    }),
    tokens: option(
      count.optional(),
      'after its warm-up, start no further trace of a problem that has spent so many tokens',
      {
        value: 'N',
        group: 'Limits',
      },
    ),
    consensus: option(
      z.number().min(0).max(1).default(paperConsensus),
      'end sampling when one answer has this share of the weight',
      { value: 'X', idleWith: ['no-adaptive'] },
    ),
    adaptive: option(z.boolean().default(true), 'sample all traces, even after a consensus'),
    answers: option(
      z.enum(answerChoices).default('auto'),
      'compare answers as whole numbers or as mathematics; auto decides by the problems',
      { value: 'KIND' },
    ),
    ...samplingFields,
    ...{ window, tail, sentinel, missing },
    keepTop: switchOption('also store the alternatives of each token in the pool: ten times the size', {
      group: 'Output',
    }),
    ...remakingFields,
  })
  .refine(oneOfBoth.check, oneOfBoth.params)
  .refine(({ window: tokens = 1 }) => tokens >= 1, {
    path: ['window'],
    error: 'give a number of tokens: how long a trace gets is not known while it is written',
  })
  .refine(({ sentinel: rule }) => rule !== 'floor', {
    path: ['sentinel'],
    error: 'floor needs the complete trace: use skip or fallback',
  });

export type ThinkAsked = z.output<typeof thinkOptions>;
