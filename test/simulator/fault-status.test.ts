import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FaultRule } from '../../src/simulator/faults/rules.ts';
import { chatBody, errorSchema, send, withSimulator } from './ask.ts';

const body = chatBody('critic', { prompt: 'What is 6 times 7?' });

async function reply(
  rule: FaultRule,
): Promise<{ status: number; headers: Record<string, unknown>; text: string }> {
  let answer: { status: number; headers: Record<string, unknown>; text: string } | undefined;
  await withSimulator({ faults: [rule] }, async ({ url, counts }) => {
    answer = await send(`${url}/chat/completions`, body);
    assert.deepEqual([counts.completed, counts.refused, counts.spoiled], [0, 1, 0]);
    assert.deepEqual(counts.faults, { [rule.do]: 1 });
    assert.deepEqual(counts.by_request, {});
  });
  return answer!;
}

test('any error status comes with the words that servers use for it', async () => {
  const cases: [number, string, string | null][] = [
    [400, 'invalid_request_error', null],
    [401, 'authentication_error', 'invalid_api_key'],
    [402, 'insufficient_quota', 'insufficient_quota'],
    [403, 'permission_error', 'permission_denied'],
    [404, 'not_found_error', 'model_not_found'],
    [408, 'timeout_error', 'request_timeout'],
    [422, 'invalid_request_error', 'invalid_parameter'],
    [500, 'server_error', null],
    [502, 'server_error', 'bad_gateway'],
    [503, 'server_error', 'overloaded'],
    [529, 'server_error', null],
  ];
  for (const [status, type, code] of cases) {
    const answer = await reply({ do: 'error', status });
    const { error } = errorSchema.parse(JSON.parse(answer.text));
    assert.deepEqual([answer.status, error.type, error.code], [status, type, code]);
    assert.equal(answer.headers['retry-after'], undefined);
  }
});

test('an error has the message, the headers and the shape that its rule gives', async () => {
  const message = 'Only one completion choice is allowed';
  const shaped = async (shape: 'llama-server' | 'vllm' | 'detail' | 'openrouter'): Promise<unknown> =>
    JSON.parse((await reply({ do: 'error', status: 500, message, shape })).text);
  assert.deepEqual(await shaped('llama-server'), { error: { code: 500, message, type: 'server_error' } });
  assert.deepEqual(await shaped('vllm'), {
    object: 'error',
    message,
    type: 'server_error',
    param: null,
    code: 500,
  });
  assert.deepEqual(await shaped('detail'), { detail: message });
  assert.deepEqual(await shaped('openrouter'), {
    error: { code: 500, message, metadata: { provider_name: 'latebench-sim' } },
  });
  const page = await reply({ do: 'error', status: 502, shape: 'html' });
  assert.match(String(page.headers['content-type']), /^text\/html/);
  assert.match(page.text, /^<html>/);
  const bare = await reply({
    do: 'error',
    status: 503,
    shape: 'none',
    headers: { 'x-ratelimit-remaining-requests': '0' },
  });
  assert.deepEqual([bare.text, bare.headers['content-length']], ['', '0']);
  assert.equal(bare.headers['x-ratelimit-remaining-requests'], '0');
});

test('a 429 names the time to wait in seconds, as a date, or not at all', async () => {
  const inSeconds = await reply({ do: 'rate_limit', retry_after_s: 2.5 });
  assert.deepEqual([inSeconds.status, inSeconds.headers['retry-after']], [429, '2.5']);
  const before = Date.now();
  const dated = await reply({ do: 'rate_limit', retry_after_s: 2, retry_after_as: 'date' });
  const written = String(dated.headers['retry-after']);
  assert.match(written, /^\w{3}, \d{2} \w{3} \d{4} \d{2}:\d{2}:\d{2} GMT$/);
  const due = Date.parse(written);
  assert.ok(due >= before + 2_000 && due <= Date.now() + 3_000);
  const bare = await reply({ do: 'rate_limit' });
  assert.deepEqual([bare.status, bare.headers['retry-after']], [429, undefined]);
  assert.equal(errorSchema.parse(JSON.parse(bare.text)).error.code, 'rate_limit_exceeded');
});

test('a used-up quota is a 429 or a 402, told from too many requests by its code', async () => {
  const usual = await reply({ do: 'quota' });
  const { error } = errorSchema.parse(JSON.parse(usual.text));
  assert.deepEqual([usual.status, error.type, error.code], [429, 'insufficient_quota', 'insufficient_quota']);
  const payment = await reply({ do: 'quota', status: 402, message: 'Insufficient Balance' });
  assert.deepEqual(
    [payment.status, errorSchema.parse(JSON.parse(payment.text)).error.message],
    [402, 'Insufficient Balance'],
  );
  assert.equal((await reply({ do: 'quota', status: 402, retry_after_s: 3 })).headers['retry-after'], '3');
});

test('a fault that refuses comes before what is wrong with the call', async () => {
  await withSimulator({ faults: [{ do: 'error', status: 401 }] }, async ({ url }) => {
    for (const wrong of [
      '{"model"',
      { model: 'no-such-model', messages: [{ role: 'user', content: 'x' }] },
    ]) {
      assert.equal((await send(`${url}/chat/completions`, wrong)).status, 401);
    }
  });
});
