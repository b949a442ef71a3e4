// The rules of a fault script: all actions, and the reading of a script with errors that name the rule.
import { z } from 'zod';
import { LateBenchError } from '../../errors.ts';
import { issueWords } from '../../records/issue-text.ts';
import { corruptGzipRule, resetMidBodyRule, truncateRule, wrongLengthRule } from './broken-body.ts';
import { hangRule, resetRule, staleConnectionRule } from './connection.ts';
import { emptyChoicesRule, nullContentRule } from './empty-reply.ts';
import { errorEventRule, errorIn200Rule } from './error-in-reply.ts';
import { errorRule, quotaRule, rateLimitRule } from './error-status.ts';
import type { ReadyRule } from './fault.ts';
import { finishReasonRule, ignoreMaxTokensRule, shortPromptRule, wrongModelRule } from './not-as-asked.ts';
import {
  degenerateLogprobsRule,
  fewerAlternativesRule,
  noLogprobsRule,
  sentinelAlternativesRule,
} from './poor-logprobs.ts';
import { rateHeadersRule } from './rate-headers.ts';
import { blankLinesRule, commentsRule, delayRule, trickleRule } from './slow.ts';
import { ignoreStreamRule, streamRule } from './streams.ts';

const ruleSchema = z.discriminatedUnion(
  'do',
  [
    errorRule,
    rateLimitRule,
    quotaRule,
    resetRule,
    hangRule,
    staleConnectionRule,
    resetMidBodyRule,
    truncateRule,
    wrongLengthRule,
    corruptGzipRule,
    errorIn200Rule,
    errorEventRule,
    emptyChoicesRule,
    nullContentRule,
    noLogprobsRule,
    degenerateLogprobsRule,
    fewerAlternativesRule,
    sentinelAlternativesRule,
    wrongModelRule,
    ignoreMaxTokensRule,
    shortPromptRule,
    finishReasonRule,
    rateHeadersRule,
    blankLinesRule,
    commentsRule,
    trickleRule,
    delayRule,
    streamRule,
    ignoreStreamRule,
  ],
  {
    error: (issue) =>
      issue.code === 'invalid_union' && Array.isArray(issue.options)
        ? `choose one of ${issue.options.join(', ')}`
        : undefined,
  },
);

/** One rule as it is written; docs/endpoints.md lists the actions. */
export type FaultRule = z.input<typeof ruleSchema>;

function nameOf(rule: unknown, index: number): string {
  const named = z.looseObject({ name: z.string() }).safeParse(rule);
  return `rule ${index + 1}${named.success ? ` (${named.data.name})` : ''}`;
}

/** Reads a script: a list of rules, the first that applies to a call wins. Throws LB_CONFIG for one that is wrong. */
export function readFaultRules(script: unknown): ReadyRule[] {
  if (!Array.isArray(script)) {
    throw new LateBenchError(
      'LB_CONFIG',
      'the fault script is not a list; write [{"do": …, "when": {…}}, …]',
    );
  }
  return script.map((rule: unknown, index) => {
    const result = ruleSchema.safeParse(rule);
    if (result.success) return result.data;
    const issue = result.error.issues[0]!;
    const path = issue.path.length === 0 ? '' : `${issue.path.join('.')}: `;
    const where = `fault script, ${nameOf(rule, index)}: ${path}`;
    throw new LateBenchError('LB_CONFIG', `${where}${issueWords(issue, rule)}`);
  });
}
