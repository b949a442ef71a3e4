import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isCacheable } from '../../../src/endpoints/cache/cacheable.ts';
import type { ChatReply } from '../../../src/endpoints/chat.ts';
import { logprobsByShape } from '../../../src/endpoints/reply-logprobs.ts';

const good: ChatReply = {
  content: 'paragraph 3',
  reasoning: null,
  finishReason: 'stop',
  model: 'm',
  promptTokens: 10,
  completionTokens: 3,
  logprobs: null,
};
const token = { token: 'a', logprob: -0.2, top_logprobs: [{ logprob: -0.2 }, { logprob: -2 }] };

test('a reply that ended of its accord is worth keeping', () => {
  // What OpenAI's, Hugging Face's and Anthropic's servers call it.
  for (const finishReason of ['stop', 'eos', 'eos_token', 'end_turn', 'stop_sequence'])
    assert.equal(isCacheable({ ...good, finishReason }, { logprobs: false }), true, finishReason);
});

test('cut, filtered, failed, unexplained and empty replies are not', () => {
  for (const finishReason of ['length', 'content_filter', 'insufficient_system_resource', 'error', null]) {
    assert.equal(isCacheable({ ...good, finishReason }, {}), false, String(finishReason));
  }
  assert.equal(isCacheable({ ...good, content: ' \n', reasoning: 'long thoughts' }, {}), false);
});

test('where logprobs were asked for, they must say something', () => {
  const asked = { logprobs: true, top_logprobs: 2 };
  assert.equal(isCacheable(good, asked), false);
  assert.equal(isCacheable({ ...good, logprobs: logprobsByShape({ content: [] }, 2) }, asked), false);
  const empty = { token: 'a', logprob: -9999, top_logprobs: [] };
  assert.equal(isCacheable({ ...good, logprobs: logprobsByShape({ content: [empty] }, 2) }, asked), false);
  assert.equal(isCacheable({ ...good, logprobs: logprobsByShape({ content: [token] }, 2) }, asked), true);
  assert.equal(
    isCacheable({ ...good, logprobs: logprobsByShape({ content: [token] }, 2), degenerate: true }, asked),
    false,
  );
});
