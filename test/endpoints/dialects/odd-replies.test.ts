// Replies and errors that servers of other dialects than chat completions send, and which are no usable reply: none of
// them may count as one, and each is what it would be with another status or under another name.
import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import type { DialectName } from '../../../src/config/dialect-names.ts';
import { chooseDialect } from '../../../src/endpoints/dialects/choose.ts';
import { jsonLines, runHere } from '../../support/cli.ts';
import { temporaryFolder } from '../../support/temporary.ts';
import { serve } from '../../support/wrong-servers.ts';

const read = (name: DialectName, body: unknown, status = 200) =>
  chooseDialect(name, 'http://127.0.0.1').read(
    status,
    Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)),
  );
const boxed = '\\boxed{-1}';
const response = (more: object) => ({
  object: 'response',
  status: 'completed',
  error: null,
  output: [{ type: 'message', content: [{ type: 'output_text', text: boxed }] }],
  usage: { input_tokens: 9, output_tokens: 2 },
  ...more,
});

test('OpenAI Responses: a reply that is not completed is none, whatever it has so far', () => {
  for (const status of ['failed', 'cancelled']) {
    assert.throws(() => read('openai-responses', response({ status })), {
      code: 'LB_ENDPOINT_SERVER',
      retry: 'transient',
      message: new RegExp(`\\(status ${status}\\)`),
    });
  }
  for (const status of ['queued', 'in_progress']) {
    assert.throws(() => read('openai-responses', response({ status })), {
      code: 'LB_ENDPOINT_REPLY',
      retry: 'transient',
      message: `the reply is not finished (status ${status})`,
    });
  }
  assert.equal(read('openai-responses', response({})).content, boxed);
});

test('a reply that the server gave up is none, in every dialect', () => {
  const replies: readonly [DialectName, (reason: string) => object, string][] = [
    [
      'anthropic',
      (stop_reason) => ({ content: [{ type: 'text', text: boxed }], stop_reason }),
      'stop_reason error',
    ],
    [
      'ollama',
      (done_reason) => ({ message: { content: boxed }, done: true, done_reason }),
      'done_reason error',
    ],
  ];
  for (const [name, reply, words] of replies) {
    assert.throws(() => read(name, reply('error')), {
      code: 'LB_ENDPOINT_SERVER',
      message: new RegExp(words),
    });
    assert.equal(read(name, reply('stop')).content, boxed);
  }
});

test('Gemini: thoughts that only the total has, and prompts of tools, are counted', () => {
  const counts = (usageMetadata: object) => {
    const candidates = [{ content: { parts: [{ text: boxed }] }, finishReason: 'STOP' }];
    const { promptTokens, completionTokens, reasoningTokens } = read('gemini', { candidates, usageMetadata });
    return [promptTokens, completionTokens, reasoningTokens];
  };
  const usage = { promptTokenCount: 100, candidatesTokenCount: 10 };
  assert.deepEqual(counts({ ...usage, totalTokenCount: 110 }), [100, 10, undefined]);
  assert.deepEqual(counts({ ...usage, totalTokenCount: 610 }), [100, 510, undefined]);
  assert.deepEqual(counts({ ...usage, thoughtsTokenCount: 500, totalTokenCount: 610 }), [100, 510, 500]);
  assert.deepEqual(counts({ ...usage, toolUsePromptTokenCount: 50, totalTokenCount: 160 }), [
    150,
    10,
    undefined,
  ]);
});

test('an error in a 200 is what its name says', () => {
  const anthropic = (type: string) => ({ type: 'error', error: { type, message: 'no' } });
  for (const [type, code, retry, status] of [
    ['authentication_error', 'LB_ENDPOINT_AUTH', 'never', 401],
    ['permission_error', 'LB_ENDPOINT_AUTH', 'never', 403],
    ['not_found_error', 'LB_ENDPOINT_CONFIG', 'never', 404],
    ['request_too_large', 'LB_ENDPOINT_REQUEST', 'never', 413],
    ['rate_limit_error', 'LB_ENDPOINT_RATE', 'rate-limit', 429],
    ['overloaded_error', 'LB_ENDPOINT_SERVER', 'transient', 529],
    ['timeout_error', 'LB_ENDPOINT_SERVER', 'transient', 504],
    ['billing_error', 'LB_ENDPOINT_QUOTA', 'never', 402],
    ['api_error', 'LB_ENDPOINT_SERVER', 'transient', 500],
  ] as const) {
    const message = new RegExp(`endpoint answered ${status}: no`);
    assert.throws(() => read('anthropic', anthropic(type)), { code, retry, message }, type);
  }
});

test('an account without credit is that, also where the server answers 400', () => {
  for (const message of [
    'Your credit balance is too low to access the Anthropic API. Please go to Plans & Billing to upgrade or purchase credits.',
    'You have reached your specified API usage limits. You will regain access on 2027-01-01 at 00:00 UTC.',
  ]) {
    const body = { type: 'error', error: { type: 'invalid_request_error', message } };
    assert.throws(() => read('anthropic', body, 400), { code: 'LB_ENDPOINT_QUOTA', retry: 'never' });
  }
  const echoed = { error: { message: 'too long: "his credit balance is too low to pay the billing"' } };
  assert.throws(() => read('anthropic', echoed, 400), { code: 'LB_ENDPOINT_REQUEST' });
});

const pieces: readonly (readonly [DialectName, string])[] = [
  ['anthropic', `event: message_start\ndata: {"type":"message_start","message":{"content":[]}}\n\n`],
  ['openai-responses', `event: response.created\ndata: {"type":"response.created"}\n\n`],
  ['gemini', 'data: {"candidates":[{"content":{"parts":[{"text":"a"}]}}]}\n\n'],
  ['gemini', '[{"candidates":[{"content":{"parts":[{"text":"\\\\boxed{-1}"}]}}]},\n{"candidates":[]}]'],
  [
    'ollama',
    '{"message":{"content":"\\\\boxed{-1}"},"done":false}\n{"message":{"content":""},"done":true}\n',
  ],
];

test('a reply in pieces ends the run, and says so, where a dialect does not read it: each would be paid for', () => {
  for (const [name, body] of pieces) {
    assert.throws(() => read(name, body), { code: 'LB_ENDPOINT_STOPPED', message: /in pieces/ }, body);
  }
  // A list of one is how some gateways send it.
  const one = [{ candidates: [{ content: { parts: [{ text: 'a' }] }, finishReason: 'STOP' }] }];
  assert.equal(read('gemini', one).content, 'a');
});

test('a page in place of JSON is said to be one, and a cut reply may come whole next time', () => {
  const page = '<!DOCTYPE html><html><head><title>Sign in</title></head></html>';
  for (const name of ['anthropic', 'gemini', 'ollama', 'openai-responses', 'pooling'] as const) {
    const message = 'the reply is a web page (Sign in), not JSON';
    assert.throws(() => read(name, page), { code: 'LB_ENDPOINT_REPLY', message }, name);
    assert.throws(() => read(name, ''), { code: 'LB_ENDPOINT_REPLY', message: 'the reply is empty' }, name);
    assert.throws(
      () => read(name, '{"content": [{"type": "te'),
      { code: 'LB_ENDPOINT_REPLY', retry: 'transient' },
      name,
    );
  }
});

test('a server of another dialect that refuses, declines and streams: no verdict, no second payment', async (t) => {
  const cwd = await temporaryFolder(t);
  const reply = (text: string, stop_reason: string) => ({
    content: [{ type: 'text', text }],
    stop_reason,
    usage: { input_tokens: 9, output_tokens: 2 },
  });
  const bodies: Record<string, string | object> = {
    good: reply(boxed, 'end_turn'),
    declined: reply(`${boxed} but I would rather not`, 'refusal'),
    streamed: pieces[0]![1],
  };
  const asked: string[] = [];
  const url = await serve(t, (request, answer) => {
    let text = '';
    request.on('data', (chunk) => {
      text += String(chunk);
    });
    request.on('end', () => {
      const name = Object.keys(bodies).find((word) => text.includes(`is ${word}`));
      if (name === undefined) return answer.writeHead(404).end('{}');
      asked.push(name);
      const body = bodies[name]!;
      return answer.writeHead(200).end(typeof body === 'string' ? body : JSON.stringify(body));
    });
  });
  const rows = ['good', 'declined'].map((name) => ({
    id: name,
    problem: `This is ${name}`,
    steps: ['a', 'b'],
  }));
  const write = (file: string, all: readonly object[]) =>
    writeFile(join(cwd, file), all.map((row) => `${JSON.stringify(row)}\n`).join(''));
  await write('in.jsonl', rows);
  await write('more.jsonl', [...rows, { id: 'streamed', problem: 'This is streamed', steps: ['a', 'b'] }]);
  const args = [
    'critic',
    '--endpoint',
    url,
    '--dialect',
    'anthropic',
    '-m',
    'm',
    '--cache',
    'off',
    '-c',
    '1',
  ];
  const first = await runHere([...args, '--run', 'r', 'in.jsonl'], { cwd });
  assert.equal(first.code, 0, first.stderr);
  assert.match(first.stderr, /0 with an error, 1 without, 0 unparsed, 1 refused, 0 failed = 2 solutions/);
  const [, declined] = jsonLines(first.stdout);
  const [critique] = declined!.critiques as [{ status: string; votes: [{ note: string }] }];
  assert.deepEqual(
    [critique.status, critique.votes[0].note],
    ['unparsed', 'refused: box: int (finish_reason refusal)'],
  );
  const second = await runHere([...args, '--run', 'r', 'more.jsonl'], { cwd });
  assert.equal(second.code, 4, second.stderr);
  assert.match(second.stderr, /sends its reply in pieces/);
  assert.deepEqual(asked, ['good', 'declined', 'streamed']);
  assert.match(await readFile(join(cwd, 'r', 'events.jsonl'), 'utf8'), /LB_ENDPOINT_STOPPED/);
});

test('names and addresses that users paste lead to the same place', () => {
  const path = (name: DialectName, base: string, model: string): string => {
    const dialect = chooseDialect(name, base);
    return `${dialect.base?.(base) ?? base} ${dialect.path(model)}`;
  };
  assert.equal(path('gemini', 'http://h', 'models/a'), 'http://h /models/a:generateContent');
  assert.equal(path('gemini', 'http://h', 'tunedModels/a-1'), 'http://h /tunedModels/a-1:generateContent');
  assert.equal(path('ollama', 'http://h/v1?key=1', 'hf.co/a/b:Q4'), 'http://h?key=1 /api/chat');
  assert.equal(path('ollama', 'http://h/api/chat', 'm'), 'http://h /api/chat');
  assert.match(
    path('azure', 'http://h/openai-proxy', 'd'),
    /^http:\/\/h\/openai-proxy \/openai\/deployments\/d\//,
  );
});
