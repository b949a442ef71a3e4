// POST /v1/chat/completions: reads the call, lets the model answer, sends the reply, and counts how it ended.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { apiError } from './api-error.ts';
import { readChatCall } from './chat-call.ts';
import { complete, completionBody, completionChunks } from './completion.ts';
import { begin, type Outcome, type SimulatorCounts } from './counts.ts';
import { rngOf, type SimulatedModel } from './model.ts';
import { readBody } from './read-body.ts';
import { sendError, sendEvents, sendJson } from './send.ts';

export interface ChatRoute {
  readonly seed: number;
  readonly models: ReadonlyMap<string, SimulatedModel>;
  readonly counts: SimulatorCounts;
  readonly latencyMs: number;
  readonly maxBodyBytes: number;
}

export async function answerChat(
  { seed, models, counts, latencyMs, maxBodyBytes }: ChatRoute,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const gone = new AbortController();
  const enders = [begin(counts)];
  response.once('close', () => {
    gone.abort();
    for (const end of enders) end(outcomeOf(response));
  });
  const body = await readBody(request, maxBodyBytes);
  if (body === null) {
    const message = `the body is longer than ${maxBodyBytes} bytes`;
    return sendError(response, apiError(413, message, { code: 'body_too_large' }));
  }
  const call = readChatCall(body);
  if ('status' in call) return sendError(response, call);
  const model = models.get(call.model);
  if (model === undefined) {
    const message = `there is no model '${call.model}' here, only ${[...models.keys()].join(', ')}`;
    return sendError(response, apiError(404, message, { code: 'model_not_found', param: 'model' }));
  }
  enders.push(begin(counts.models[call.model]!));
  if (latencyMs > 0) await sleep(latencyMs, undefined, { signal: gone.signal });
  const completion = complete(call, model(call, rngOf(seed, call)));
  if (call.stream) return sendEvents(response, completionChunks(completion), gone.signal);
  sendJson(response, 200, completionBody(completion));
}

function outcomeOf(response: ServerResponse): Outcome {
  if (!response.writableFinished) return 'aborted';
  return response.statusCode === 200 ? 'completed' : 'refused';
}
