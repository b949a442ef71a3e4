// Replies whose logprobs are absent or say nothing, as some servers send them.
import { z } from 'zod';
import type { ChatCall } from '../chat-call.ts';
import type { Completion, WireToken } from '../completion.ts';
import { faultRule } from './fault.ts';

function withLogprobs(
  completion: Completion,
  change: (token: WireToken, index: number) => WireToken | null,
): Completion {
  return {
    ...completion,
    pieces: completion.pieces.map(({ text, logprobs }, index) => ({
      text,
      logprobs: logprobs === null ? null : change(logprobs, index),
    })),
  };
}

/** Without logprobs a reply is still good to those who asked for none. */
function unasked({ topLogprobs }: ChatCall): boolean {
  return topLogprobs === null;
}

/** `logprobs: null`, whatever was asked for. */
export const noLogprobsRule = faultRule('no_logprobs', {}, () => ({
  kind: 'reply',
  good: unasked,
  edit: (completion) => withLogprobs(completion, () => null),
}));

/** Tokens with `values` in turn for their logprobs, and without alternatives. */
export const degenerateLogprobsRule = faultRule(
  'degenerate_logprobs',
  {
    values: z
      .array(z.union([z.number(), z.string(), z.null()]))
      .min(1)
      .default([0, -9999]),
  },
  (rule) => ({
    kind: 'reply',
    good: unasked,
    edit: (completion) =>
      withLogprobs(completion, (token, index) => ({
        ...token,
        logprob: rule.values[index % rule.values.length] ?? null,
        top_logprobs: [],
      })),
  }),
);

/** At most `keep` alternatives a token; a reply with fewer than two of them is of no use. */
export const fewerAlternativesRule = faultRule(
  'fewer_alternatives',
  { keep: z.int().min(0).default(1) },
  (rule) => ({
    kind: 'reply',
    good: ({ topLogprobs }) => rule.keep >= Math.min(topLogprobs ?? 0, 2),
    edit: (completion) =>
      withLogprobs(completion, (token) => ({
        ...token,
        top_logprobs: token.top_logprobs.slice(0, rule.keep),
      })),
  }),
);

/** The last `count` alternatives of each token are placeholders: of use while no more than half of them are. */
export const sentinelAlternativesRule = faultRule(
  'sentinel_alternatives',
  {
    count: z.int().min(1).default(1),
    value: z.union([z.number(), z.string()]).default(-9999),
  },
  ({ count, value }) => ({
    kind: 'reply',
    good: ({ topLogprobs }) => count * 2 <= (topLogprobs ?? 2 * count),
    edit: (completion) =>
      withLogprobs(completion, (token) => ({
        ...token,
        top_logprobs: token.top_logprobs.map((chance, place, { length }) =>
          place < length - count ? chance : { ...chance, logprob: value },
        ),
      })),
  }),
);
