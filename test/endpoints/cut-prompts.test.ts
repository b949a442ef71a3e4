// A server whose context is too short, as a run meets it: it answers 200 to prompts that it has cut.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type TestContext, test } from 'node:test';
import type { ChatRequest } from '../../src/endpoints/chat.ts';
import { temporaryFolder } from '../support/temporary.ts';
import { tokenisations } from '../support/tokenisations.ts';
import { isReply, openClient, tallied } from './faults/setting.ts';

const count = tokenisations['like cl100k']!;

async function shortServer(t: TestContext): Promise<{ url: string; context: number; calls: number }> {
  const state = { url: '', context: 700, calls: 0 };
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { messages, model } = JSON.parse(Buffer.concat(chunks).toString()) as {
      messages: { content: string }[];
      model: string;
    };
    state.calls += 1;
    const tokens = Math.min(state.context, count(messages[0]!.content) + 9);
    response.setHeader('content-type', 'application/json');
    response.end(
      JSON.stringify({
        model,
        choices: [{ message: { content: 'yes' }, finish_reason: 'stop' }],
        usage: { prompt_tokens: tokens, completion_tokens: 1 },
      }),
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => server.close());
  state.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  return state;
}

const requests: ChatRequest[] = Array.from({ length: 30 }, (_, n) => ({
  messages: [
    {
      role: 'user',
      content: `${n}: ${'Hence the sum of the first 120 numbers is $x^2$. '.repeat(5 + ((n * 7) % 30) * 4)}`,
    },
  ],
}));
const isLong = ({ messages }: ChatRequest): boolean => count(messages[0]!.content) + 9 > 700;

test('replies to cut prompts are not used, end the run with the remedy, and are asked for again', async (t) => {
  const server = await shortServer(t);
  const folder = await temporaryFolder(t);
  const first = await openClient(t, { folder, baseUrl: server.url, concurrency: 1 });
  const endings = await first.ask(requests);
  const used = requests.filter((request, n) => isLong(request) && isReply(endings[n]!));
  assert.ok(used.length <= 2, `${used.length} replies to cut prompts were used before it was certain`);
  assert.ok(tallied(endings.filter((one) => !isReply(one)) as string[]).LB_ENDPOINT_STOPPED! > 0);
  assert.ok(server.calls < requests.length, 'the run ended before all was paid for');
  await first.close();

  server.context = 1_000_000;
  const before = server.calls;
  const whole = endings.filter(isReply).length - used.length;
  const second = await openClient(t, { folder, baseUrl: server.url, concurrency: 1 });
  const again = await second.ask(requests);
  assert.ok(again.every(isReply));
  assert.ok(
    again.every(
      (reply, n) => isReply(reply) && reply.promptTokens === count(requests[n]!.messages[0]!.content) + 9,
    ),
  );
  assert.equal(server.calls - before, requests.length - whole, 'only what was read whole is not paid again');
});
