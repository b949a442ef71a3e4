// Talks to the simulated endpoint as any HTTP client does, and reads its replies.
import { Agent, request } from 'undici';
import { z } from 'zod';
import { type Simulator, type SimulatorOptions, startSimulator } from '../../src/simulator/server.ts';

const chance = z.object({ token: z.string(), logprob: z.number(), bytes: z.array(z.int()) });
const logprobsSchema = z.object({ content: z.array(chance.extend({ top_logprobs: z.array(chance) })) });

export const completionSchema = z.object({
  id: z.string(),
  object: z.literal('chat.completion'),
  created: z.int(),
  model: z.string(),
  system_fingerprint: z.literal('latebench-sim'),
  choices: z.tuple([
    z.object({
      index: z.literal(0),
      message: z.object({ role: z.literal('assistant'), content: z.string() }),
      logprobs: logprobsSchema.nullable(),
      finish_reason: z.enum(['stop', 'length']),
    }),
  ]),
  usage: z.object({ prompt_tokens: z.int(), completion_tokens: z.int(), total_tokens: z.int() }),
});

export const chunkSchema = z.object({
  id: z.string(),
  object: z.literal('chat.completion.chunk'),
  choices: z.array(
    z.object({
      delta: z.object({ role: z.string().optional(), content: z.string().optional() }),
      logprobs: logprobsSchema.nullable(),
      finish_reason: z.string().nullable(),
    }),
  ),
  usage: completionSchema.shape.usage.optional(),
});

export const errorSchema = z.object({
  error: z.object({
    message: z.string(),
    type: z.string(),
    param: z.string().nullable(),
    code: z.string().nullable(),
  }),
});

/** Runs `work` against a simulator of its own, on any free port. */
export async function withSimulator(
  options: SimulatorOptions,
  work: (simulator: Simulator) => Promise<void>,
): Promise<void> {
  const simulator = await startSimulator(options);
  try {
    await work(simulator);
  } finally {
    await simulator.close();
  }
}

/** Connections are not kept for long: a simulator that closes would leave dead ones behind. */
const dispatcher = new Agent({ keepAliveTimeout: 20 });

export async function send(
  url: string,
  body?: unknown,
  {
    method = body === undefined ? 'GET' : 'POST',
    headers = {},
  }: { method?: 'GET' | 'POST'; headers?: object } = {},
): Promise<{ status: number; headers: Record<string, unknown>; text: string }> {
  const reply = await request(url, {
    dispatcher,
    method,
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' || body === undefined ? (body ?? null) : JSON.stringify(body),
  });
  return { status: reply.statusCode, headers: reply.headers, text: await reply.body.text() };
}

export interface ChatBody {
  readonly prompt: string;
  readonly [parameter: string]: unknown;
}

export function chatBody(model: string, { prompt, ...parameters }: ChatBody): object {
  return { model: `latebench-sim/${model}`, messages: [{ role: 'user', content: prompt }], ...parameters };
}

export async function chat(
  { url }: Simulator,
  model: string,
  body: ChatBody,
): Promise<z.infer<typeof completionSchema>> {
  const { status, text } = await send(`${url}/chat/completions`, chatBody(model, body));
  if (status !== 200) throw new Error(`status ${status}: ${text}`);
  return completionSchema.parse(JSON.parse(text));
}

export async function contentOf(simulator: Simulator, model: string, body: ChatBody): Promise<string> {
  return (await chat(simulator, model, body)).choices[0].message.content;
}
