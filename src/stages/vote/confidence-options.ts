// How the confidence of a trace is computed: options of the stages that build pools and of those that vote.
import { z } from 'zod';
import type { VoteScores } from '../../deepconf/score-columns.ts';
import {
  bottomCounts,
  conventionSettings,
  conventions,
  edges,
  missingRules,
} from '../../deepconf/score-settings.ts';
import { sentinelRules } from '../../deepconf/token-confidence.ts';
import type { Metric } from '../../deepconf/trace-scores.ts';
import { option } from '../described-option.ts';
import { kebab } from '../option-rows.ts';

const error = 'give a whole number of tokens, or a share between 0 and 1';

/** Tokens from 1, or a share of the trace below 1. */
export const size = z
  .number()
  .gt(0, { error })
  .max(1e9, { error })
  .refine((value) => value < 1 || Number.isInteger(value), { error });

function choice<const Names extends readonly string[]>(names: Names, about: string, value: string) {
  return option(z.enum(names).optional(), about, { value });
}

export const confidenceFields = {
  window: option(size.optional(), 'tokens of a group, or a share of the trace such as 0.1', {
    value: 'N',
    aliases: ['group-size'],
  }),
  tail: option(size.optional(), 'tokens of the tail, or a share of the trace', {
    value: 'N',
    aliases: ['tail-tokens'],
  }),
  convention: choice(
    conventions,
    'edge and bottom count of the official code (full, floor) or of the original specification (partial, ' +
      'ceil)',
    'NAME',
  ),
  edge: choice(edges, 'use complete windows only, or also the shorter ones at the start', 'HOW'),
  bottomCount: choice(bottomCounts, 'how to round a tenth of the groups', 'HOW'),
  sentinel: choice(
    sentinelRules,
    'candidates without a real log-probability: leave them out, use the smallest value, or judge by the ' +
      'chosen token',
    'RULE',
  ),
  missing: choice(missingRules, 'tokens without a confidence: leave them out, or count them as 0', 'HOW'),
};

const schema = z.object(confidenceFields).partial();

const ofGroups: readonly Metric[] = ['lowest', 'bottom10'];
/** The metrics that read them; all read the others. */
const readBy: Partial<Record<keyof typeof confidenceFields, readonly Metric[]>> = {
  window: ofGroups,
  edge: ofGroups,
  convention: ofGroups,
  bottomCount: ['bottom10'],
  tail: ['tail'],
};

/** A line for each option that none of the metrics reads. No error: published commands give all of them alike. */
export function idleConfidences(
  given: Readonly<Record<string, unknown>>,
  metrics: readonly Metric[],
): readonly string[] {
  return Object.entries(readBy).flatMap(([key, readers]) =>
    given[key] === undefined || readers.some((metric) => metrics.includes(metric))
      ? []
      : [`--${kebab(key)} changes nothing without ${readers.join(' or ')} among --metrics`],
  );
}

/** What was given; the rest is left to what the pool was built with. */
export function givenScores(given: z.output<typeof schema>): Partial<VoteScores> {
  const { window, tail, convention, edge, bottomCount, sentinel, missing } = given;
  const single = { window, tail, edge, bottomCount, sentinel, missing };
  const reported = Object.fromEntries(Object.entries(single).filter(([, value]) => value !== undefined));
  return { ...(convention === undefined ? {} : conventionSettings[convention]), ...reported };
}
