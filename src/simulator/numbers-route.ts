// How the simulation answers where numbers are asked for instead of a text: /v1/embeddings and /pooling. Fault scripts are
// for chat completions and do not apply here.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { z } from 'zod';
import { readBody } from '../http/read-body.ts';
import { parseJson } from '../records/parse-json.ts';
import { apiError } from './api-error.ts';
import { addOne, begin, requestHash, type SimulatorCounts } from './counts.ts';
import { sendError, sendJson } from './send.ts';

export interface NumbersRoute {
  readonly seed: number;
  readonly counts: SimulatorCounts;
  readonly latencyMs: number;
  readonly maxBodyBytes: number;
  readonly requestCounts: boolean;
}

/** The model behind such a route. */
export interface NumbersModel<Call extends { readonly model: string }> {
  readonly name: string;
  /** What it is, for messages. */
  readonly kind: string;
  readonly call: z.ZodType<Call>;
  /** What a call looks like, for messages. */
  readonly form: string;
  promptTokens(call: Call): number;
  /** The reply, without its usage. */
  reply(call: Call, seed: number): Readonly<Record<string, unknown>>;
}

export async function answerNumbers<Call extends { readonly model: string }>(
  model: NumbersModel<Call>,
  { seed, counts, latencyMs, maxBodyBytes, requestCounts }: NumbersRoute,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const ends = [begin(counts), begin(counts.models[model.name]!)];
  response.once('close', () => {
    const good = response.statusCode === 200 ? 'completed' : 'refused';
    for (const end of ends) end(response.writableFinished ? good : 'aborted');
  });
  const body = await readBody(request, maxBodyBytes);
  if (body === null) {
    const message = `the body is longer than ${maxBodyBytes} bytes`;
    return sendError(response, apiError(413, message, { code: 'body_too_large' }));
  }
  const parsed = model.call.safeParse(jsonOf(body.toString('utf8')));
  if (!parsed.success) return sendError(response, apiError(400, `the body is not ${model.form}`));
  const call = parsed.data;
  if (call.model !== model.name) {
    const message = `there is no ${model.kind} '${call.model}' here, only ${model.name}`;
    return sendError(response, apiError(404, message, { code: 'model_not_found', param: 'model' }));
  }
  if (latencyMs > 0) await sleep(latencyMs);
  const promptTokens = model.promptTokens(call);
  if (requestCounts) addOne(counts.by_request, requestHash(body));
  const usage = { prompt_tokens: promptTokens, total_tokens: promptTokens };
  sendJson(response, 200, { ...model.reply(call, seed), usage });
}

function jsonOf(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}
