// A call, and a reply to it, for tests of single links.
import { type Call, newCall, type Reply } from '../../../src/endpoints/chain/chain.ts';

export const { signal } = new AbortController();
export const request = { messages: [{ role: 'user', content: 'x' }] } as const;

export const callOf = (change: Partial<Call> = {}): Call => ({
  ...newCall({ key: 'k', request, sample: 0, signal }),
  ...change,
});

export const reply: Reply = {
  reply: {
    ...{ content: '4', reasoning: null, finishReason: 'stop', model: 'm' },
    ...{ promptTokens: 7, completionTokens: 3, logprobs: null },
  },
  from: 'endpoint',
  usd: null,
};
