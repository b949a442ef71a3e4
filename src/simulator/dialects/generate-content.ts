// Gemini's generateContent.
import type { Foreign, Json, TokenEntry } from './foreign.ts';

interface Content {
  readonly role?: string;
  readonly parts: readonly { readonly text?: string }[];
}

function textOf({ parts }: Content): string {
  return parts.map(({ text = '' }) => text).join('');
}

function chance({ token, logprob }: TokenEntry): Json {
  return { token, logProbability: logprob };
}

export const generateContent: Foreign = {
  path: /^\/v1(?:beta)?\/models\/([^/:]+):generateContent$/,
  chat({ systemInstruction, contents = [], generationConfig = {} }) {
    const config = generationConfig as Json;
    const system = systemInstruction as Content | undefined;
    const wants = config.responseLogprobs === true;
    return {
      messages: [
        ...(system === undefined ? [] : [{ role: 'system', content: textOf(system) }]),
        ...(contents as Content[]).map((content) => ({
          role: content.role === 'model' ? 'assistant' : 'user',
          content: textOf(content),
        })),
      ],
      temperature: config.temperature,
      top_p: config.topP,
      max_tokens: config.maxOutputTokens,
      stop: config.stopSequences,
      seed: config.seed,
      ...(wants ? { logprobs: true, top_logprobs: config.logprobs } : {}),
    };
  },
  reply: ({ model, content, finishReason, promptTokens, completionTokens, logprobs }) => ({
    candidates: [
      {
        content: { role: 'model', parts: [{ text: content }] },
        finishReason: finishReason === 'length' ? 'MAX_TOKENS' : 'STOP',
        index: 0,
        ...(logprobs === null
          ? {}
          : {
              logprobsResult: {
                chosenCandidates: logprobs.map(chance),
                topCandidates: logprobs.map((entry) => ({ candidates: entry.top_logprobs.map(chance) })),
              },
            }),
      },
    ],
    usageMetadata: {
      promptTokenCount: promptTokens,
      candidatesTokenCount: completionTokens,
      totalTokenCount: promptTokens + completionTokens,
    },
    modelVersion: model,
  }),
  error: (status, message) => ({
    error: { code: status, message, status: status === 404 ? 'NOT_FOUND' : 'INVALID_ARGUMENT' },
  }),
};
