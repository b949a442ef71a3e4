// The endpoints that the dashboard may call for a person: opened on first use by whoever started it, shown to the
// browser by role and model only.
import type { ChatEndpoint } from '../../endpoints/chat.ts';
import type { EndpointFacts } from '../api.ts';

export interface EndpointAccess {
  /** What is configured; nothing of a key or an address. */
  readonly facts: readonly EndpointFacts[];
  /** Throws when the role is not configured. */
  chat(role: 'inject' | 'critic'): Promise<ChatEndpoint>;
  /** What a call with this many tokens costs in USD; null when the price is not known. */
  usd(model: string, promptTokens: number, completionTokens: number): number | null;
}
