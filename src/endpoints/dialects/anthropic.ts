// Anthropic's Messages: the system message apart, a token limit in every request, the reply as blocks.
import type { ChatReply } from '../chat.ts';
import { replyLimit } from '../chat.ts';
import type { Dialect } from '../dialect.ts';
import { checkFinish } from '../finish-reason.ts';
import { lacking } from '../wire-error.ts';
import { isObject, textOrNull } from '../wire-shape.ts';
import { inputAndOutput, tokenCounts } from '../wire-usage.ts';
import { objectsIn, readObject } from './read-object.ts';
import { systemText, turns } from './system-apart.ts';
import { usageDetails } from './usage-details.ts';

/** Sent where the command sets no limit: the API requires one, and each of its models takes this. */
const requiredLimit = 4096;

const finishReasons: Readonly<Record<string, string>> = {
  end_turn: 'stop',
  stop_sequence: 'stop',
  max_tokens: 'length',
  model_context_window_exceeded: 'length',
};

export const anthropicDialect: Dialect = {
  name: 'anthropic',
  can: { logprobs: false, n: false, seed: false, schema: false, streaming: false, batch: false },
  mark: '/messages',
  path: () => '/messages',
  headers: (apiKey) => ({
    'anthropic-version': '2023-06-01',
    ...(apiKey === undefined ? {} : { 'x-api-key': apiKey }),
  }),
  body: (model, request) =>
    JSON.stringify({
      model,
      max_tokens: replyLimit(request) ?? requiredLimit,
      system: systemText(request.messages),
      messages: turns(request.messages),
      temperature: request.temperature,
      top_p: request.top_p,
      top_k: request.top_k,
      stop_sequences: request.stop,
      thinking: request.thinking,
      stream: false,
    }),
  read(status, bytes): ChatReply {
    const body = readObject(status, bytes);
    if (!Array.isArray(body.content)) throw lacking('content', body, 'anthropic');
    const blocks = objectsIn(body.content);
    const texts = (type: string, field: string): string =>
      blocks.flatMap((block) => (block.type === type ? (textOrNull(block[field]) ?? []) : [])).join('');
    const usage = isObject(body.usage) ? body.usage : {};
    const reasoning = texts('thinking', 'thinking');
    const reason = textOrNull(body.stop_reason);
    checkFinish(reason, 'stop_reason');
    const content = texts('text', 'text');
    const { prompt, completion } = inputAndOutput(usage);
    return {
      content,
      ...(reason === 'refusal' ? { refused: true } : {}),
      reasoning: reasoning === '' ? null : reasoning,
      finishReason: reason === null ? null : (finishReasons[reason] ?? reason),
      // An unknown model is refused there, and an alias is answered with the model's full name.
      model: '',
      ...tokenCounts(prompt, completion, content !== '' || reasoning !== ''),
      ...usageDetails(usage.cache_read_input_tokens, undefined),
      logprobs: null,
    };
  },
};
