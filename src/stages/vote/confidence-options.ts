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

const error = 'give a whole number of tokens, or a share between 0 and 1';

/** Tokens from 1, or a share of the trace below 1. */
export const size = z
  .number()
  .gt(0, { error })
  .max(1e9, { error })
  .refine((value) => value < 1 || Number.isInteger(value), { error });

export const confidenceFields = {
  window: size
    .optional()
    .describe('tokens of a group, or a share of the trace such as 0.1')
    .meta({ value: 'N', aliases: ['group-size'] }),
  tail: size
    .optional()
    .describe('tokens of the tail, or a share of the trace')
    .meta({ value: 'N', aliases: ['tail-tokens'] }),
  convention: z
    .enum(conventions)
    .optional()
    .describe(
      'edge and bottom count of the official code (full, floor) or of the requirement (partial, ceil)',
    )
    .meta({ value: 'NAME' }),
  edge: z
    .enum(edges)
    .optional()
    .describe('groups of whole windows only, or also the shorter ones at the start')
    .meta({ value: 'HOW' }),
  bottomCount: z
    .enum(bottomCounts)
    .optional()
    .describe('how a tenth of the groups is made whole')
    .meta({ value: 'HOW' }),
  sentinel: z
    .enum(sentinelRules)
    .optional()
    .describe(
      'candidates without a real log-probability: left out, the smallest takes its place, or the chosen token judges',
    )
    .meta({ value: 'RULE' }),
  missing: z
    .enum(missingRules)
    .optional()
    .describe('tokens without a confidence: left out, or 0')
    .meta({ value: 'HOW' }),
};

const schema = z.object(confidenceFields).partial();

/** What was given; the rest is left to what the pool was built with. */
export function givenScores(given: z.output<typeof schema>): Partial<VoteScores> {
  const { window, tail, convention, edge, bottomCount, sentinel, missing } = given;
  const single = { window, tail, edge, bottomCount, sentinel, missing };
  const reported = Object.fromEntries(Object.entries(single).filter(([, value]) => value !== undefined));
  return { ...(convention === undefined ? {} : conventionSettings[convention]), ...reported };
}
