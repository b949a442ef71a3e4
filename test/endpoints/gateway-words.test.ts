// Replies with status 200 that are none: what a gateway says in them is all that explains them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { readReply } from '../../src/endpoints/wire-reply.ts';
import { isLateBenchError } from '../../src/errors.ts';

function messageOf(body: string | Buffer | object): string {
  const bytes = Buffer.isBuffer(body) ? body : typeof body === 'string' ? body : JSON.stringify(body);
  try {
    readReply(200, Buffer.from(bytes));
  } catch (error) {
    assert.ok(isLateBenchError(error));
    return error.message;
  }
  return 'a reply';
}

const piece = 'data: {"model":"m","choices":[{"index":0,"delta":{"content":"3"},"finish_reason":null}]}\n\n';

for (const [name, body, expected] of [
  ['code and msg', { code: 1001, msg: 'token expired', data: null }, /no choices; .*: token expired$/],
  ['success and message', { success: false, message: 'rate limit' }, /no choices; .*: rate limit$/],
  ['an empty message', { msg: '', data: null }, /^the reply has no choices$/],
  ['a message that is none', { message: { a: 1 }, choices: [] }, /^the reply has no choices$/],
  ['text', 'upstream connect error\n or disconnect', /text, not JSON: upstream connect error or disconnect$/],
  ['a reply with something before it', `)]}', {"choices": []}`, /^the reply is not JSON \(21 characters\)$/],
  ['a page', '<html><head><title>Sign in</title></head></html>', /a web page \(Sign in\)/],
  ['cut JSON', '{"choices": [{"mess', /not complete JSON \(19 characters\)/],
  ['a cut stream', piece, /a stream that was cut off/],
  ['an error event', `${piece}event: error\ndata: {"message":"no capacity"}\n\n`, /500: no capacity/],
  ['an error event of text', `${piece}event: error\ndata: no capacity\n\n`, /500: no capacity/],
  ['an error event in the usual form', `${piece}event: error\ndata: {"error":{"message":"x"}}\n\n`, /500: x/],
  ['bytes', gzipSync('{"choices": []}'), /^the reply is not text \(\d+ characters\)$/],
] as const) {
  test(`what is said instead of a reply: ${name}`, () => {
    assert.match(messageOf(body), expected);
  });
}

test('a reply that a filter held back whole is one that was declined, and is not asked for again', () => {
  const reply = (message: unknown) =>
    readReply(
      200,
      Buffer.from(JSON.stringify({ model: 'm', choices: [{ message, finish_reason: 'content_filter' }] })),
    );
  for (const message of [{ role: 'assistant', content: null }, { role: 'assistant' }, {}, null]) {
    const { content, finishReason } = reply(message);
    assert.deepEqual([content, finishReason], ['', 'content_filter']);
  }
});
