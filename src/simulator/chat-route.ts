// POST /v1/chat/completions: reads the call, lets a fault or the model answer, and counts how it ended.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { readBody } from '../http/read-body.ts';
import { type ApiError, apiError } from './api-error.ts';
import { allText, type ChatCall, readChatCall } from './chat-call.ts';
import { type Completion, complete, completionBody } from './completion.ts';
import { addOne, begin, type Outcome, requestHash, type SimulatorCounts } from './counts.ts';
import type { ReadyRule } from './faults/fault.ts';
import type { FaultScript } from './faults/script.ts';
import { rngOf, type SimulatedModel } from './model.ts';
import type { RenderedReplies } from './rendered-replies.ts';
import { sendCompletion } from './reply.ts';
import { sendBytes, sendError } from './send.ts';

export interface ChatRoute {
  readonly seed: number;
  readonly models: ReadonlyMap<string, SimulatedModel>;
  readonly counts: SimulatorCounts;
  readonly faults: FaultScript;
  readonly latencyMs: number;
  readonly maxBodyBytes: number;
  /** Fill `counts.by_request`. */
  readonly requestCounts: boolean;
  /** Give few replies again and again. */
  readonly rendered: RenderedReplies | undefined;
}

/** How far one request has come. */
interface Progress {
  readonly ends: ((outcome: Outcome) => void)[];
  /** A fault is being carried out that tears the connection itself. */
  tears: boolean;
  /** A fault is being carried out that leaves the client without a reply fit for use. */
  spoiled: boolean;
}

export async function answerChat(
  route: ChatRoute,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { counts, models, faults, maxBodyBytes } = route;
  const gone = new AbortController();
  const progress: Progress = { ends: [begin(counts)], tears: false, spoiled: false };
  response.once('close', () => {
    gone.abort();
    const outcome = outcomeOf(response, progress);
    for (const end of progress.ends) end(outcome);
  });
  const body = await readBody(request, maxBodyBytes);
  if (body === null) {
    const message = `the body is longer than ${maxBodyBytes} bytes`;
    return sendError(response, apiError(413, message, { code: 'body_too_large' }));
  }
  const hash = requestHash(body);
  const asked = understand(body, models);
  if ('model' in asked) progress.ends.push(begin(counts.models[asked.call.model]!));
  const prompt = 'model' in asked ? allText(asked.call) : body.toString();
  const rule = faults.arrive({ request: hash, prompt });
  progress.ends.push((outcome) => {
    faults.leave();
    if (outcome === 'completed' && route.requestCounts) addOne(counts.by_request, hash);
  });
  const begun = ({ label, fault }: ReadyRule, spoiled: boolean): void => {
    addOne(counts.faults, label);
    progress.tears = fault.tears === true;
    progress.spoiled = spoiled;
  };
  if (rule?.fault.kind === 'refusal') {
    begun(rule, true);
    return rule.fault.perform(response);
  }
  if (!('model' in asked)) return sendError(response, asked);
  if (route.latencyMs > 0) await sleep(route.latencyMs, undefined, { signal: gone.signal });
  const { call, model } = asked;
  if (route.rendered !== undefined && rule === null) {
    const stand = route.rendered.stand(call);
    const make = (): Completion => complete(stand, model(stand, rngOf(route.seed, stand)));
    const { contentType, bytes } = route.rendered.bytes(stand, make);
    return sendBytes(response, 200, contentType, bytes);
  }
  const fault = rule?.fault;
  const told = fault?.ask?.(call) ?? call;
  const answer = complete(told, model(told, rngOf(route.seed, told)));
  const completion = fault?.edit?.(answer, call) ?? answer;
  if (rule !== null && fault !== undefined) begun(rule, !fault.good(call));
  const deliver = fault?.deliver ?? sendCompletion;
  await deliver({ response, completion, stream: call.stream, gone: gone.signal });
}

/** The same answer without a connection: for requests of a batch or of another dialect. No fault meets them. */
export function answerBody(
  { counts, models, seed, requestCounts }: Pick<ChatRoute, 'counts' | 'models' | 'seed' | 'requestCounts'>,
  body: Buffer,
): { readonly status: number; readonly body: object } {
  const asked = understand(body, models);
  const ends = [begin(counts), ...('model' in asked ? [begin(counts.models[asked.call.model]!)] : [])];
  const finish = (outcome: Outcome): void => {
    for (const end of ends) end(outcome);
  };
  if (!('model' in asked)) {
    finish('refused');
    return asked;
  }
  if (requestCounts) addOne(counts.by_request, requestHash(body));
  finish('completed');
  const { call, model } = asked;
  return { status: 200, body: completionBody(complete(call, model(call, rngOf(seed, call)))) };
}

/** The call and the model it is for, or why it cannot be answered. */
function understand(
  body: Buffer,
  models: ReadonlyMap<string, SimulatedModel>,
): { readonly call: ChatCall; readonly model: SimulatedModel } | ApiError {
  const call = readChatCall(body);
  if ('status' in call) return call;
  const model = models.get(call.model);
  if (model !== undefined) return { call, model };
  const message = `there is no model '${call.model}' here, only ${[...models.keys()].join(', ')}`;
  return apiError(404, message, { code: 'model_not_found', param: 'model' });
}

function outcomeOf(response: ServerResponse, { tears, spoiled }: Progress): Outcome {
  if (!response.writableFinished) return tears ? 'spoiled' : 'aborted';
  if (response.statusCode !== 200) return 'refused';
  return spoiled ? 'spoiled' : 'completed';
}
