// Replies that are whole and are not what was asked for: another model, no limit, a prompt that was cut, an early end.
import { z } from 'zod';
import type { Completion } from '../completion.ts';
import { faultRule } from './fault.ts';

function withUsage(
  completion: Completion,
  { prompt = completion.usage.prompt_tokens, reply = completion.usage.completion_tokens },
): Completion {
  const usage = { prompt_tokens: prompt, completion_tokens: reply, total_tokens: prompt + reply };
  return { ...completion, usage };
}

/** Says that another model answered. */
export const wrongModelRule = faultRule(
  'wrong_model',
  { model: z.string().min(1).default('another-model') },
  (rule) => ({
    kind: 'reply',
    good: () => false,
    edit: (completion) => ({ ...completion, model: rule.model }),
  }),
);

/** Answers as if there were no limit, and charges for at least `beyond` tokens more than the limit. */
export const ignoreMaxTokensRule = faultRule(
  'ignore_max_tokens',
  { beyond: z.int().min(0).default(100) },
  (rule) => ({
    kind: 'reply',
    good: ({ maxTokens }) => maxTokens === null,
    ask: (call) => ({ ...call, maxTokens: null }),
    edit: (completion, { maxTokens }) =>
      withUsage(completion, {
        reply: Math.max(completion.usage.completion_tokens, (maxTokens ?? -Infinity) + rule.beyond),
      }),
  }),
);

/** Says that it read `prompt_tokens` at most: the prompt was cut without a word. */
export const shortPromptRule = faultRule(
  'short_prompt',
  { prompt_tokens: z.int().min(0).default(16) },
  (rule) => ({
    kind: 'reply',
    good: () => false,
    edit: (completion) =>
      withUsage(completion, { prompt: Math.min(completion.usage.prompt_tokens, rule.prompt_tokens) }),
  }),
);

/** Ends early with this reason, after the given share of the tokens. Only one that ran out of resources is bad. */
export const finishReasonRule = faultRule(
  'finish_reason',
  {
    reason: z.enum(['length', 'content_filter', 'insufficient_system_resource']),
    share: z.number().min(0).max(1).default(0.5),
  },
  (rule) => ({
    kind: 'reply',
    good: () => rule.reason !== 'insufficient_system_resource',
    edit(completion) {
      const pieces = completion.pieces.slice(0, Math.ceil(completion.pieces.length * rule.share));
      return withUsage({ ...completion, pieces, finishReason: rule.reason }, { reply: pieces.length });
    },
  }),
);
