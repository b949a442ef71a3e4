// What each dialect sends and reads, by bodies in the shapes that the APIs document.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { dialectNames } from '../../../src/config/dialect-names.ts';
import type { ChatReply, ChatRequest } from '../../../src/endpoints/chat.ts';
import type { Dialect } from '../../../src/endpoints/dialect.ts';
import { chooseDialect, dialectOfName } from '../../../src/endpoints/dialects/choose.ts';

const request: ChatRequest = {
  messages: [
    { role: 'system', content: 'Be brief.' },
    { role: 'user', content: 'What is 2 + 2?' },
  ],
  temperature: 0.5,
  top_p: 0.9,
  max_tokens: 100,
  seed: 7,
  logprobs: true,
  top_logprobs: 2,
  response_format: { type: 'json_object' },
};

function read(dialect: Dialect, status: number, body: unknown): ChatReply {
  return dialect.read(status, Buffer.from(JSON.stringify(body)), 2);
}

function sent(dialect: Dialect, asked = request): unknown {
  return JSON.parse(dialect.body('m', asked));
}

const turns = [{ role: 'user', content: 'What is 2 + 2?' }];

test('the dialect is the one that is set, else the host says it, else chat completions', () => {
  const cases = [
    ['https://api.openai.com/v1', 'openai'],
    ['https://api.anthropic.com/v1', 'anthropic'],
    ['https://generativelanguage.googleapis.com/v1beta', 'gemini'],
    ['https://generativelanguage.googleapis.com/v1beta/openai', 'openai'],
    ['https://mine.openai.azure.com', 'azure'],
    ['http://127.0.0.1:11434/v1', 'openai'],
    ['sim', 'openai'],
  ] as const;
  for (const [url, name] of cases) assert.equal(chooseDialect(undefined, url).name, name, url);
  assert.equal(chooseDialect('ollama', 'https://api.anthropic.com').name, 'ollama');
});

test('stored replies are read in the dialect that their endpoint has in its name', () => {
  for (const name of ['openai-responses', 'anthropic', 'gemini', 'ollama', 'pooling'] as const) {
    const { mark } = chooseDialect(name, 'http://127.0.0.1');
    assert.equal(dialectOfName(`https://e.example/v1${mark}`).name, name);
    assert.equal(dialectOfName(`https://e.example/v1${mark}#0123456789ab`).name, name);
  }
  assert.equal(dialectOfName('https://e.example/v1').name, 'openai');
});

test('Azure: the path of the deployment with a version, the key in its own header', () => {
  const plain = chooseDialect('azure', 'https://mine.openai.azure.com');
  assert.equal(plain.path('my gpt'), '/openai/deployments/my%20gpt/chat/completions?api-version=2024-10-21');
  assert.deepEqual(plain.headers('k'), { 'api-key': 'k' });
  const deployed = 'https://mine.openai.azure.com/openai/deployments/d?api-version=2025-01-01-preview';
  const own = chooseDialect('azure', deployed);
  assert.equal(own.path('d'), '/chat/completions?api-version=2025-01-01-preview');
  assert.equal(own.base?.(deployed), 'https://mine.openai.azure.com/openai/deployments/d');
  assert.equal(
    chooseDialect('azure', 'https://mine.openai.azure.com/openai/v1').path('d'),
    '/chat/completions',
  );
  const reply = read(plain, 200, {
    model: 'gpt-4o-2024-08-06',
    choices: [{ message: { content: 'hi' }, finish_reason: 'stop' }],
    usage: { prompt_tokens: 5, completion_tokens: 1, prompt_tokens_details: { cached_tokens: 4 } },
  });
  assert.deepEqual([reply.content, reply.model, reply.cachedTokens], ['hi', '', 4]);
});

test('Anthropic: the system message apart, a limit always, blocks and their usage', () => {
  const dialect = chooseDialect('anthropic', 'https://api.anthropic.com/v1');
  const plain = { messages: request.messages, temperature: 0.5, top_k: 4 };
  assert.deepEqual(sent(dialect, plain), {
    model: 'm',
    max_tokens: 4096,
    system: 'Be brief.',
    messages: turns,
    temperature: 0.5,
    top_k: 4,
    stream: false,
  });
  assert.deepEqual(dialect.headers('k'), { 'anthropic-version': '2023-06-01', 'x-api-key': 'k' });
  const reply = read(dialect, 200, {
    type: 'message',
    model: 'claude-x',
    content: [
      { type: 'thinking', thinking: 'hm' },
      { type: 'text', text: 'four' },
    ],
    stop_reason: 'max_tokens',
    usage: {
      input_tokens: 10,
      cache_creation_input_tokens: 3,
      cache_read_input_tokens: 20,
      output_tokens: 6,
    },
  });
  assert.deepEqual(reply, {
    content: 'four',
    reasoning: 'hm',
    finishReason: 'length',
    model: '',
    promptTokens: 33,
    completionTokens: 6,
    cachedTokens: 20,
    logprobs: null,
  });
  const refused = { content: [], stop_reason: 'refusal', usage: {} };
  assert.equal(read(dialect, 200, refused).refused, true);
  const overloaded = { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } };
  for (const status of [529, 200]) {
    assert.throws(() => read(dialect, status, overloaded), {
      code: 'LB_ENDPOINT_SERVER',
      retry: 'transient',
    });
  }
});

test('Gemini: the model in the path, camelCase, candidates with their logprobs', () => {
  const dialect = chooseDialect('gemini', 'https://generativelanguage.googleapis.com/v1beta');
  assert.equal(dialect.path('gemini-x'), '/models/gemini-x:generateContent');
  assert.deepEqual(sent(dialect), {
    systemInstruction: { parts: [{ text: 'Be brief.' }] },
    contents: [{ role: 'user', parts: [{ text: 'What is 2 + 2?' }] }],
    generationConfig: {
      temperature: 0.5,
      topP: 0.9,
      maxOutputTokens: 100,
      seed: 7,
      responseLogprobs: true,
      logprobs: 2,
      responseMimeType: 'application/json',
    },
  });
  const reply = read(dialect, 200, {
    candidates: [
      {
        content: { role: 'model', parts: [{ text: 'hm', thought: true }, { text: 'four' }] },
        finishReason: 'STOP',
        logprobsResult: {
          chosenCandidates: [{ token: 'four', logProbability: -0.5 }],
          topCandidates: [
            {
              candidates: [
                { token: 'four', logProbability: -0.5 },
                { token: '4', logProbability: -1 },
              ],
            },
          ],
        },
      },
    ],
    usageMetadata: {
      promptTokenCount: 9,
      candidatesTokenCount: 2,
      thoughtsTokenCount: 5,
      cachedContentTokenCount: 4,
    },
    modelVersion: 'gemini-x-001',
  });
  const { logprobs, ...rest } = reply;
  assert.deepEqual(rest, {
    content: 'four',
    reasoning: 'hm',
    finishReason: 'stop',
    model: '',
    promptTokens: 9,
    completionTokens: 7,
    cachedTokens: 4,
    reasoningTokens: 5,
  });
  assert.deepEqual([...logprobs!.top], [-0.5, -1]);
  const blocked = read(dialect, 200, { promptFeedback: { blockReason: 'SAFETY' }, usageMetadata: {} });
  assert.deepEqual([blocked.refused, blocked.finishReason], [true, 'safety']);
});

test('Gemini: a wrong key is 400 there, a rate limit says how long to wait, a daily quota does not', () => {
  const dialect = chooseDialect('gemini', 'https://generativelanguage.googleapis.com/v1beta');
  const message = 'You exceeded your current quota, please check your plan and billing details.';
  const limited = (quotaId: string) => ({
    error: {
      code: 429,
      message,
      status: 'RESOURCE_EXHAUSTED',
      details: [{ violations: [{ quotaId }] }, { retryDelay: '12.5s' }],
    },
  });
  // Some routes wrap the error in a list.
  assert.throws(() => read(dialect, 429, [limited('GenerateRequestsPerMinute')]), {
    code: 'LB_ENDPOINT_RATE',
    retry: 'rate-limit',
    cause: { status: 429, askedMs: 12_500 },
  });
  assert.throws(() => read(dialect, 429, limited('GenerateRequestsPerDay')), { code: 'LB_ENDPOINT_QUOTA' });
  const key = { error: { code: 400, message: 'API key not valid. Please pass a valid API key.' } };
  assert.throws(() => read(dialect, 400, key), { code: 'LB_ENDPOINT_AUTH' });
  assert.throws(() => read(dialect, 503, { error: { message: 'The model is overloaded.' } }), {
    code: 'LB_ENDPOINT_SERVER',
    retry: 'transient',
  });
});

test('OpenAI Responses: output items, refusals, reasoning tokens, no seed', () => {
  const dialect = chooseDialect('openai-responses', 'https://api.openai.com/v1');
  assert.deepEqual(sent(dialect), {
    model: 'm',
    input: request.messages,
    temperature: 0.5,
    top_p: 0.9,
    max_output_tokens: 100,
    text: { format: { type: 'json_object' } },
    include: ['message.output_text.logprobs'],
    top_logprobs: 2,
    store: false,
    stream: false,
  });
  const usage = {
    input_tokens: 9,
    input_tokens_details: { cached_tokens: 3 },
    output_tokens: 8,
    output_tokens_details: { reasoning_tokens: 6 },
  };
  const top = [
    { token: 'four', logprob: -0.5 },
    { token: '4', logprob: -1 },
  ];
  const text = { type: 'output_text', text: 'four', logprobs: [{ ...top[0], top_logprobs: top }] };
  const body = {
    object: 'response',
    status: 'incomplete',
    incomplete_details: { reason: 'max_output_tokens' },
    error: null,
    model: 'gpt-x',
    output: [
      { type: 'reasoning', summary: [{ type: 'summary_text', text: 'hm' }] },
      { type: 'message', role: 'assistant', content: [text] },
    ],
    usage,
  };
  const { logprobs, ...rest } = read(dialect, 200, body);
  assert.deepEqual(rest, {
    content: 'four',
    reasoning: 'hm',
    finishReason: 'length',
    model: 'gpt-x',
    promptTokens: 9,
    completionTokens: 8,
    cachedTokens: 3,
    reasoningTokens: 6,
  });
  assert.equal(logprobs!.chosen[0], -0.5);
  const output = [{ type: 'message', content: [{ type: 'refusal', refusal: 'No.' }] }];
  const declined = read(dialect, 200, { ...body, status: 'completed', output });
  assert.deepEqual([declined.content, declined.refused, declined.finishReason], ['No.', true, 'stop']);
  const failed = { ...body, status: 'failed', error: { code: 'rate_limit_exceeded', message: 'slow down' } };
  assert.throws(() => read(dialect, 200, failed), { code: 'LB_ENDPOINT_RATE' });
});

test('Ollama: the context has room for prompt and reply, and never shrinks', () => {
  const dialect = chooseDialect('ollama', 'http://127.0.0.1:11434/v1');
  assert.equal(dialect.base?.('http://127.0.0.1:11434/v1'), 'http://127.0.0.1:11434');
  assert.deepEqual(sent(dialect), {
    model: 'm',
    messages: request.messages,
    stream: false,
    format: 'json',
    logprobs: true,
    top_logprobs: 2,
    options: { temperature: 0.5, top_p: 0.9, num_predict: 100, seed: 7, num_ctx: 4096 },
  });
  const long = { messages: [{ role: 'user' as const, content: 'x'.repeat(30_000) }], max_tokens: 2000 };
  const context = (asked: ChatRequest): unknown =>
    (sent(dialect, asked) as { options: { num_ctx: number } }).options.num_ctx;
  assert.deepEqual([context(long), context(request)], [16_384, 16_384]);
  const reply = read(dialect, 200, {
    model: 'm:latest',
    message: { role: 'assistant', content: 'four', thinking: 'hm' },
    done: true,
    done_reason: 'length',
    prompt_eval_count: 12,
    eval_count: 3,
  });
  assert.deepEqual(
    [reply.content, reply.reasoning, reply.finishReason, reply.promptTokens, reply.completionTokens],
    ['four', 'hm', 'length', 12, 3],
  );
  assert.throws(() => read(dialect, 404, { error: 'model "m" not found, try pulling it first' }), {
    code: 'LB_ENDPOINT_CONFIG',
  });
  assert.throws(() => read(dialect, 200, { message: { content: 'fo' }, done: false }), {
    code: 'LB_ENDPOINT_REPLY',
  });
});

test('vLLM: thinking is switched off by the chat template', () => {
  const dialect = chooseDialect('vllm', 'http://127.0.0.1:8000/v1');
  const body = sent(dialect, { ...request, thinking: { type: 'disabled' } }) as Record<string, unknown>;
  assert.deepEqual(body.chat_template_kwargs, { enable_thinking: false });
  assert.equal('thinking' in body, false);
});

test('docs/endpoints.md says of each dialect what it can', () => {
  const rows = readFileSync('docs/endpoints.md', 'utf8').matchAll(
    /^\| `([\w-]+)`: .*? \| `http\S+` \| (.*) \|$/gm,
  );
  const said = Object.fromEntries([...rows].map(([, name, cells]) => [name, cells!.split(' | ')]));
  const can = dialectNames.map((name) => {
    const { logprobs, seed, schema, n, streaming, batch } = chooseDialect(name, 'http://127.0.0.1').can;
    return [name, [logprobs, seed, schema, n, streaming, batch].map((able) => (able ? 'yes' : 'no'))];
  });
  assert.deepEqual(said, Object.fromEntries(can));
});
