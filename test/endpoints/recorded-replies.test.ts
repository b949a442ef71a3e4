import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { ChatReply } from '../../src/endpoints/chat.ts';
import { logprobsByShape, type ReplyLogprobs } from '../../src/endpoints/reply-logprobs.ts';
import { isDegenerate } from '../../src/endpoints/wire-logprobs.ts';
import { readReply as readBytes } from '../../src/endpoints/wire-reply.ts';
import { isLateBenchError } from '../../src/errors.ts';

const readReply = (status: number, text: string): ChatReply => readBytes(status, Buffer.from(text));

const folder = join('test', 'golden', 'llama-server');
interface Recorded {
  readonly request: { readonly body: { readonly top_logprobs?: number } };
  readonly response: { readonly status: number; readonly json?: unknown; readonly text?: string };
}

function read(name: string): Recorded {
  return JSON.parse(readFileSync(join(folder, `${name}.json`), 'utf8')) as Recorded;
}

function bodyOf({ response }: Recorded): string {
  return response.text ?? JSON.stringify(response.json);
}

for (const [name, code, retry] of [
  ['err_401_bad_key', 'LB_ENDPOINT_AUTH', 'never'],
  ['err_401_no_key', 'LB_ENDPOINT_AUTH', 'never'],
  ['err_404_path', 'LB_ENDPOINT_CONFIG', 'never'],
  ['err_get_on_post', 'LB_ENDPOINT_CONFIG', 'never'],
  // This server answers 500 to bad requests: tried again, and given up early because the words are the same.
  ['err_malformed_json', 'LB_ENDPOINT_SERVER', 'transient'],
  ['err_messages_not_array', 'LB_ENDPOINT_SERVER', 'transient'],
  ['err_missing_messages', 'LB_ENDPOINT_SERVER', 'transient'],
  ['err_top_logprobs_without_logprobs', 'LB_ENDPOINT_SERVER', 'transient'],
  ['chat_n2', 'LB_ENDPOINT_SERVER', 'transient'],
] as const) {
  test(`the recorded ${name} is ${code}`, () => {
    const recorded = read(name);
    assert.throws(
      () => readReply(recorded.response.status, bodyOf(recorded)),
      (error) => isLateBenchError(error) && error.code === code && error.retry === retry,
    );
  });
}

for (const [name, finish, degenerate] of [
  ['chat_greedy_temp0_top20', 'length', false],
  ['chat_logprobs_true_top0', 'length', false],
  ['chat_max_completion_tokens', null, true],
  ['chat_no_logprobs', null, true],
  ['chat_stop_string', 'stop', true],
  ['chat_unknown_model_is_accepted', null, true],
  ['err_temperature_wrong_type', null, true],
] as const) {
  test(`the recorded ${name} is a reply${degenerate ? ' without logprobs' : ' with logprobs'}`, () => {
    const recorded = read(name);
    const reply = readReply(recorded.response.status, bodyOf(recorded));
    assert.ok(reply.completionTokens > 0 && reply.promptTokens > 0);
    assert.notEqual(reply.model, '');
    if (finish !== null) assert.equal(reply.finishReason, finish);
    assert.equal(isDegenerate(reply.logprobs, { top_logprobs: 20 }), degenerate);
  });
}

test('the recorded streams give whole replies, with usage and logprobs', () => {
  for (const name of readdirSync(folder).filter((file) => file.endsWith('.raw.txt'))) {
    const reply = readReply(200, readFileSync(join(folder, name), 'utf8'));
    assert.ok(reply.content.length > 0, name);
    assert.ok(reply.completionTokens > 0, name);
    assert.notEqual(reply.finishReason, null, name);
    assert.equal(isDegenerate(reply.logprobs, { top_logprobs: 20 }), !name.includes('top20'), name);
  }
});

test('a stream that breaks off is no reply', () => {
  const text = readFileSync(join(folder, 'chat_stream_include_usage.raw.txt'), 'utf8');
  const events = text.split('\n\n');
  assert.throws(() => readReply(200, events.slice(0, 3).join('\n\n')), { code: 'LB_ENDPOINT_REPLY' });
  assert.throws(() => readReply(200, `${events[0]}\n\ndata: {"choi`), { code: 'LB_ENDPOINT_REPLY' });
});

test('keep-alive blank lines, comments, reasoning and parts are read by shape', () => {
  const body = (message: object, more: object = {}): string =>
    `\n\n \n${JSON.stringify({ model: 'm', choices: [{ message, finish_reason: 'stop', ...more }], usage: {} })}`;
  assert.equal(readReply(200, body({ content: 'hi' })).content, 'hi');
  assert.deepEqual(
    [readReply(200, body({ content: '', reasoning_content: 'hm' }))].map(({ content, reasoning }) => [
      content,
      reasoning,
    ]),
    [['', 'hm']],
  );
  assert.equal(
    readReply(
      200,
      body({
        content: [
          { type: 'text', text: 'a' },
          { type: 'text', text: 'b' },
        ],
      }),
    ).content,
    'ab',
  );
  assert.equal(
    readReply(
      200,
      ': PROCESSING\n\ndata: {"choices":[{"delta":{"content":"x"},"finish_reason":"stop"}]}\n\ndata: [DONE]\n\n',
    ).content,
    'x',
  );
  assert.throws(() => readReply(200, 'data: {"error":{"code":429,"message":"slow"}}\n\n'), {
    code: 'LB_ENDPOINT_RATE',
  });
});

test('logprobs that say nothing are told from certain tokens', () => {
  const token = (logprob: unknown, alternatives: number) => ({
    logprob,
    top_logprobs: Array(alternatives).fill({ token: 'a', logprob: -3 }),
  });
  const chat = (...tokens: object[]): ReplyLogprobs | null => logprobsByShape({ content: tokens }, 20);
  const asked = { top_logprobs: 20 };
  assert.equal(isDegenerate(chat(token(-0.1, 20), token(0, 20)), asked), false);
  assert.equal(isDegenerate(chat(token(0, 0), token(-9999, 0)), asked), true);
  assert.equal(isDegenerate(chat(token(-9999, 20), token(-9999, 20), token(-1, 20)), asked), true);
  assert.equal(isDegenerate(chat(token(null, 20), token('-inf', 20), token(-1, 20)), asked), true);
  assert.equal(isDegenerate(chat(token(-0.5, 1), token(-0.5, 1)), asked), true);
  assert.equal(isDegenerate(chat(token(-0.5, 0)), {}), false);
  assert.equal(
    isDegenerate(
      logprobsByShape({ tokens: ['a'], token_logprobs: [-0.5], top_logprobs: [{ a: -0.5, b: -2 }] }, 20),
      asked,
    ),
    false,
  );
  for (const none of [null, {}, { content: [] }, 'x']) {
    assert.equal(isDegenerate(logprobsByShape(none, 20), asked), true);
  }
});

const publicBodies = join('..', 'shared', 'fixtures', 'responses', 'public');
test('recorded bodies of other providers are read', {
  skip: existsSync(publicBodies) ? false : `${publicBodies} is not there`,
}, () => {
  const files = readdirSync(publicBodies, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.json'),
  );
  assert.ok(files.length > 5);
  for (const file of files) {
    const text = readFileSync(join(publicBodies, file), 'utf8');
    if (file.includes('tool-call')) continue;
    const reply = readReply(200, text);
    assert.ok(reply.content.length > 0 || reply.reasoning !== null || reply.completionTokens > 0, file);
    assert.ok(reply.model.length > 0, file);
  }
});
