// Which parameter a refusal is about, in the words of the servers that people have.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ChatRequest } from '../../../src/endpoints/chat.ts';
import { refusedParameter } from '../../../src/endpoints/profile/refused-parameter.ts';

const request: ChatRequest = {
  messages: [
    { role: 'system', content: 'Be brief.' },
    { role: 'user', content: 'x' },
  ],
  temperature: 0,
  top_p: 1,
  top_k: 20,
  max_tokens: 10,
  seed: 1,
  logprobs: true,
  top_logprobs: 20,
  response_format: { type: 'json_object' },
};

function refused(body: unknown, status = 400, asked: ChatRequest = request): string | undefined {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return refusedParameter({ status, body: Buffer.from(text) }, asked)?.parameter;
}

const say = (message: string, param: string | null = null): object => ({ error: { message, param } });

test('refusals name their parameter', () => {
  const cases: readonly (readonly [unknown, string])[] = [
    [
      say(
        "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
        'max_tokens',
      ),
      'max_tokens',
    ],
    [
      say(
        "Unsupported value: 'temperature' does not support 0 with this model. Only the default (1) value is supported.",
      ),
      'temperature',
    ],
    [say("Unsupported value: 'messages[0].role' does not support 'system' with this model."), 'system'],
    [say('System role not supported'), 'system'],
    [say('Developer instruction is not enabled for models/gemma-3', 'system_instruction'), 'system'],
    [say('Unrecognized request argument supplied: seed'), 'seed'],
    [say('You are not allowed to request logprobs from this model'), 'logprobs'],
    [say('Unsupported param: top_logprobs'), 'logprobs'],
    [[say('Logprobs is not enabled for models/gemini-x')], 'logprobs'],
    [say('`top_k` is not supported'), 'top_k'],
    [say('this model has beta limitations: temperature, top_p and n are fixed at 1'), 'temperature'],
    [say("'response_format.type' must be 'json_schema' or 'text'"), 'json_object'],
    [say('JSON mode is not supported with this model'), 'json_object'],
    [say('This response_format type is unavailable now'), 'json_object'],
    [
      { detail: [{ type: 'extra_forbidden', loc: ['body', 'seed'], msg: 'Extra inputs are not permitted' }] },
      'seed',
    ],
    [
      {
        object: 'error',
        message: { detail: [{ loc: ['body', 'top_k'], msg: 'extra fields not permitted' }] },
      },
      'top_k',
    ],
    [{ error: 'seed is not supported' }, 'seed'],
    ['unknown parameter: seed', 'seed'],
  ];
  for (const [body, parameter] of cases) assert.equal(refused(body), parameter, JSON.stringify(body));
  assert.equal(refused(say('Unsupported param: logprobs'), 500), 'logprobs');
});

test('a wrong value, a long prompt, a parameter that was not sent and other statuses teach nothing', () => {
  const messages = [
    'temperature must be between 0 and 1',
    'max_tokens is too large: 100000. This model supports at most 16384 completion tokens',
    'Cannot request more than 5 logprobs',
    "This model's maximum context length is 4096 tokens; reduce max_tokens",
    "'messages' must contain the word 'json' to use 'response_format' of type 'json_object', unsupported otherwise",
    'presence_penalty is not supported',
    'something else went wrong with the seed',
  ];
  for (const message of messages) assert.equal(refused(say(message)), undefined, message);
  const unseeded = { ...request, seed: undefined };
  assert.equal(refused(say('Unrecognized request argument supplied: seed'), 400, unseeded), undefined);
  for (const status of [200, 401, 404, 429, 503]) {
    assert.equal(refused(say('Unrecognized request argument supplied: seed'), status), undefined);
  }
});
