// OpenAI's Responses: a list of output items, of which messages are the reply and reasoning stands apart.
import { LateBenchError } from '../../errors.ts';
import { type ChatReply, type ChatRequest, replyLimit } from '../chat.ts';
import type { Dialect } from '../dialect.ts';
import { checkFinish } from '../finish-reason.ts';
import { logprobsByShape, maxTopLogprobs } from '../reply-logprobs.ts';
import { garbled, lacking } from '../wire-error.ts';
import { isObject, textOrNull } from '../wire-shape.ts';
import { inputAndOutput, tokenCounts } from '../wire-usage.ts';
import { bearer } from './openai.ts';
import { objectsIn, readObject } from './read-object.ts';
import { usageDetails } from './usage-details.ts';

/** Of a reply that goes on without us: what it has so far is no reply. */
const unfinished = new Set<unknown>(['queued', 'in_progress']);

function formatOf({ response_format: format }: ChatRequest): object | undefined {
  if (format === undefined) return undefined;
  return { format: format.type === 'json_schema' ? { type: format.type, ...format.json_schema } : format };
}

function bodyOf(model: string, request: ChatRequest): string {
  if (request.stop !== undefined) {
    const message = 'OpenAI Responses takes no stop strings; use --dialect openai';
    throw new LateBenchError('LB_ENDPOINT_CONFIG', message);
  }
  return JSON.stringify({
    model,
    input: request.messages,
    temperature: request.temperature,
    top_p: request.top_p,
    max_output_tokens: replyLimit(request),
    text: formatOf(request),
    ...(request.logprobs === true ? { include: ['message.output_text.logprobs'] } : {}),
    top_logprobs: request.top_logprobs,
    // Replies are stored here, by us.
    store: false,
    stream: false,
  });
}

function finishReason(status: string | null, reason: string | null): string | null {
  if (status === 'completed') return 'stop';
  return reason === 'max_output_tokens' ? 'length' : (reason ?? status);
}

export const responsesDialect: Dialect = {
  name: 'openai-responses',
  can: { logprobs: true, n: false, seed: false, schema: true, streaming: false, batch: false },
  mark: '/responses',
  path: () => '/responses',
  headers: bearer,
  body: bodyOf,
  read(status, bytes, k = maxTopLogprobs): ChatReply {
    const body = readObject(status, bytes);
    checkFinish(body.status, 'status');
    if (unfinished.has(body.status)) throw garbled(`the reply is not finished (status ${body.status})`);
    if (!Array.isArray(body.output)) throw lacking('output', body, 'openai-responses');
    const items = objectsIn(body.output);
    const parts = items.flatMap(({ type, content }) => (type === 'message' ? objectsIn(content) : []));
    const texts = parts.filter(({ type }) => type === 'output_text');
    const refusals = parts.flatMap(({ type, refusal }) => (type === 'refusal' ? [`${refusal}`] : []));
    const thoughts = items
      .filter(({ type }) => type === 'reasoning')
      .flatMap(({ content, summary }) => [...objectsIn(content), ...objectsIn(summary)])
      .map(({ text }) => textOrNull(text) ?? '');
    const content = texts.map(({ text }) => textOrNull(text) ?? '').join('');
    const refused = content === '' && refusals.length > 0;
    const text = refused ? refusals.join('') : content;
    const details = isObject(body.incomplete_details) ? body.incomplete_details : {};
    const usage = isObject(body.usage) ? body.usage : {};
    const { prompt, completion } = inputAndOutput(usage);
    const [read, written] = [usage.input_tokens_details, usage.output_tokens_details];
    return {
      content: text,
      ...(refused ? { refused } : {}),
      reasoning: thoughts.length === 0 ? null : thoughts.join('\n'),
      finishReason: finishReason(textOrNull(body.status), textOrNull(details.reason)),
      model: textOrNull(body.model) ?? '',
      ...tokenCounts(prompt, completion, text !== '' || thoughts.length > 0),
      ...usageDetails(
        isObject(read) ? read.cached_tokens : 0,
        isObject(written) ? written.reasoning_tokens : 0,
      ),
      logprobs: logprobsByShape({ content: texts.flatMap(({ logprobs }) => objectsIn(logprobs)) }, k),
    };
  },
};
