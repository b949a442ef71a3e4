// What a body says it was billed for. Servers disagree on whether reasoning is part of the completion tokens: the total
// decides where they give one, and reasoning that is more than the completion cannot be part of it.
import type { ChatReply } from './chat.ts';
import { usageDetails } from './dialects/usage-details.ts';
import { isPackedReply, unpackReply } from './packed-reply.ts';
import { countOrZero, isEventStream, isObject, type JsonObject, parseJson } from './wire-shape.ts';
import { assembleEvents } from './wire-sse.ts';

export interface ReportedUsage {
  readonly promptTokens: number;
  /** Reasoning included. */
  readonly completionTokens: number;
  /** Of the completion tokens; absent where the server reports none. */
  readonly reasoningTokens?: number;
  /** The server did not report all of it: what is 0 here may have been billed. */
  readonly usageMissing?: true;
}

/**
 * Tokens of prompt and completion, marked where the server left something out: 0 would be a count.
 * @param wrote the reply has text, which cannot have taken 0 tokens
 */
export function tokenCounts(
  promptTokens: number,
  completionTokens: number,
  wrote: boolean,
): Omit<ReportedUsage, 'reasoningTokens'> {
  const missing = promptTokens === 0 || (wrote && completionTokens === 0);
  return { promptTokens, completionTokens, ...(missing ? { usageMissing: true } : {}) };
}

/**
 * Prompt and completion, where the total may say more than both: it has reasoning that the completion leaves out, or it is
 * all there is of a part that is not reported. Of a total alone nobody knows which part is whose.
 */
export function withTotal(
  prompt: number,
  written: number,
  total: number,
): { readonly prompt: number; readonly completion: number } {
  if (prompt > 0) return { prompt, completion: Math.max(written, total - prompt) };
  return { prompt: written > 0 ? Math.max(0, total - written) : 0, completion: written };
}

/** The usage of a chat completion; `wrote` as above. */
export function readUsage(usage: unknown, wrote: boolean): ReportedUsage {
  const reported = isObject(usage) ? usage : {};
  const details = isObject(reported.completion_tokens_details) ? reported.completion_tokens_details : {};
  const written = countOrZero(reported.completion_tokens);
  const reasoningTokens = countOrZero(details.reasoning_tokens);
  const beside = reasoningTokens > written ? written + reasoningTokens : written;
  const total = countOrZero(reported.total_tokens);
  const { prompt, completion } = withTotal(countOrZero(reported.prompt_tokens), beside, total);
  return {
    ...tokenCounts(prompt, completion, wrote),
    ...(reasoningTokens > 0 ? { reasoningTokens } : {}),
  };
}

/** OpenAI's name, and DeepSeek's, for what the server's cache had. */
export function cachedIn(usage: unknown): Pick<ChatReply, 'cachedTokens'> {
  if (!isObject(usage)) return {};
  const read = isObject(usage.prompt_tokens_details) ? usage.prompt_tokens_details : {};
  return usageDetails(read.cached_tokens ?? usage.prompt_cache_hit_tokens, undefined);
}

function contentOf(body: Buffer): unknown {
  if (isPackedReply(body)) return unpackReply(body).body;
  const text = body.toString('utf8').trim();
  return isEventStream(text) ? assembleEvents(text) : parseJson(text);
}

interface Counts {
  readonly prompt: number;
  readonly completion: number;
}

/** Anthropic's names, and those of OpenAI Responses, which have the cached tokens in `input_tokens`. */
export function inputAndOutput(usage: JsonObject): Counts {
  const { input_tokens, cache_creation_input_tokens, cache_read_input_tokens, output_tokens } = usage;
  const parts = [input_tokens, cache_creation_input_tokens, cache_read_input_tokens];
  const prompt = parts.reduce((sum: number, part) => sum + countOrZero(part), 0);
  return { prompt, completion: countOrZero(output_tokens) };
}

/** Gemini's: some models leave their thoughts out of the parts, and have them in the total. */
export function usageMetadata(usage: JsonObject): Counts {
  return withTotal(
    countOrZero(usage.promptTokenCount) + countOrZero(usage.toolUsePromptTokenCount),
    countOrZero(usage.candidatesTokenCount) + countOrZero(usage.thoughtsTokenCount),
    countOrZero(usage.totalTokenCount),
  );
}

/** Ollama's, beside the message. */
export function evalCounts(body: JsonObject): Counts {
  return { prompt: countOrZero(body.prompt_eval_count), completion: countOrZero(body.eval_count) };
}

/** In whichever names: a body that is no reply may have been billed all the same. */
function usageOf(body: JsonObject): ReportedUsage {
  const { usage } = body;
  if (isObject(usage) && usage.input_tokens === undefined) return readUsage(usage, false);
  const { prompt, completion } = isObject(usage)
    ? inputAndOutput(usage)
    : isObject(body.usageMetadata)
      ? usageMetadata(body.usageMetadata)
      : evalCounts(body);
  return tokenCounts(prompt, completion, false);
}

/** What a body that is no reply says of tokens: null where it says nothing. */
export function usageIn(body: Buffer): ReportedUsage | null {
  const value = contentOf(body);
  if (!isObject(value)) return null;
  const usage = usageOf(value);
  return usage.promptTokens + usage.completionTokens === 0 ? null : usage;
}
