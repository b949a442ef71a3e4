// POST /pooling as vLLM serves it for process reward models: chat messages in, for each step a pair of probabilities
// (wrong, right) out. Fault scripts are for chat completions and do not apply here.

import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { readBody } from '../../http/read-body.ts';
import { parseJson } from '../../records/parse-json.ts';
import { apiError } from '../api-error.ts';
import { addOne, begin, requestHash, type SimulatorCounts } from '../counts.ts';
import { sendError, sendJson } from '../send.ts';
import { countPromptTokens } from '../tokens.ts';
import { rewardModel, stepRewards } from './reward-model.ts';

const callSchema = z.looseObject({
  model: z.string(),
  messages: z.array(z.looseObject({ role: z.string(), content: z.string() })).min(1),
});

export interface PoolingRoute {
  readonly seed: number;
  readonly counts: SimulatorCounts;
  readonly latencyMs: number;
  readonly maxBodyBytes: number;
  readonly requestCounts: boolean;
}

export async function answerPooling(
  { seed, counts, latencyMs, maxBodyBytes, requestCounts }: PoolingRoute,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const ends = [begin(counts), begin(counts.models[rewardModel]!)];
  response.once('close', () => {
    const good = response.statusCode === 200 ? 'completed' : 'refused';
    for (const end of ends) end(response.writableFinished ? good : 'aborted');
  });
  const body = await readBody(request, maxBodyBytes);
  if (body === null) {
    const message = `the body is longer than ${maxBodyBytes} bytes`;
    return sendError(response, apiError(413, message, { code: 'body_too_large' }));
  }
  const call = callSchema.safeParse(parsed(body.toString('utf8')));
  if (!call.success) {
    return sendError(response, apiError(400, 'the body is not {model, messages: [{role, content}]}'));
  }
  const { model, messages } = call.data;
  if (model !== rewardModel) {
    const message = `there is no reward model '${model}' here, only ${rewardModel}`;
    return sendError(response, apiError(404, message, { code: 'model_not_found', param: 'model' }));
  }
  if (latencyMs > 0) await sleep(latencyMs);
  const solution = messages.findLast(({ role }) => role === 'assistant')?.content ?? '';
  const pairs = stepRewards(seed, solution).map((right) => [1 - right, right]);
  const promptTokens = countPromptTokens(messages);
  if (requestCounts) addOne(counts.by_request, requestHash(body));
  sendJson(response, 200, {
    id: 'pool-sim',
    object: 'list',
    created: 0,
    model,
    data: [{ index: 0, object: 'pooling', data: pairs }],
    usage: { prompt_tokens: promptTokens, total_tokens: promptTokens },
  });
}

function parsed(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}
