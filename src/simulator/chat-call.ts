// Reads the body of POST /v1/chat/completions. Parameters that are not known are ignored, as servers do; wrong
// values of known ones are refused with the name of the parameter.

import { z } from 'zod';
import { parseJson } from '../records/parse-json.ts';
import { type ApiError, apiError } from './api-error.ts';

const textPart = z.looseObject({ type: z.literal('text'), text: z.string() });
const message = z.looseObject({
  role: z.enum(['system', 'developer', 'user', 'assistant', 'tool']),
  content: z.union([z.string(), z.array(textPart)]),
});

const bodySchema = z
  .looseObject({
    model: z.string().min(1),
    messages: z.array(message).min(1),
    temperature: z.number().min(0).max(2).nullish(),
    top_p: z.number().gt(0).max(1).nullish(),
    max_tokens: z.int().min(1).nullish(),
    max_completion_tokens: z.int().min(1).nullish(),
    stop: z.union([z.string(), z.array(z.string()).max(4)]).nullish(),
    seed: z.int().nullish(),
    n: z.literal(1, 'one choice a request: send several requests').nullish(),
    stream: z.boolean().nullish(),
    logprobs: z.boolean().nullish(),
    top_logprobs: z.int().min(0).max(20).nullish(),
  })
  .refine(({ logprobs, top_logprobs }) => top_logprobs == null || logprobs === true, {
    path: ['top_logprobs'],
    error: 'needs logprobs to be true',
  });

export interface ChatCall {
  readonly model: string;
  readonly messages: readonly { readonly role: string; readonly content: string }[];
  readonly temperature: number;
  readonly topP: number;
  /** Null: no limit. */
  readonly maxTokens: number | null;
  readonly stop: readonly string[];
  readonly seed: number | null;
  readonly stream: boolean;
  /** Null: not asked for; else how many alternatives to show for each token. */
  readonly topLogprobs: number | null;
}

export function readChatCall(body: Uint8Array): ChatCall | ApiError {
  let json: unknown;
  try {
    json = parseJson(Buffer.from(body).toString('utf8'));
  } catch (error) {
    return apiError(400, `the body is not JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
  const result = bodySchema.safeParse(json);
  if (!result.success) {
    const issue = result.error.issues[0]!;
    const param = issue.path.length === 0 ? null : issue.path.join('.');
    return apiError(400, `${param ?? 'body'}: ${issue.message}`, { param });
  }
  const call = result.data;
  return {
    model: call.model,
    messages: call.messages.map(({ role, content }) => ({
      role,
      content: typeof content === 'string' ? content : content.map(({ text }) => text).join(''),
    })),
    temperature: call.temperature ?? 1,
    topP: call.top_p ?? 1,
    maxTokens: call.max_completion_tokens ?? call.max_tokens ?? null,
    stop: [call.stop ?? []].flat().filter((text) => text !== ''),
    seed: call.seed ?? null,
    stream: call.stream ?? false,
    topLogprobs: call.logprobs === true ? (call.top_logprobs ?? 0) : null,
  };
}

/** What the simulated models read: the text of the last message of the user. */
export function lastUserText({ messages }: Pick<ChatCall, 'messages'>): string {
  return messages.findLast(({ role }) => role === 'user')?.content ?? '';
}

/** The text of all messages, in order, one below the other. */
export function allText({ messages }: Pick<ChatCall, 'messages'>): string {
  return messages.map(({ content }) => content).join('\n');
}
