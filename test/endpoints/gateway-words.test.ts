// Replies with status 200 that are none: what a gateway says in them is all that explains them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { networkError } from '../../src/endpoints/network-error.ts';
import { isRefusal, isTemporary, replyError } from '../../src/endpoints/wire-error.ts';
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
  [
    'Ollama, in pieces',
    '{"message":{},"done":false}\n{"message":{},"done":true}\n',
    /one of Ollama's own API$/,
  ],
  ['other lines', '{"a":1}\n{"a":2}', /^the reply is several JSON objects, one a line$/],
  ['a reply with something behind it', '{"choices": []}\n\n\0', /^the reply is not complete JSON/],
  ['a list of text', [{ generated_text: '3' }], /one of the server's own API for text$/],
  ['no object', '"OK"', /^the reply is no JSON object: "OK"$/],
  ['Responses', { object: 'response', output: [] }, /one of OpenAI's Responses API$/],
  ['Messages', { type: 'message', content: [] }, /one of Anthropic's Messages API$/],
  ['candidates', { candidates: [] }, /one of Gemini's own API$/],
  [
    'a completion',
    { choices: [{ text: '3', finish_reason: 'length' }] },
    /one of \/v1\/completions, which takes/,
  ],
  ['a choice of nothing', { choices: [{ index: 0, message: {} }] }, /^the reply has no content$/],
  ['bytes', gzipSync('{"choices": []}'), /^the reply is not text \(\d+ characters\)$/],
] as const) {
  test(`what is said instead of a reply: ${name}`, () => {
    assert.match(messageOf(body), expected);
  });
}

for (const [code, message, expected] of [
  ['insufficient_quota', 'no', 'LB_ENDPOINT_QUOTA'],
  [403, 'Key limit exceeded (total limit)', 'LB_ENDPOINT_QUOTA'],
  [403, 'You have exceeded your monthly included quota', 'LB_ENDPOINT_QUOTA'],
  ['forbidden', 'Your country is not supported', 'LB_ENDPOINT_AUTH'],
] as const) {
  test(`403 with "${message}" is ${expected}`, () => {
    assert.equal(replyError(403, { error: { code, message } }, '')?.code, expected);
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

const whole = {
  model: 'm',
  choices: [{ index: 0, message: { role: 'assistant', content: '3' }, finish_reason: 'stop' }],
  usage: { prompt_tokens: 9, completion_tokens: 2 },
};

for (const [name, more] of [
  ['an empty text', { error: '' }],
  ['an empty object', { error: {} }],
  ['an object of empty values', { error: { code: 0, message: '', type: null } }],
  ['a detail that is null', { detail: null }],
] as const) {
  test(`a reply with ${name} in the place of an error is a reply`, () => {
    assert.equal(messageOf({ ...whole, ...more }), 'a reply');
    const events = `data: ${JSON.stringify({ ...whole, ...more })}\n\ndata: [DONE]\n\n`;
    assert.equal(messageOf(events), 'a reply');
  });
}

test('a rate limit that speaks of billing, or of a quota a minute, is a rate limit', () => {
  const codeOf = (status: number, body: unknown): string | undefined =>
    replyError(status, body, JSON.stringify(body))?.code;
  const words = 'Rate limit reached for m: Limit 3 / min. Add a payment method at https://x/account/billing';
  const limit = { error: { message: words, type: 'requests', code: 'rate_limit_exceeded' } };
  assert.equal(codeOf(429, limit), 'LB_ENDPOINT_RATE');
  assert.equal(codeOf(200, limit), 'LB_ENDPOINT_RATE');
  const quota = { error: { message: 'check your plan and billing details', code: 'insufficient_quota' } };
  assert.equal(codeOf(429, quota), 'LB_ENDPOINT_QUOTA');
  const ofGoogle = (quotaId: string) => [
    {
      error: {
        code: 429,
        message: 'You exceeded your current quota, please check your plan and billing details.',
        status: 'RESOURCE_EXHAUSTED',
        details: [{ violations: [{ quotaId }] }, { retryDelay: '7s' }],
      },
    },
  ];
  const minute = replyError(429, ofGoogle('GenerateRequestsPerMinutePerProject'), '');
  assert.equal(minute?.code, 'LB_ENDPOINT_RATE');
  assert.deepEqual(minute?.cause, { status: 429, askedMs: 7000 });
  assert.equal(codeOf(429, ofGoogle('GenerateRequestsPerDayPerProject')), 'LB_ENDPOINT_QUOTA');
});

test('what an overloaded provider turns away is not billed, and what every call meets names a way out', () => {
  const overloaded = replyError(529, { error: { type: 'overloaded_error', message: 'Overloaded' } }, '');
  assert.ok(overloaded !== null && isRefusal(overloaded) && isTemporary(overloaded));
  const busy = replyError(503, { error: { message: 'The model is overloaded.' } }, '');
  assert.ok(busy !== null && isRefusal(busy));
  const gateway = replyError(503, undefined, 'no upstream');
  assert.ok(gateway !== null && !isRefusal(gateway));
  assert.match(replyError(413, undefined, 'no')!.message, /larger than the server, .* leave out the longest/);
  assert.match(replyError(422, { detail: 'no' }, '')!.message, /does not accept a field .*--body/);
});

test('headers that are too large are not asked for again', () => {
  const cause = Object.assign(new Error('Headers Overflow Error'), { code: 'UND_ERR_HEADERS_OVERFLOW' });
  const { code, retry, message } = networkError(cause, 'http://127.0.0.1');
  assert.deepEqual([code, retry], ['LB_ENDPOINT_STOPPED', 'never']);
  assert.match(message, /NODE_OPTIONS=--max-http-header-size=/);
});
