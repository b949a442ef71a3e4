// Servers with the habits of those that people have, in front of one simulation: each says which requests it refuses and
// with what words, and what it does to a reply. They listen on port 0 and count.
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestContext } from 'node:test';
import { gzipSync } from 'node:zlib';
import { startSimulator } from '../../src/simulator/server.ts';

export type Json = Record<string, unknown>;

export interface Asked {
  readonly url: URL;
  readonly headers: IncomingHttpHeaders;
  readonly body: Json;
}

export interface Refused {
  readonly status: number;
  readonly body: unknown;
}

export interface Personality {
  /** What its models are called before `-critic`, `-injector` and `-sampler`. */
  readonly models: string;
  /** Where paths begin. */
  readonly base: string;
  refuse?(asked: Asked): Refused | undefined;
  edit?(reply: Json, asked: Asked): Json;
  readonly gzip?: boolean;
}

function openAiError(message: string, param: string | null): Refused {
  return { status: 400, body: { error: { message, type: 'invalid_request_error', param, code: null } } };
}

function unsupported(body: Json, names: readonly string[]): Refused | undefined {
  const name = names.find((one) => body[one] !== undefined);
  if (name === undefined) return undefined;
  const message = `Unsupported parameter: '${name}' is not supported with this model.`;
  return openAiError(message, name);
}

const openAiParameters = new Set([
  ...['model', 'messages', 'temperature', 'top_p', 'max_tokens', 'max_completion_tokens', 'stop', 'seed'],
  ...['logprobs', 'top_logprobs', 'response_format', 'stream', 'n'],
]);

function choiceOf(reply: Json): { message: Json; logprobs: { content: Json[] } | null } {
  return (reply.choices as [ReturnType<typeof choiceOf>])[0];
}

/** Two entries become one whose token is both: byte tokens of one character, as llama-server gives them. */
function mergePairs(content: readonly Json[]): Json[] {
  return content.flatMap((entry, at) => {
    const next = content[at + 1];
    if (at % 2 === 1) return [];
    return [{ ...entry, token: `${entry.token}${next?.token ?? ''}` }];
  });
}

export const personalities = {
  strict: {
    models: 'qwen-strict',
    base: '/v1',
    refuse({ body }) {
      const unknown = Object.keys(body).find((name) => !openAiParameters.has(name));
      return unknown === undefined
        ? undefined
        : openAiError(`Unrecognized request argument supplied: ${unknown}`, null);
    },
  },
  azure: {
    models: 'my',
    base: '',
    refuse: ({ url, headers }) =>
      headers['api-key'] === undefined || url.searchParams.get('api-version') === null
        ? { status: 401, body: { error: { code: '401', message: 'Access denied' } } }
        : undefined,
    edit: (reply) => ({ ...reply, model: 'gpt-4o-2024-08-06' }),
  },
  'o-series': {
    models: 'o1-mini',
    base: '/v1',
    refuse({ body }) {
      const { temperature, messages } = body;
      if (temperature !== undefined && temperature !== 1) {
        const said = `Unsupported value: 'temperature' does not support ${temperature} with this model. Only the default (1) value is supported.`;
        return openAiError(said, 'temperature');
      }
      const place = (messages as Json[]).findIndex(({ role }) => role === 'system' || role === 'developer');
      if (place >= 0) {
        const { role } = (messages as Json[])[place]!;
        const said = `Unsupported value: 'messages[${place}].role' does not support '${role}' with this model.`;
        return openAiError(said, `messages[${place}].role`);
      }
      return unsupported(body, ['max_tokens', 'logprobs', 'top_logprobs', 'response_format']);
    },
  },
  deepseek: {
    models: 'deepseek-reasoner',
    base: '',
    refuse: ({ body }) => unsupported(body, ['logprobs', 'top_logprobs']),
    edit(reply) {
      const usage = { ...(reply.usage as Json), completion_tokens_details: { reasoning_tokens: 3 } };
      choiceOf(reply).message.reasoning_content = 'Let me check each step.';
      return { ...reply, usage };
    },
  },
  vllm: {
    models: 'vllm',
    base: '/v1',
    refuse({ body }) {
      const known = new Set([...openAiParameters, 'top_k', 'chat_template_kwargs']);
      const unknown = Object.keys(body).find((name) => !known.has(name));
      if (unknown === undefined) return undefined;
      const message = `[{'type': 'extra_forbidden', 'loc': ('body', '${unknown}'), 'msg': 'Extra inputs are not permitted'}]`;
      return {
        status: 400,
        body: { object: 'error', message, type: 'BadRequestError', param: null, code: 400 },
      };
    },
  },
  ollama: {
    models: 'ollama',
    base: '',
    // What is longer than the context is cut, and nothing says so.
    edit(reply, { body }) {
      const { num_ctx: context = 4096 } = (body.options ?? {}) as { num_ctx?: number };
      return { ...reply, prompt_eval_count: Math.min(reply.prompt_eval_count as number, context) };
    },
  },
  'llama-server': {
    models: 'llama',
    base: '/v1',
    edit(reply) {
      const { logprobs } = choiceOf(reply);
      if (logprobs !== null) logprobs.content = mergePairs(logprobs.content);
      return reply;
    },
  },
  gemini: {
    models: 'gemini',
    base: '/v1beta',
    refuse({ headers, body }) {
      if (headers['x-goog-api-key'] === undefined) {
        return {
          status: 403,
          body: [{ error: { code: 403, message: 'no API key', status: 'PERMISSION_DENIED' } }],
        };
      }
      const { responseLogprobs } = (body.generationConfig ?? {}) as Json;
      if (responseLogprobs !== true) return undefined;
      const message = 'Logprobs is not enabled for models/gemini';
      return { status: 400, body: [{ error: { code: 400, message, status: 'INVALID_ARGUMENT' } }] };
    },
  },
  anthropic: {
    models: 'claude',
    base: '/v1',
    refuse({ headers, body }) {
      const bad = (message: string): Refused => ({
        status: 400,
        body: { type: 'error', error: { type: 'invalid_request_error', message } },
      });
      if (headers['x-api-key'] === undefined || headers['anthropic-version'] === undefined) {
        return bad('x-api-key and anthropic-version are required');
      }
      if (body.max_tokens === undefined) return bad('max_tokens: Field required');
      const known = ['model', 'max_tokens', 'system', 'messages', 'temperature', 'top_p', 'top_k', 'stream'];
      const unknown = Object.keys(body).find((name) => !known.includes(name));
      return unknown === undefined ? undefined : bad(`${unknown}: Extra inputs are not permitted`);
    },
  },
  gateway: {
    models: 'gateway',
    base: '/v1',
    refuse: ({ headers, body }) =>
      headers['x-gateway-token'] === 'letter-of-marque' && body.provider !== undefined
        ? undefined
        : { status: 403, body: { error: { message: 'who are you?' } } },
  },
  'gzip-only': { models: 'gzip', base: '/v1', gzip: true },
  'no-seed': {
    models: 'seedless',
    base: '/v1',
    refuse({ body }) {
      if (body.seed === undefined) return undefined;
      const detail = [
        {
          type: 'extra_forbidden',
          loc: ['body', 'seed'],
          msg: 'Extra inputs are not permitted',
          input: body.seed,
        },
      ];
      return { status: 422, body: { detail } };
    },
  },
  responses: {
    models: 'gpt-responses',
    base: '/v1',
    refuse: ({ body }) => unsupported(body, ['seed', 'max_tokens', 'messages', 'response_format']),
  },
} as const satisfies Readonly<Record<string, Personality>>;

export type PersonalityName = keyof typeof personalities;

export interface PersonalServer {
  readonly url: string;
  /** Bodies of the calls so far, refused ones among them. */
  readonly asked: readonly Asked[];
  refused(): number;
}

const modelName = /[\w.-]+-(critic|injector|sampler)/;

/** The request as the simulation takes it. */
function forSimulation(text: string, encode: (model: string) => string = (model) => model): string {
  return text.replace(modelName, (_, role: string) => encode(`latebench-sim/${role}`));
}

/** `changes`: what this one does otherwise. */
export async function startPersonality(
  t: TestContext,
  name: PersonalityName,
  changes: Partial<Personality> = {},
): Promise<PersonalServer> {
  const personality: Personality = { ...personalities[name], ...changes };
  const simulation = await startSimulator({ seed: 1 });
  const { origin } = new URL(simulation.url);
  const asked: Asked[] = [];
  let refused = 0;
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const text = Buffer.concat(chunks).toString('utf8');
    const url = new URL(request.url!, origin);
    const send = (status: number, body: unknown): void => {
      const json = JSON.stringify(body);
      const zipped = personality.gzip === true ? { 'content-encoding': 'gzip' } : {};
      response.writeHead(status, { 'content-type': 'application/json', ...zipped });
      response.end(personality.gzip === true ? gzipSync(json) : json);
    };
    if (request.method !== 'POST') return send(404, { error: { message: 'there is nothing here' } });
    const call: Asked = { url, headers: request.headers, body: JSON.parse(text) as Json };
    asked.push(call);
    const refusal = personality.refuse?.(call);
    if (refusal !== undefined) {
      refused += 1;
      return send(refusal.status, refusal.body);
    }
    const model = modelName.exec(`${url.pathname} ${call.body.model}`)![0];
    const place = forSimulation(url.pathname, encodeURIComponent);
    const at = place.startsWith('/chat/') ? `/v1${place}` : place;
    const answer = await fetch(`${origin}${at}`, {
      method: 'POST',
      body: JSON.stringify({
        ...call.body,
        ...(call.body.model === undefined ? {} : { model: forSimulation(model) }),
      }),
    });
    const reply = JSON.parse(
      (await answer.text()).replaceAll(/latebench-sim\/(critic|injector|sampler)/g, model),
    ) as Json;
    send(answer.status, answer.ok ? (personality.edit?.(reply, call) ?? reply) : reply);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(async () => {
    server.closeAllConnections();
    server.close();
    await simulation.close();
  });
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}${personality.base}`, asked, refused: () => refused };
}
