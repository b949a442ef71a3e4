// An endpoint that is never called: counts what would be asked, by distinct key, and shows the first request. Every
// call fails for its record alone, so that each stage asks once for each of its samples.
import { LateBenchError } from '../errors.ts';
import { estimatePromptTokens, maxPromptTokens } from './budget/estimate-tokens.ts';
import { type ChatEndpoint, type ChatRequest, replyLimit } from './chat.ts';
import type { Dialect } from './dialect.ts';
import { requestKey } from './request-key.ts';
import { addedLimitFor } from './token-limit.ts';

/** Tokens that a reply is expected to have where nothing is known of it; of a trace with logprobs. */
const usualReply = { plain: 1_000, trace: 2_500 } as const;

export interface Tokens {
  readonly prompt: number;
  readonly completion: number;
}

export interface DryRun {
  readonly endpoint: ChatEndpoint;
  readonly calls: number;
  /** Calls that equal an earlier one and would not be made again. */
  readonly repeats: number;
  /** Calls whose replies are stored: they would not be made either. */
  readonly stored: number;
  /** An estimate, of replies of the usual length. */
  readonly expected: Tokens;
  /** What the calls take at most, each made once; null where a reply has no token limit. */
  readonly bound: Tokens | null;
  /** The body of the first request, as the endpoint's dialect writes it. */
  readonly first: unknown;
}

/** `limited`: a budget is set, so that every request gets a token limit. `isStored`: by the whole key. */
export function createDryRun(
  { name, dialect }: { readonly name: string; readonly dialect: Pick<Dialect, 'body'> },
  model: string,
  limited: boolean,
  isStored?: (key: string, request: ChatRequest) => Promise<boolean>,
): DryRun {
  // Half a key is enough to tell calls apart, and a million of them still fit.
  const seen = new Set<string>();
  let calls = 0;
  let repeats = 0;
  let stored = 0;
  const expected = { prompt: 0, completion: 0 };
  let bound: { prompt: number; completion: number } | null = { prompt: 0, completion: 0 };
  let first: unknown = null;

  const add = (request: ChatRequest): void => {
    const limit = replyLimit(request) ?? (limited ? addedLimitFor(model).tokens : undefined);
    const usual = request.logprobs === true ? usualReply.trace : usualReply.plain;
    expected.prompt += estimatePromptTokens(request.messages);
    expected.completion += Math.min(usual, limit ?? usual);
    if (limit === undefined) bound = null;
    else if (bound !== null) {
      bound.prompt += maxPromptTokens(request.messages);
      bound.completion += limit;
    }
  };
  const endpoint: ChatEndpoint = {
    name,
    model,
    async chat(request, { sample = 0 }) {
      const whole = requestKey(name, model, request, sample);
      const key = whole.slice(0, 32);
      if (seen.has(key)) repeats += 1;
      else {
        seen.add(key);
        if ((await isStored?.(whole, request)) === true) stored += 1;
        else {
          first ??= JSON.parse(dialect.body(model, request));
          calls += 1;
          add(request);
        }
      }
      throw new LateBenchError('LB_ENDPOINT_REPLY', 'no call is made in a dry run');
    },
    async close() {},
  };
  return {
    endpoint,
    expected,
    get calls() {
      return calls;
    },
    get repeats() {
      return repeats;
    },
    get stored() {
      return stored;
    },
    get bound() {
      return bound;
    },
    get first() {
      return first;
    },
  };
}
