// What a client says to a server and how it reads what comes back. Each dialect is a module of dialects/, and choose.ts
// there says which one an endpoint speaks.
import type { ChatReply, ChatRequest } from './chat.ts';

/** What a dialect can carry; whether a server then does it is for the server to say. */
export interface Abilities {
  /** Log-probabilities of the reply's tokens, with alternatives. */
  readonly logprobs: boolean;
  /** Several replies to one request. LateBench asks for each of them by itself, so that each is stored by itself. */
  readonly n: boolean;
  readonly seed: boolean;
  /** A JSON Schema that the reply follows. */
  readonly schema: boolean;
  /** Replies that come in pieces are read too. */
  readonly streaming: boolean;
  /** Calls by the Batch API. */
  readonly batch: boolean;
}

export interface Dialect {
  readonly name: string;
  readonly can: Abilities;
  /** Follows the endpoint's name in keys, where bodies have another shape than those of chat completions. */
  readonly mark: string;
  /** The address that `path` follows, from the base URL as users write it; that base URL when absent. */
  base?(baseUrl: string): string;
  /** With a query where the dialect needs one. */
  path(model: string): string;
  /** Headers that carry the key, and those that every request needs. */
  headers(apiKey: string | undefined): Readonly<Record<string, string>>;
  /** What requests carry beside the key and must not be shown, printed or kept. */
  readonly secrets?: readonly string[];
  body(model: string, request: ChatRequest): string;
  /** Throws the LateBenchError of a reply that is not what was requested. */
  read(status: number, body: Buffer, topLogprobs?: number): ChatReply;
  /** The body with its logprobs in columns, which `read` takes as well; null where it is best kept as it came. */
  pack?(body: Buffer, topLogprobs?: number): Buffer | null;
}
