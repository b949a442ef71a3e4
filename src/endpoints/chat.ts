// The chat-completions dialect as stages see it: what is asked and what comes back, whatever the server.
import type { ReplyLogprobs } from './reply-logprobs.ts';
import type { StreamWatch } from './stream/watch.ts';

/** One message of a chat, with its role. */
export interface ChatMessage {
  /** `developer`: what reasoning models of OpenAI call a system message. */
  readonly role: 'system' | 'developer' | 'user' | 'assistant';
  /** Plain text. */
  readonly content: string;
}

/** One request. Names are the wire's; the client adds the model and turns `undefined` into absence. */
export interface ChatRequest {
  /** In the order of the conversation. */
  readonly messages: readonly ChatMessage[];
  /** 0 to 2; left to the server when absent. */
  readonly temperature?: number | undefined;
  /** Share of the probability that is sampled from, 0 to 1. */
  readonly top_p?: number | undefined;
  /** Number of candidates that are sampled from; not every server takes it. */
  readonly top_k?: number | undefined;
  /** Longest completion, in tokens. */
  readonly max_tokens?: number | undefined;
  /** What reasoning models call the limit, which then counts their reasoning too. */
  readonly max_completion_tokens?: number | undefined;
  /** Texts that end the completion where they appear. */
  readonly stop?: readonly string[] | undefined;
  /** Sent where the provider takes it. Each sample of a vote sends its own. */
  readonly seed?: number | undefined;
  /** Ask for the log-probability of each token. */
  readonly logprobs?: boolean | undefined;
  /** Number of alternatives for each token, with `logprobs`. */
  readonly top_logprobs?: number | undefined;
  /** DeepSeek's way of switching its reasoning off. */
  readonly thinking?: { readonly type: 'disabled' } | undefined;
  /** Ask for JSON, where the server takes it. */
  readonly response_format?: ResponseFormat | undefined;
}

/** A JSON object, of any shape or as a JSON Schema says. */
export type ResponseFormat =
  | { readonly type: 'json_object' }
  | {
      readonly type: 'json_schema';
      readonly json_schema: { readonly name: string; readonly schema: object; readonly strict?: boolean };
    };

/** The longest reply that a request allows, undefined where it sets no limit. */
export function replyLimit(request: ChatRequest): number | undefined {
  return request.max_completion_tokens ?? request.max_tokens;
}

/** What concerns one call and is not sent to the model. */
export interface ChatOptions {
  /** Gives the call up, wherever it is. */
  readonly signal: AbortSignal;
  /** Vote or sample index, from 0: equal requests with another index are different work. */
  readonly sample?: number;
  /** Has the reply sent in pieces and looks at each token; the reply ends where it has had enough. */
  readonly watch?: StreamWatch | undefined;
}

/** A reply, in the same words for every provider. */
export interface ChatReply {
  /** The visible text, without reasoning. */
  readonly content: string;
  /** Reasoning text that the server sent apart from the content. */
  readonly reasoning: string | null;
  /** The model declined, and the content is what it said instead. */
  readonly refused?: boolean;
  /** `stop`, `length`, `content_filter`, …; null when the server did not say. */
  readonly finishReason: string | null;
  /** The model the server says it used. */
  readonly model: string;
  /** As the server counts them; 0 where it does not say. */
  readonly promptTokens: number;
  /** Reasoning included. */
  readonly completionTokens: number;
  /** Of the prompt's tokens, those that the server had in its cache; absent where it had none or does not say. */
  readonly cachedTokens?: number;
  /** Of the completion tokens, those of reasoning, where the server reports them. */
  readonly reasoningTokens?: number;
  /** The server did not report all of its usage: what is 0 here may have been billed. */
  readonly usageMissing?: true;
  /** Of each token, if requested and returned. */
  readonly logprobs: ReplyLogprobs | null;
  /** What the server says of its configuration. */
  readonly fingerprint?: string | null;
  /** Present for a streamed reply: complete, or stopped after this many tokens with logprobs, which are billed. */
  readonly streamed?: { readonly whole: boolean; readonly arrived: number };
  /** Logprobs were requested, and those received are unusable. Such a reply is stored but never counted as good. */
  readonly degenerate?: boolean;
}

/** A configured endpoint. `chat` throws a LateBenchError once the call has finally failed. */
export interface ChatEndpoint {
  /** Logical name (a stable name or base URL without credentials): part of keys and manifests. */
  readonly name: string;
  /** As the server calls it. */
  readonly model: string;
  /**
   * Parameters that are sent in another form or not at all, because the server rejects them; absent if there are none.
   */
  readonly adapted?: readonly string[] | undefined;
  /**
   * Makes one call, with retries, limits and stored replies as the endpoint was opened. Throws, among others,
   * LB_ENDPOINT_SERVER, LB_ENDPOINT_TIMEOUT or LB_ENDPOINT_NETWORK once it has finally failed, and LB_BUDGET where
   * the budget is spent.
   */
  chat(request: ChatRequest, options: ChatOptions): Promise<ChatReply>;
  /** Closes the endpoint's connections. */
  close(): Promise<void>;
}
