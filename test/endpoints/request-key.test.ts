// The key of a call, and the wire form of its request.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { ChatMessage, ChatRequest } from '../../src/endpoints/chat.ts';
import { chatDialect } from '../../src/endpoints/dialects/openai.ts';
import { requestKey } from '../../src/endpoints/request-key.ts';
import { canonicalJson, sha256Hex } from '../../src/records/identity.ts';

const message = fc.record({
  role: fc.constantFrom('system' as const, 'user' as const, 'assistant' as const),
  content: fc.string({ unit: 'grapheme' }),
});
const requests: fc.Arbitrary<ChatRequest> = fc.record(
  {
    messages: fc.array(message, { minLength: 1, maxLength: 3 }),
    temperature: fc.option(fc.double({ noNaN: true }), { nil: undefined }),
    max_tokens: fc.nat(),
    seed: fc.integer(),
    stop: fc.array(fc.string()),
    logprobs: fc.boolean(),
    response_format: fc.constant({ type: 'json_object' as const }),
  },
  { requiredKeys: ['messages'] },
);

test('the key is made of the request, the endpoint and the sample, in any order of fields', () => {
  const request = { messages: [{ role: 'user', content: 'x' }], temperature: 0.7, seed: 1 } as const;
  const key = requestKey('e', 'm', request, 0);
  assert.match(key, /^[0-9a-f]{64}$/);
  assert.equal(
    requestKey('e', 'm', { seed: 1, temperature: 0.7, messages: request.messages, top_p: undefined }, 0),
    key,
  );
  for (const other of [
    requestKey('f', 'm', request, 0),
    requestKey('e', 'n', request, 0),
    requestKey('e', 'm', request, 1),
    requestKey('e', 'm', { ...request, temperature: 0.8 }, 0),
  ]) {
    assert.notEqual(other, key);
  }
});

test('the key is sha256 over canonical JSON of version, endpoint, model, request and sample', () => {
  fc.assert(
    fc.property(requests, fc.string(), fc.nat(), (request, model, sample) => {
      const plain = { version: 1, endpoint: 'https://e/v1', model, request, sample };
      assert.equal(requestKey('https://e/v1', model, request, sample), sha256Hex(canonicalJson(plain)));
    }),
  );
});

test('the wire form says what the request says, also when the same messages are sent again', () => {
  fc.assert(
    fc.property(requests, (request) => {
      const asked = JSON.parse(JSON.stringify({ model: 'm', ...request, stream: false })) as unknown;
      for (let times = 0; times < 2; times += 1) {
        assert.deepEqual(JSON.parse(chatDialect.body('m', request)), asked);
      }
    }),
  );
});

test('messages that are changed after they were sent are other messages', () => {
  const messages: ChatMessage[] = [{ role: 'user', content: 'x' }];
  const first = requestKey('e', 'm', { messages }, 0);
  messages.push({ role: 'assistant', content: 'y' });
  const longer = requestKey('e', 'm', { messages }, 0);
  messages[1] = { role: 'assistant', content: 'z' };
  const other = requestKey('e', 'm', { messages }, 0);
  assert.equal(new Set([first, longer, other]).size, 3);
  assert.deepEqual((JSON.parse(chatDialect.body('m', { messages })) as ChatRequest).messages, messages);
});
