// The calls of machines that share a budget.
import { maxPromptTokens } from '../../src/endpoints/budget/estimate-tokens.ts';
import type { ChatRequest } from '../../src/endpoints/chat.ts';

/** Calls at once of a machine. */
export const fleetCalls = 8;

const replyTokens = 100;

export function fleetRequest(name: string, number: number): ChatRequest {
  const content = `Machine ${name} asks ${String(number).padStart(6, '0')}`;
  return { messages: [{ role: 'user', content }], max_tokens: replyTokens };
}

/** Tokens that one of them may take. */
export const fleetWorst = maxPromptTokens(fleetRequest('a', 0).messages) + replyTokens;
