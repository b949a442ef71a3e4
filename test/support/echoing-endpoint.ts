// An endpoint that tells everything it was told: the key, in every form, is in its bodies, headers and errors. Behind it
// a simulation answers.
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { startSimulator } from '../../src/simulator/server.ts';

/** What a server may write of a secret. */
export function formsOfSecret(secret: string): string[] {
  const base64 = (text: string): string => Buffer.from(text).toString('base64');
  return [
    ...[secret, encodeURIComponent(secret), Buffer.from(secret).toString('hex')],
    // Without the characters that the neighbours have a part in.
    ...['', 'B', 'Be'].map((before) => base64(`${before}${secret}`).slice(4, -6)),
    ...['', 'B', 'Be'].map((before) => Buffer.from(`${before}${secret}`).toString('base64url').slice(4, -6)),
  ];
}

function withSecret(reply: Record<string, unknown>, said: string): Record<string, unknown> {
  const choices = (reply.choices as { message: { content: string } }[] | undefined)?.map((choice) => ({
    ...choice,
    message: { ...choice.message, content: `${choice.message.content}\n\n(${said})` },
  }));
  return { ...reply, system_fingerprint: said, ...(choices === undefined ? {} : { choices }), debug: said };
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

export async function startEchoingEndpoint(key: string): Promise<{
  readonly url: string;
  readonly calls: () => number;
  close(): Promise<void>;
}> {
  const simulator = await startSimulator();
  let calls = 0;
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await bodyOf(request);
    const { authorization = '' } = request.headers;
    const basic = Buffer.from(authorization).toString('base64');
    const forms = [
      authorization,
      key,
      basic,
      Buffer.from(key).toString('base64url'),
      encodeURIComponent(key),
    ];
    const said = [...forms, Buffer.from(key).toString('hex')].join(' ');
    const send = (status: number, value: unknown): void => {
      const text = Buffer.from(JSON.stringify(value));
      const zipped = calls % 2 === 0 && String(request.headers['accept-encoding']).includes('gzip');
      response.writeHead(status, {
        'content-type': 'application/json',
        'x-request-id': said,
        server: said,
        ...(zipped && { 'content-encoding': 'gzip' }),
      });
      response.end(zipped ? gzipSync(text) : text);
    };
    const logprobs = body.includes('"logprobs":true');
    if (request.method === 'POST') calls += 1;
    if (request.method === 'POST' && calls % 7 === 0)
      return send(503, { error: { message: `busy: ${said}` } });
    if (request.method === 'POST' && calls % 11 === 0 && !logprobs)
      return send(400, { error: { message: `bad: ${said}` } });
    const url = `${simulator.url}${request.url!.replace(/^\/v1/, '')}`;
    const inner = await fetch(url, {
      method: request.method!,
      ...(request.method === 'POST' && { body: new Uint8Array(body) }),
    });
    const reply = (await inner.json()) as Record<string, unknown>;
    // Tokens have to join to the content: only what has none gets the secret into its text.
    const told = logprobs ? { ...reply, system_fingerprint: said } : withSecret(reply, said);
    send(inner.status, told);
  };
  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    calls: () => calls,
    async close() {
      server.closeAllConnections();
      server.close();
      await simulator.close();
    },
  };
}
