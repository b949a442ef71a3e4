// Gemini's generateContent: the model in the path, the system message apart, parameters in camelCase.
import { type ChatReply, type ChatRequest, replyLimit } from '../chat.ts';
import type { Dialect } from '../dialect.ts';
import { logprobsByShape, maxTopLogprobs } from '../reply-logprobs.ts';
import { lacking } from '../wire-error.ts';
import { countOrZero, isObject, type JsonObject, textOrNull } from '../wire-shape.ts';
import { tokenCounts, usageMetadata } from '../wire-usage.ts';
import { objectsIn, readObject } from './read-object.ts';
import { systemText, turns } from './system-apart.ts';
import { usageDetails } from './usage-details.ts';

const finishReasons: Readonly<Record<string, string>> = { STOP: 'stop', MAX_TOKENS: 'length' };
/** The reply was held back, or the prompt was. */
const refusals = new Set(['SAFETY', 'PROHIBITED_CONTENT', 'BLOCKLIST', 'SPII', 'RECITATION']);

function formatOf({ response_format: format }: ChatRequest): object {
  if (format === undefined) return {};
  const json = { responseMimeType: 'application/json' };
  return format.type === 'json_schema' ? { ...json, responseJsonSchema: format.json_schema.schema } : json;
}

function bodyOf(request: ChatRequest): string {
  const system = systemText(request.messages);
  return JSON.stringify({
    ...(system === undefined ? {} : { systemInstruction: { parts: [{ text: system }] } }),
    contents: turns(request.messages).map(({ role, content }) => ({
      role: role === 'assistant' ? 'model' : 'user',
      parts: [{ text: content }],
    })),
    generationConfig: {
      temperature: request.temperature,
      topP: request.top_p,
      topK: request.top_k,
      maxOutputTokens: replyLimit(request),
      stopSequences: request.stop,
      seed: request.seed,
      responseLogprobs: request.logprobs,
      logprobs: request.top_logprobs,
      ...formatOf(request),
      ...(request.thinking === undefined ? {} : { thinkingConfig: { thinkingBudget: 0 } }),
    },
  });
}

function logprobsOf(candidate: JsonObject, k: number): ChatReply['logprobs'] {
  const result = isObject(candidate.logprobsResult) ? candidate.logprobsResult : {};
  const tops = objectsIn(result.topCandidates);
  const chance = ({ token, logProbability }: JsonObject) => ({ token, logprob: logProbability });
  const content = objectsIn(result.chosenCandidates).map((chosen, at) => ({
    ...chance(chosen),
    top_logprobs: objectsIn(tops[at]?.candidates).map(chance),
  }));
  return logprobsByShape({ content }, k);
}

function readBody(status: number, bytes: Buffer, k: number): ChatReply {
  const body = readObject(status, bytes);
  const [candidate = {}] = objectsIn(body.candidates);
  const feedback = isObject(body.promptFeedback) ? body.promptFeedback : {};
  const blocked = textOrNull(feedback.blockReason);
  const reason = textOrNull(candidate.finishReason) ?? blocked;
  if (reason === null && candidate.content === undefined) throw lacking('candidates', body, 'gemini');
  const parts = objectsIn(isObject(candidate.content) ? candidate.content.parts : undefined);
  const texts = (thought: boolean): string =>
    parts.map((part) => ((part.thought === true) === thought ? (textOrNull(part.text) ?? '') : '')).join('');
  const usage = isObject(body.usageMetadata) ? body.usageMetadata : {};
  const [content, reasoning] = [texts(false), texts(true)];
  const thoughts = countOrZero(usage.thoughtsTokenCount);
  const { prompt, completion } = usageMetadata(usage);
  const refused = blocked !== null || refusals.has(reason ?? '');
  return {
    content,
    ...(refused ? { refused } : {}),
    reasoning: reasoning === '' ? null : reasoning,
    finishReason: reason === null ? null : (finishReasons[reason] ?? reason.toLowerCase()),
    // An unknown model is refused there, and an alias is answered with the name of the model behind it.
    model: '',
    ...tokenCounts(prompt, completion, content !== '' || reasoning !== ''),
    ...usageDetails(usage.cachedContentTokenCount, thoughts),
    logprobs: logprobsOf(candidate, k),
  };
}

export const geminiDialect: Dialect = {
  name: 'gemini',
  can: { logprobs: true, n: true, seed: true, schema: true, streaming: false, batch: false },
  mark: ':generateContent',
  path(model) {
    // A name may have its collection: `models/x`, `tunedModels/x`.
    const [, collection = 'models', name = ''] = /^(?:(models|tunedModels)\/)?(.*)$/s.exec(model) ?? [];
    return `/${collection}/${encodeURIComponent(name)}:generateContent`;
  },
  headers: (apiKey): Readonly<Record<string, string>> =>
    apiKey === undefined ? {} : { 'x-goog-api-key': apiKey },
  body: (_, request) => bodyOf(request),
  read: (status, bytes, k = maxTopLogprobs) => readBody(status, bytes, k),
};
