// A server with models of any names, as a user serves theirs: the simulation answers for each. Which of its models that
// is, the request says: reward models are asked at /pooling, pools want logprobs, injectors are told which steps they may
// change, and everything else is a critic's.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestContext } from 'node:test';
import { startSimulator } from '../../src/simulator/server.ts';

function simulatedFor(path: string, body: { readonly logprobs?: unknown }, text: string): string {
  if (path.endsWith('/pooling')) return 'latebench-sim/prm';
  if (path.endsWith('/embeddings')) return 'latebench-sim/embedding';
  if (body.logprobs === true) return 'latebench-sim/sampler';
  return text.includes('Allowed steps:') ? 'latebench-sim/injector' : 'latebench-sim/critic';
}

/** Its URL, with `/v1`. `port` 0 (the default) takes a free one. */
export async function serveModels(
  t: Pick<TestContext, 'after'>,
  names: readonly string[],
  port = 0,
): Promise<string> {
  const simulator = await startSimulator({ seed: 1 });
  const server = createServer(async (request, response) => {
    const send = (status: number, body: string): void => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(body);
    };
    if (request.method !== 'POST') {
      return send(
        200,
        JSON.stringify({ object: 'list', data: names.map((id) => ({ id, object: 'model' })) }),
      );
    }
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const text = Buffer.concat(chunks).toString('utf8');
    const asked = JSON.parse(text) as { model: string; logprobs?: unknown };
    if (!names.includes(asked.model))
      return send(404, JSON.stringify({ error: { message: 'no such model' } }));
    const path = request.url!.replace(/^\/v1/, '');
    const model = simulatedFor(path, asked, text);
    const answer = await fetch(`${simulator.url}${path}`, {
      method: 'POST',
      body: JSON.stringify({ ...asked, model }),
    });
    response.writeHead(answer.status, {
      'content-type': answer.headers.get('content-type') ?? 'application/json',
    });
    response.end((await answer.text()).replaceAll(model, asked.model));
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  t.after(async () => {
    server.closeAllConnections();
    server.close();
    await simulator.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
}
