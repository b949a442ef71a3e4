// The prompt of a trace: the problem and the paper's instruction in one message of the user, and no system prompt. The
// same for every method that votes on the pool.
import type { ChatMessage } from '../../endpoints/chat.ts';
import { sha256Hex } from '../../records/identity.ts';

const instruction = 'Please reason step by step, and put your final answer within \\boxed{}.';

export const promptTemplate = `{problem}\n\n${instruction}`;
export const promptHash: string = sha256Hex(promptTemplate);

export function promptMessages(problem: string): ChatMessage[] {
  return [{ role: 'user', content: `${problem}\n\n${instruction}` }];
}
