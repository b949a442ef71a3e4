// Tokens that replies were billed for. No times and no cache hits: records stay identical when a run resumes.
import { z } from 'zod';

export const usageSchema = z.looseObject({
  calls: z.int().nonnegative(),
  prompt_tokens: z.int().nonnegative(),
  completion_tokens: z.int().nonnegative(),
  /** Of the completion tokens, where the server reports them. */
  reasoning_tokens: z.int().nonnegative().optional(),
});
export type Usage = z.infer<typeof usageSchema>;

export const noUsage: Usage = { calls: 0, prompt_tokens: 0, completion_tokens: 0 };

export function addUsage(left: Usage, right: Usage): Usage {
  const reasoning = (left.reasoning_tokens ?? 0) + (right.reasoning_tokens ?? 0);
  return {
    calls: left.calls + right.calls,
    prompt_tokens: left.prompt_tokens + right.prompt_tokens,
    completion_tokens: left.completion_tokens + right.completion_tokens,
    ...(reasoning > 0 ? { reasoning_tokens: reasoning } : {}),
  };
}
