// An endpoint that is never called: counts what would be asked, by distinct key, and shows the first request. Every
// call fails for its record alone, so that each stage asks once for each of its samples.
import { LateBenchError } from '../errors.ts';
import { type ChatEndpoint, type ChatRequest, replyLimit } from './chat.ts';
import { requestKey } from './request-key.ts';

export interface DryRun {
  readonly endpoint: ChatEndpoint;
  readonly calls: number;
  /** Calls that equal an earlier one and would not be made again. */
  readonly repeats: number;
  readonly promptTokens: number;
  /** Sum of max_tokens where requests have one; null when one has none. */
  readonly maxCompletionTokens: number | null;
  readonly first: (ChatRequest & { readonly model: string }) | null;
}

export function createDryRun(name: string, model: string, estimateTokens: (text: string) => number): DryRun {
  // Half a key is enough to tell calls apart, and a million of them still fit.
  const seen = new Set<string>();
  let calls = 0;
  let repeats = 0;
  let promptTokens = 0;
  let maxCompletionTokens: number | null = 0;
  let first: DryRun['first'] = null;
  const endpoint: ChatEndpoint = {
    name,
    model,
    async chat(request, { sample = 0 }) {
      const key = requestKey(name, model, request, sample).slice(0, 32);
      first ??= { model, ...request };
      if (seen.has(key)) repeats += 1;
      else {
        seen.add(key);
        calls += 1;
        promptTokens += request.messages.reduce((sum, { content }) => sum + estimateTokens(content), 0);
        const limit = replyLimit(request);
        if (limit === undefined) maxCompletionTokens = null;
        else if (maxCompletionTokens !== null) maxCompletionTokens += limit;
      }
      throw new LateBenchError('LB_ENDPOINT_REPLY', 'no call is made in a dry run');
    },
    async close() {},
  };
  return {
    endpoint,
    get calls() {
      return calls;
    },
    get repeats() {
      return repeats;
    },
    get promptTokens() {
      return promptTokens;
    },
    get maxCompletionTokens() {
      return maxCompletionTokens;
    },
    get first() {
      return first;
    },
  };
}
