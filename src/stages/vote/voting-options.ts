// What `vote` and `sweep` let one choose about the voting.
import { z } from 'zod';
import { filterRules } from '../../deepconf/confidence-filter.ts';
import { metricNames, metricsNamed } from '../../deepconf/metric-names.ts';
import { allTraces } from '../../deepconf/set-sizes.ts';
import { answerKinds } from '../../deepconf/trace-answers.ts';
import { metrics } from '../../deepconf/trace-scores.ts';
import { LateBenchError } from '../../errors.ts';

export const shares = z.array(z.number().min(1e-6).max(1)).min(1);

export const poolField = z
  .string()
  .min(1)
  .optional()
  .describe('folder of the pool; in a pipeline, where absent, the one of the stage before')
  .meta({ value: 'DIR', group: 'Input' });

export const votingFields = {
  limit: z
    .int()
    .min(1)
    .optional()
    .describe('take the first N problems')
    .meta({ value: 'N', short: 'n', group: 'Limits' }),
  k: z
    .array(z.int().min(allTraces).max(1e6))
    .min(1)
    .default([64])
    .describe(
      'traces of a working set; of several, the largest is the headline; all (0) takes those that a problem has',
    )
    .meta({ value: 'N,…', words: { all: allTraces } }),
  repeat: z
    .int()
    .min(1)
    .default(64)
    .describe('working sets of each problem')
    .meta({ value: 'N', aliases: ['repeats'] }),
  metrics: z
    .array(z.enum(metricNames))
    .min(1)
    .default([...metrics])
    .describe('confidences to vote by: avg, bottom10, lowest, tail')
    .meta({
      value: 'NAME,…',
      aliases: ['metric', 'confidence-metric'],
      spelling: 'metrics',
      multiple: true,
    }),
  etas: shares
    .default([0.1, 0.9])
    .describe('shares of the most confident traces to keep')
    .meta({ value: 'X,…', aliases: ['eta'] }),
  filterRule: z
    .enum(filterRules)
    .default('ceil')
    .describe('keep that many traces, or (as the official code) all at or above the percentile')
    .meta({ value: 'RULE' }),
  answers: z
    .enum(answerKinds)
    .default('integer')
    .describe('compare answers as whole numbers, or as mathematics')
    .meta({ value: 'KIND' }),
  fallback: z
    .boolean()
    .default(true)
    .describe('only boxed answers vote (otherwise also the last number of a trace that boxes none)'),
  dropTruncated: z
    .boolean()
    .default(false)
    .describe('a trace that was cut off at its token limit does not vote'),
};

const schema = z.object(votingFields);

function once<T>(values: readonly T[]): T[] {
  return [...new Set(values)];
}

/** The settings that the evaluations of deepconf/ take. */
export function votingSettings(asked: z.output<typeof schema>, seed: number) {
  const { limit, k, repeat, metrics: named, etas, filterRule, answers, fallback, dropTruncated } = asked;
  return {
    limit,
    ks: once(k),
    repeats: repeat,
    seed,
    metrics: metricsNamed(named),
    etas: once(etas),
    rule: filterRule,
    answers,
    fallback,
    dropTruncated,
  };
}

/** Throws where neither the options nor the stage before name a pool. */
export function requirePool(stage: string, pool: string | undefined): string {
  if (pool !== undefined) return pool;
  throw new LateBenchError('LB_USAGE', `name one pool: latebench ${stage} --pool DIR`);
}
