// What really goes out: the bytes at the socket for both wordings and for the presets.
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import { type CriticOptions, criticStage } from '../../src/critic/critic.ts';
import { presets } from '../../src/critic/presets.ts';
import { createChatEndpoint } from '../../src/endpoints/client.ts';
import { createUsageCounters } from '../../src/endpoints/usage-counters.ts';
import { wordings } from '../../src/records/protocols.ts';
import { runCritic, solution } from './run-critic.ts';

const bodies: string[] = [];
const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const text = Buffer.concat(chunks).toString('utf8');
    bodies.push(text);
    const { model } = JSON.parse(text) as { model: string };
    const choice = { message: { content: '\\boxed{-1}' }, finish_reason: 'stop' };
    response.end(JSON.stringify({ model, choices: [choice], usage: {} }));
  });
});
let baseUrl = '';
before(async () => {
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
});
after(() => {
  server.close();
});

async function sent(model: string, options: Partial<CriticOptions>): Promise<Record<string, unknown>[]> {
  bodies.length = 0;
  const endpoint = createChatEndpoint({ baseUrl, model, concurrency: 8, counters: createUsageCounters() });
  try {
    const all = { endpoint, protocol: 'first_error', votes: 1, seed: 5, ...options } as const;
    await runCritic(criticStage(all), solution());
  } finally {
    await endpoint.close();
  }
  return bodies.map((body) => JSON.parse(body) as Record<string, unknown>);
}

for (const wording of wordings) {
  test(`the bytes of the ${wording} wording hold \\boxed{} and no backspace`, async () => {
    const [request] = await sent('m', { wording });
    assert.ok(bodies[0]!.includes(String.raw`in \\boxed{}."`));
    assert.ok(
      !bodies[0]!.includes(String.raw`\boxed{}`.replace('\\', '\b')) && !/[^\\]\\boxed/.test(bodies[0]!),
    );
    const [message] = request!.messages as { role: string; content: string }[];
    assert.match(
      message!.content,
      wording === 'maths' ? /^The following is a math problem and/ : /^The following is a problem and/,
    );
    assert.match(message!.content, wording === 'maths' ? /not found"\)\.\n\n/ : /the index of -1\.\n\n/);
    assert.match(
      message!.content,
      wording === 'maths' ? /\n\n\[Math Problem\]\n\nWhat is/ : /\n\n\[Problem\]\nWhat is/,
    );
  });
}

const sampling = ['temperature', 'top_p', 'top_k', 'max_tokens', 'max_completion_tokens'] as const;

async function samplingOf(
  model: string,
  votes: number,
  options: Partial<CriticOptions> = {},
): Promise<object> {
  const [request] = await sent(model, { votes, ...options });
  return Object.fromEntries(
    sampling.filter((name) => name in request!).map((name) => [name, request![name]]),
  );
}

test('an unknown model is asked at 0 for one reply and at 0.7 for votes, and nothing else is sent', async () => {
  assert.deepEqual(await samplingOf('gpt-4o-mini', 1), { temperature: 0 });
  assert.deepEqual(await samplingOf('gpt-4o-mini', 8), { temperature: 0.7 });
});

test('reasoning models of OpenAI are sent no temperature, and their own name for the limit', async () => {
  for (const model of ['o1-mini', 'o3', 'o4-mini-2025-04-16', 'openai/gpt-5-mini']) {
    assert.deepEqual(await samplingOf(model, 1, { maxTokens: 900 }), { max_completion_tokens: 900 });
    assert.deepEqual(await samplingOf(model, 8), {});
  }
});

test('the families of Qwen and DeepSeek are known by their names', async () => {
  const votes = { temperature: 0.7, top_p: 0.8, top_k: 20 };
  assert.deepEqual(await samplingOf('Qwen/Qwen2.5-Math-72B-Instruct', 8), votes);
  assert.deepEqual(await samplingOf('Qwen/Qwen2.5-Math-72B-Instruct', 1), { temperature: 0 });
  assert.deepEqual(await samplingOf('Qwen2.5-72B-Instruct', 8), votes);
  assert.deepEqual(await samplingOf('Qwen3-235B-A22B-Instruct-2507', 8), votes);
  for (const model of ['Qwen/QwQ-32B', 'Qwen3-8B', 'Qwen3-30B-A3B', 'Qwen3-235B-A22B-Thinking-2507']) {
    assert.deepEqual(await samplingOf(model, 1), { temperature: 0.6, top_p: 0.95, top_k: 20 }, model);
  }
  assert.deepEqual(await samplingOf('deepseek-chat', 1), { temperature: 0 });
  assert.deepEqual(await samplingOf('deepseek-reasoner', 1), {});
  assert.deepEqual(await samplingOf('deepseek-ai/DeepSeek-R1-Distill-Qwen-32B', 8), {
    temperature: 0.6,
    top_p: 0.95,
  });
});

test('a preset that is named goes before the model, and what is set by hand before the preset', async () => {
  assert.deepEqual(await samplingOf('Qwen2.5-7B-Instruct', 8, { preset: 'processbench' }), {
    temperature: 1,
    top_p: 0.9,
  });
  assert.deepEqual(await samplingOf('o3', 8, { preset: 'plain', maxTokens: 5 }), {
    temperature: 0.7,
    max_tokens: 5,
  });
  assert.deepEqual(await samplingOf('Qwen2.5-7B-Instruct', 8, { temperature: 0.2, topK: 5 }), {
    temperature: 0.2,
    top_p: 0.8,
    top_k: 5,
  });
  await assert.rejects(samplingOf('m', 1, { preset: 'qwen9' }), {
    code: 'LB_CONFIG',
    message: /auto, plain/,
  });
});

test('votes differ by their seeds alone, and no two share one', async () => {
  for (const preset of presets.map(({ name }) => name)) {
    const requests = await sent('m', { votes: 8, preset });
    const seeds = requests.map(({ seed }) => seed as number);
    assert.deepEqual(
      seeds.sort((a, b) => a - b),
      [5, 6, 7, 8, 9, 10, 11, 12],
      preset,
    );
    const rest = requests.map(({ seed: _seed, ...others }) => JSON.stringify(others));
    assert.equal(new Set(rest).size, 1);
  }
});

test('a system prompt goes in front, the same for every record, and changes the version of the prompt', async () => {
  const system = { text: 'Be strict.', source: '--system' };
  const [request] = await sent('m', { system });
  const messages = request!.messages as { role: string; content: string }[];
  assert.deepEqual(messages[0], { role: 'system', content: 'Be strict.' });
  assert.equal(messages[1]!.role, 'user');
  const endpoint = createChatEndpoint({
    baseUrl,
    model: 'm',
    concurrency: 1,
    counters: createUsageCounters(),
  });
  const stage = criticStage({ endpoint, protocol: 'first_error', votes: 1, seed: 0, system });
  assert.match(String(stage.config.prompt_version), /^processbench-maths\/1\+system-[0-9a-f]{12}$/);
  await endpoint.close();
});
