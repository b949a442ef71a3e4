// What one reply was billed for, as records keep it.
import type { ChatReply } from '../endpoints/chat.ts';
import type { Usage } from '../records/usage.ts';

export function usageOf({ promptTokens, completionTokens }: ChatReply): Usage {
  return { calls: 1, prompt_tokens: promptTokens, completion_tokens: completionTokens };
}
