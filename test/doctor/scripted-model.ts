// A server of one model that does with a request what the test says, and counts what reaches it.
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestContext } from 'node:test';

export interface ChatBody {
  readonly model: string;
  readonly messages: readonly { readonly content: string }[];
  readonly stream?: boolean;
  readonly seed?: number;
  readonly logprobs?: boolean;
  readonly top_logprobs?: number;
  readonly response_format?: { readonly type: string };
}

export interface Script {
  /** The status of its list of models. */
  readonly listing?: number;
  /** What the list of models says of this one. */
  readonly entry?: object;
  /** Refuses a request in these words. */
  readonly refuses?: (body: ChatBody) => string | undefined;
  readonly content?: (body: ChatBody, calls: number) => string;
  readonly promptTokens?: (words: number) => number;
  readonly alternatives?: number;
  /** What the server's clock says. */
  readonly date?: string;
  /** Never answers a call. */
  readonly silent?: boolean;
  readonly status?: number;
  /** So many calls are answered, those behind them with `status`. */
  readonly after?: number;
}

export interface ScriptedModel {
  readonly url: string;
  readonly calls: () => number;
}

function honest({ seed = 0, response_format: format }: ChatBody): string {
  return format === undefined ? `words of seed ${seed}` : '{"colour": "red", "letters": 3}';
}

function logprobsOf({ logprobs, top_logprobs: k = 0 }: ChatBody, alternatives: number): object | null {
  if (logprobs !== true || alternatives === 0) return null;
  const top = Array.from({ length: Math.min(k, alternatives) }, (_, at) => ({
    token: `t${at}`,
    logprob: -1 - at,
  }));
  return { content: [{ token: 'a', logprob: -1, top_logprobs: top }] };
}

function reply(body: ChatBody, calls: number, script: Script): object {
  const words = body.messages
    .map(({ content }) => content)
    .join(' ')
    .split(/\s+/).length;
  const prompt = (script.promptTokens ?? ((count) => count))(words);
  return {
    model: body.model,
    choices: [
      {
        message: { role: 'assistant', content: (script.content ?? honest)(body, calls) },
        finish_reason: 'stop',
        logprobs: logprobsOf(body, script.alternatives ?? 20),
      },
    ],
    usage: { prompt_tokens: prompt, completion_tokens: 5, total_tokens: prompt + 5 },
  };
}

export async function scriptedModel(t: TestContext, script: Script = {}): Promise<ScriptedModel> {
  let calls = 0;
  const send = (response: ServerResponse, status: number, value: object): void => {
    if (script.date !== undefined) response.setHeader('date', script.date);
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
  };
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    if (request.url?.endsWith('/models'))
      return send(response, script.listing ?? 200, { data: [{ id: 'm', ...script.entry }] });
    calls += 1;
    if (script.silent === true) return;
    const body = JSON.parse(Buffer.concat(parts).toString('utf8')) as ChatBody;
    const refusal = script.refuses?.(body);
    if (script.status !== undefined && calls > (script.after ?? 0))
      return send(response, script.status, { error: { message: 'scripted' } });
    if (refusal !== undefined) return send(response, 400, { error: { message: refusal } });
    send(response, 200, reply(body, calls, script));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`, calls: () => calls };
}
