// What `vote` and `sweep` let one choose about the voting.
import { z } from 'zod';
import { filterRules } from '../../deepconf/confidence-filter.ts';
import { metricNames, metricsNamed } from '../../deepconf/metric-names.ts';
import { traceCount } from '../../deepconf/trace-count.ts';
import { metrics } from '../../deepconf/trace-scores.ts';
import { answerChoices } from '../../deepconf/voting-choices.ts';
import { LateBenchError } from '../../errors.ts';
import { option, switchOption } from '../described-option.ts';

export const shares = z.array(z.number().min(1e-6).max(1)).min(1);

export const poolField = option(
  z.string().min(1).optional(),
  'folder of the pool; in a pipeline, by default that of the previous stage',
  { value: 'DIR', group: 'Input' },
);

export const votingFields = {
  limit: option(z.int().min(1).optional(), 'take the first N problems', {
    value: 'N',
    short: 'n',
    group: 'Limits',
  }),
  k: option(
    z
      .array(z.union([traceCount, z.literal('all')]))
      .min(1)
      .default([64]),
    'traces per working set, or all; the largest of several is the headline',
    { value: 'N,…' },
  ),
  repeat: option(z.int().min(1).max(1_000_000).default(64), 'working sets per problem', {
    value: 'N',
    aliases: ['repeats'],
  }),
  metrics: option(
    z
      .array(z.enum(metricNames))
      .min(1)
      .default([...metrics]),
    'confidences to vote by: avg, bottom10, lowest, tail',
    {
      value: 'NAME,…',
      aliases: ['metric', 'confidence-metric'],
      spelling: 'metrics',
      multiple: true,
    },
  ),
  etas: option(shares.default([0.1, 0.9]), 'shares of the most confident traces to keep', {
    value: 'X,…',
    aliases: ['eta'],
  }),
  filterRule: option(
    z.enum(filterRules).default('ceil'),
    'keep that many traces, or (as in the official code) all at or above the percentile',
    { value: 'RULE' },
  ),
  answers: option(
    z.enum(answerChoices).default('auto'),
    'compare answers as whole numbers or as mathematics; auto decides by the answers in the pool',
    { value: 'KIND' },
  ),
  fallback: option(
    z.boolean().default(true),
    'only boxed answers vote (otherwise also the last number of a trace that boxes none)',
  ),
  dropTruncated: switchOption('exclude traces that were cut off at their token limit from the vote'),
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
