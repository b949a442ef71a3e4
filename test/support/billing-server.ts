// A chat server on loopback that bills as a provider may at worst: for all that it would write, from the moment a
// request arrives, whether or not its reply gets through. What it does with each call is drawn from a seed.
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Price } from '../../src/endpoints/budget/price.ts';
import { pick, type Rng, randomInt } from '../../src/statistics/random.ts';

/** `unbilled` answers come before anything is written; all others cost what was written. */
export type Fault =
  | 'no-usage'
  | 'half-usage'
  | 'cut-body'
  | 'cut-connection'
  | 'hang'
  | 'server-error'
  | 'empty'
  | 'garbage'
  | 'rate-limit'
  | 'bad-request'
  | 'list-error';

const unbilled = new Set<Fault>(['rate-limit', 'bad-request', 'list-error']);

export interface Behaviour {
  readonly rng: Rng;
  readonly price: Price;
  /** Share of calls that meet one of `faults`, 0 to 1. */
  readonly faultShare: number;
  readonly faults: readonly Fault[];
  /** A reply that nothing limits has 1 to so many tokens. */
  readonly longest: number;
  /** Share of replies that are longer than their max_tokens, 0 to 1. */
  readonly breakShare: number;
  /** Tokens of a prompt for each of its bytes, at most 1. */
  readonly perByte: number;
  readonly latencyMs: number;
  /** Called as each request arrives, with the number of calls so far. */
  onCall?: (calls: number) => void;
}

export interface Bill {
  calls: number;
  nanoUsd: number;
  tokens: number;
  /** What each reply cost beyond its max_tokens, in nano-USD and tokens, and whether its usage got through. */
  readonly broken: { readonly nanoUsd: number; readonly tokens: number; readonly reported: boolean }[];
  /** Requests without any limit. */
  unlimited: number;
}

export interface BillingServer {
  /** A base URL of its own for these calls. */
  add(name: string, behaviour: Behaviour): { readonly url: string; readonly bill: Bill };
  close(): Promise<void>;
}

interface Chat {
  readonly model: string;
  readonly messages: readonly { readonly content: string }[];
  readonly max_tokens?: number;
  readonly max_completion_tokens?: number;
}

/** What a chat template may add within the allowance. */
const template = 40;

function cost(price: Price, prompt: number, completion: number): number {
  return Math.ceil(prompt * price.in * 1e3 + completion * price.out * 1e3);
}

function wait(ms: number): Promise<void> {
  return ms === 0 ? Promise.resolve() : new Promise((resolve) => setTimeout(resolve, ms));
}

async function answer(
  response: ServerResponse,
  chat: Chat,
  { rng, price, faultShare, faults, longest, breakShare, perByte, latencyMs }: Behaviour,
  bill: Bill,
): Promise<void> {
  const limit = chat.max_completion_tokens ?? chat.max_tokens;
  const bytes = chat.messages.reduce((sum, { content }) => sum + Buffer.byteLength(content), 0);
  const prompt = Math.max(1, Math.floor(bytes * perByte)) + randomInt(rng, 0, template);
  const wanted = randomInt(rng, 1, longest);
  const breaks = rng() < breakShare;
  const completion = breaks || limit === undefined ? wanted : Math.min(wanted, limit);
  const fault = rng() < faultShare ? pick(rng, faults) : undefined;
  const pause = latencyMs === 0 ? 0 : randomInt(rng, 0, latencyMs);
  if (limit === undefined) bill.unlimited += 1;
  if (fault === undefined || !unbilled.has(fault)) {
    bill.nanoUsd += cost(price, prompt, completion);
    bill.tokens += prompt + completion;
    if (limit !== undefined && completion > limit) {
      const tokens = completion - limit;
      const nanoUsd = Math.ceil(tokens * price.out * 1e3) + 1;
      bill.broken.push({ nanoUsd, tokens, reported: fault === undefined });
    }
  }
  await wait(pause);
  const send = (status: number, body: unknown): void => {
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    response.writeHead(status, { 'content-type': 'application/json' }).end(text);
  };
  const usage = { prompt_tokens: prompt, completion_tokens: completion, total_tokens: prompt + completion };
  const choice = {
    index: 0,
    message: { role: 'assistant', content: 'the answer' },
    finish_reason: completion === limit ? 'length' : 'stop',
  };
  const whole = { model: chat.model, choices: [choice], usage };
  if (fault === 'rate-limit') send(429, { error: { message: 'slow down' } });
  else if (fault === 'bad-request') send(400, { error: { message: 'no such field' } });
  else if (fault === 'list-error') send(400, [{ error: { code: 400, message: 'not this' } }]);
  else if (fault === 'server-error') send(500, { error: { message: `trouble ${randomInt(rng, 0, 1e6)}` } });
  else if (fault === 'no-usage') send(200, { ...whole, usage: undefined });
  else if (fault === 'half-usage') send(200, { ...whole, usage: { prompt_tokens: prompt } });
  else if (fault === 'empty') send(200, { ...whole, choices: [{ index: 0, message: {} }] });
  else if (fault === 'garbage') send(200, '{"choices": [{"mess');
  else if (fault === 'cut-connection') response.destroy();
  else if (fault === 'cut-body') {
    response.writeHead(200, { 'content-length': '5000' });
    response.write('{"choices":', () => response.destroy());
  } else if (fault !== 'hang') send(200, whole);
}

export async function startBillingServer(): Promise<BillingServer> {
  const parts = new Map<string, { behaviour: Behaviour; bill: Bill }>();
  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const part = parts.get(request.url!.split('/')[1]!);
    // It has no list of models.
    if (part === undefined || request.method !== 'POST') return void response.writeHead(404).end('{}');
    const { behaviour, bill } = part;
    bill.calls += 1;
    const answered = answer(
      response,
      JSON.parse(Buffer.concat(chunks).toString('utf8')) as Chat,
      behaviour,
      bill,
    );
    behaviour.onCall?.(bill.calls);
    await answered;
  };
  const server = createServer((request, response) => void serve(request, response).catch(() => {}));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    add(name, behaviour) {
      const bill: Bill = { calls: 0, nanoUsd: 0, tokens: 0, broken: [], unlimited: 0 };
      parts.set(name, { behaviour, bill });
      return { url: `http://127.0.0.1:${port}/${name}/v1`, bill };
    },
    async close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
