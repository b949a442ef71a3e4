// Dialects beside chat completions that the simulation speaks: a body becomes that of a chat completion, and the reply
// takes the dialect's shape. Fault scripts are for chat completions and do not apply here.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { readBody } from '../../http/read-body.ts';
import { apiError } from '../api-error.ts';
import { answerBody, type ChatRoute } from '../chat-route.ts';
import { sendError, sendJson } from '../send.ts';
import { deployment } from './deployment.ts';
import { generateContent } from './generate-content.ts';
import { messages } from './messages.ts';
import { ollamaChat } from './ollama-chat.ts';
import { responses } from './responses.ts';

export type Json = Readonly<Record<string, unknown>>;

/** One entry of a chat completion's logprobs. */
export interface TokenEntry {
  readonly token: string;
  readonly logprob: number;
  readonly top_logprobs: readonly TokenEntry[];
}

/** What a chat completion says, whatever shape it then has. */
export interface Said {
  readonly id: string;
  readonly model: string;
  readonly content: string;
  /** `stop` or `length`. */
  readonly finishReason: string;
  readonly promptTokens: number;
  readonly completionTokens: number;
  readonly logprobs: readonly TokenEntry[] | null;
  /** The body that it came from. */
  readonly body: Json;
}

export interface Foreign {
  /** Of the path; its first group is the model, where the path names it. */
  readonly path: RegExp;
  chat(body: Json): Json;
  reply(said: Said): Json;
  error(status: number, message: string): Json;
}

const dialects: readonly Foreign[] = [responses, messages, generateContent, ollamaChat, deployment];

export function foreignFor(path: string): Foreign | undefined {
  return dialects.find((dialect) => dialect.path.test(path));
}

function saidIn(body: Json): Said {
  const { id, model, choices, usage } = body as {
    id: string;
    model: string;
    choices: {
      message: { content: string };
      finish_reason: string;
      logprobs: { content: TokenEntry[] } | null;
    }[];
    usage: { prompt_tokens: number; completion_tokens: number };
  };
  const { message, finish_reason: finishReason, logprobs } = choices[0]!;
  const { prompt_tokens: promptTokens, completion_tokens: completionTokens } = usage;
  const facts = { id, model, content: message.content, finishReason, promptTokens, completionTokens };
  return { ...facts, logprobs: logprobs?.content ?? null, body };
}

function parsed(text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return {};
  }
}

export async function answerForeign(
  route: ChatRoute,
  dialect: Foreign,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const body = await readBody(request, route.maxBodyBytes);
  if (body === null) return sendError(response, apiError(413, 'the body is too long'));
  const [path = ''] = (request.url ?? '').split('?');
  const named = dialect.path.exec(path)?.[1];
  const model = named === undefined ? {} : { model: decodeURIComponent(named) };
  const chat = { ...dialect.chat(parsed(body.toString('utf8'))), ...model };
  if (route.latencyMs > 0) await sleep(route.latencyMs);
  const answer = answerBody(route, Buffer.from(JSON.stringify(chat)));
  if (answer.status === 200) return sendJson(response, 200, dialect.reply(saidIn(answer.body as Json)));
  const { error } = answer.body as { error: { message: string } };
  sendJson(response, answer.status, dialect.error(answer.status, error.message));
}
