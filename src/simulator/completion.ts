// From a model's reply to a chat completion: stop strings, the token limit, logprobs in OpenAI's shape, usage.
import { sha256Hex } from '../records/identity.ts';
import type { ChatCall } from './chat-call.ts';
import type { ModelReply, SampledToken, TokenChance } from './model.ts';
import { remembering } from './remembering.ts';
import { countPromptTokens, tokenize } from './tokens.ts';

export const systemFingerprint = 'latebench-sim';

/** `logprob` is a number in a sound reply; a fault may put anything there. */
export interface WireChance {
  readonly token: string;
  readonly logprob: number | string | null;
  readonly bytes: readonly number[];
}

/** One entry of `logprobs.content`. */
export interface WireToken extends WireChance {
  readonly top_logprobs: readonly WireChance[];
}

export interface Piece {
  readonly text: string;
  /** Null where none were asked for or the model has none. */
  readonly logprobs: WireToken | null;
}

export interface Completion {
  /** The same for the same content: nothing here knows the time. */
  readonly id: string;
  readonly created: 0;
  readonly model: string;
  readonly pieces: readonly Piece[];
  /** `stop` or `length`; a fault may give another. */
  readonly finishReason: string;
  readonly usage: {
    readonly prompt_tokens: number;
    readonly completion_tokens: number;
    readonly total_tokens: number;
  };
}

export function complete(call: ChatCall, reply: ModelReply): Completion {
  const all = 'trace' in reply ? untilStop(reply.trace, call.stop) : textPieces(reply.text, call.stop);
  const kept = call.maxTokens === null ? all : all.slice(0, call.maxTokens);
  const promptTokens = countPromptTokens(call.messages);
  const text = kept.map(({ token }) => token).join('');
  return {
    id: `chatcmpl-sim-${sha256Hex(JSON.stringify([call.model, call.messages, call.seed, text])).slice(0, 24)}`,
    created: 0,
    model: call.model,
    pieces: kept.map((token) => ({ text: token.token, logprobs: wireLogprobs(token, call.topLogprobs) })),
    finishReason: kept.length < all.length ? 'length' : 'stop',
    usage: {
      prompt_tokens: promptTokens,
      completion_tokens: kept.length,
      total_tokens: promptTokens + kept.length,
    },
  };
}

type Drawn = { readonly token: string } | SampledToken;

function textPieces(text: string, stop: readonly string[]): Drawn[] {
  return tokenize(text.slice(0, stopAt(text, stop))).map((token) => ({ token }));
}

/** The tokens that end before the first stop string begins. */
function untilStop(trace: readonly SampledToken[], stop: readonly string[]): readonly SampledToken[] {
  const end = stopAt(trace.map(({ token }) => token).join(''), stop);
  let length = 0;
  const count = trace.findIndex(({ token }) => {
    length += token.length;
    return length > end;
  });
  return count === -1 ? trace : trace.slice(0, count);
}

function stopAt(text: string, stop: readonly string[]): number {
  const places = stop.map((sign) => text.indexOf(sign)).filter((place) => place >= 0);
  return Math.min(text.length, ...places);
}

function wireLogprobs(token: Drawn, top: number | null): WireToken | null {
  if (top === null || !('top' in token)) return null;
  return { ...wireChance(token), top_logprobs: token.top.slice(0, top).map(wireChance) };
}

/** The same few words come thousands of times in a trace. */
const bytesOf = remembering((token): readonly number[] => [...Buffer.from(token)]);

function wireChance({ token, logprob }: TokenChance): WireChance {
  return { token, logprob, bytes: bytesOf(token) };
}

/** The body of a reply that is not streamed. */
export function completionBody(completion: Completion): Record<string, unknown> {
  const { pieces, finishReason, usage } = completion;
  const content = pieces.map(({ logprobs }) => logprobs).filter((entry) => entry !== null);
  return {
    ...envelope(completion, 'chat.completion'),
    choices: [
      {
        index: 0,
        message: { role: 'assistant', content: pieces.map(({ text }) => text).join(''), refusal: null },
        logprobs: content.length === 0 ? null : { content, refusal: null },
        finish_reason: finishReason,
      },
    ],
    usage,
  };
}

/** The events of a streamed reply: the role, one event a token, the reason it ended, the usage. */
export function* completionChunks(completion: Completion): Generator<Record<string, unknown>> {
  const base = envelope(completion, 'chat.completion.chunk');
  const chunk = (
    delta: object,
    logprobs: unknown,
    finish_reason: string | null,
  ): Record<string, unknown> => ({
    ...base,
    choices: [{ index: 0, delta, logprobs, finish_reason }],
  });
  yield chunk({ role: 'assistant', content: '' }, null, null);
  for (const { text, logprobs } of completion.pieces) {
    yield chunk({ content: text }, logprobs === null ? null : { content: [logprobs], refusal: null }, null);
  }
  yield chunk({}, null, completion.finishReason);
  yield { ...base, choices: [], usage: completion.usage };
}

function envelope({ id, created, model }: Completion, object: string): object {
  return { id, object, created, model, system_fingerprint: systemFingerprint };
}
