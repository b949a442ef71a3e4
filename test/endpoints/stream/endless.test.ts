// Streams that a server never ends: after the reply is over, or beyond the tokens that were asked for.
import assert from 'node:assert/strict';
import { createServer, type ServerResponse } from 'node:http';
import { type TestContext, test } from 'node:test';
import type { ChatReply } from '../../../src/endpoints/chat.ts';
import { createChatEndpoint } from '../../../src/endpoints/client.ts';
import { createUsageCounters } from '../../../src/endpoints/usage-counters.ts';
import { listening } from '../../support/listening.ts';

function event(token: string, finish_reason: string | null = null): string {
  const content = [{ token, logprob: -0.5, top_logprobs: [{ token, logprob: -0.5 }] }];
  const choice = { index: 0, delta: { content: token }, logprobs: { content }, finish_reason };
  return `data: ${JSON.stringify({ model: 'm', choices: [choice] })}\n\n`;
}

async function replyOf(t: TestContext, write: (response: ServerResponse) => void): Promise<ChatReply> {
  let calls = 0;
  const server = createServer((request, response) => {
    if (request.method === 'GET') return void response.end('{"data": []}');
    calls += 1;
    request.resume();
    response.setHeader('content-type', 'text/event-stream');
    write(response);
  });
  const url = await listening(t, server);
  const endpoint = createChatEndpoint({
    baseUrl: `${url}/v1`,
    model: 'm',
    name: 'own',
    concurrency: 1,
    idleTimeoutMs: 20_000,
    counters: createUsageCounters(),
  });
  t.after(() => endpoint.close());
  const request = { messages: [{ role: 'user', content: 'Go.' }], max_tokens: 30, logprobs: true } as const;
  const watch = { keepsTexts: true, begin() {}, token: () => false };
  try {
    return await endpoint.chat(request, { signal: AbortSignal.timeout(15_000), sample: 0, watch });
  } finally {
    assert.equal(calls, 1, 'paid for once');
  }
}

test('a stream that stays open after its reply is over is the reply, with the counts that came after it', async (t) => {
  const withEnd = async (end: string): Promise<void> => {
    const { content, completionTokens, streamed } = await replyOf(t, (response) => {
      response.write(event('a'));
      response.write(event('b', 'stop'));
      response.write(
        `data: {"choices": [], "usage": {"prompt_tokens": 7, "completion_tokens": 3}}\n\n${end}`,
      );
      const comments = setInterval(() => response.write(': here\n\n'), 50);
      response.on('close', () => clearInterval(comments));
    });
    assert.deepEqual({ content, completionTokens }, { content: 'ab', completionTokens: 3 });
    assert.equal(streamed?.whole, true);
  };
  await Promise.all([withEnd('data: [DONE]\n\n'), withEnd('')]);
});

test('a stream that continues beyond the tokens that were asked for is ended, and ends the run', async (t) => {
  let written = 0;
  const endless = (response: ServerResponse): void => {
    const tokens = setInterval(() => {
      written += 1;
      response.write(event(' more'));
    }, 1);
    response.on('close', () => clearInterval(tokens));
  };
  await assert.rejects(replyOf(t, endless), {
    code: 'LB_ENDPOINT_STOPPED',
    message: /the reply has \d+ tokens and 30 were allowed; the endpoint ignores max_tokens/,
  });
  assert.ok(written < 1000, `${written} tokens were written`);
});
