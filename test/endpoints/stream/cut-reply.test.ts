// What a watch leaves of a reply that is whole, and of one that was hung up on.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { logprobsByShape, type ReplyLogprobs } from '../../../src/endpoints/reply-logprobs.ts';
import { cutReply, isEnough } from '../../../src/endpoints/stream/cut-reply.ts';
import { readStoredStream } from '../../../src/endpoints/stream/read-stored-stream.ts';
import { type StreamedReply, storedStream } from '../../../src/endpoints/stream/stored-stream.ts';
import type { StreamWatch } from '../../../src/endpoints/stream/watch.ts';

const top = (text: string) => [text, `${text}'`].map((token, at) => ({ token, logprob: -at - 0.5 }));
const logprobs = logprobsByShape(
  { content: ['a', 'é', 'c'].map((token) => ({ token, logprob: -0.5, top_logprobs: top(token) })) },
  2,
)!;
const whole: StreamedReply = {
  ended: 'whole',
  reason: null,
  model: 'm',
  fingerprint: 'f',
  finishReason: 'stop',
  usage: { prompt_tokens: 5, completion_tokens: 2, prompt_tokens_details: { cached_tokens: 4 } },
  text: 'aéc',
  reasoning: null,
  refusal: null,
  logprobs,
};

function alternatives({ k, top: values, topTokens }: ReplyLogprobs): unknown {
  return [k, [...values], topTokens.toStrings()];
}

const watch = (limit: number): StreamWatch => {
  let seen = 0;
  return {
    keepsTexts: true,
    begin() {
      seen = 0;
    },
    token(chosen, values, at, k) {
      assert.deepEqual([chosen, values[at], k], [-0.5, -0.5, 2]);
      seen += 1;
      return seen >= limit;
    },
  };
};

test('a cut reply has the tokens and the text up to the one that was enough', () => {
  const reply = readStoredStream(storedStream(whole), 2);
  const cut = cutReply(reply, watch(2));
  assert.deepEqual([cut.content, cut.finishReason], ['aé', 'stopped_early']);
  assert.deepEqual(cut.logprobs!.tokens.toStrings(), ['a', 'é']);
  assert.deepEqual(alternatives(cut.logprobs!), [2, [-0.5, -1.5, -0.5, -1.5], ['a', "a'", 'é', "é'"]]);
  // Tokens need not spell the text: a server may give bytes of a character one by one, or leave some out.
  assert.equal(cutReply({ ...reply, content: 'other' }, watch(2)).content, 'other');
  assert.equal(cut.logprobs!.chosen.length, 2);
  for (const all of [watch(4), undefined]) assert.equal(cutReply(reply, all), reply);
  assert.equal(cutReply({ ...reply, logprobs: null }, watch(1)).content, 'aéc');
  const bare = {
    ...reply,
    logprobs: {
      ...logprobs,
      topTokens: logprobsByShape({ content: [{ token: '', logprob: 0 }] }, 6)!.topTokens,
    },
  };
  assert.deepEqual(cutReply(bare, watch(1)).logprobs!.topTokens.toStrings(), ['', '']);
});

test('a reply that was hung up on is enough for whom it has enough, and says how much it has to others', () => {
  const hungUp = readStoredStream(storedStream({ ...whole, ended: 'hung_up' }), 2);
  assert.deepEqual([isEnough(hungUp, watch(3)), isEnough(hungUp, watch(4))], [true, false]);
  assert.ok(isEnough(readStoredStream(storedStream(whole), 2), watch(4)));
  assert.ok(!isEnough({ ...hungUp, logprobs: null }, watch(1)));
  const { streamed: _, ...plain } = hungUp;
  assert.ok(isEnough(plain, watch(4)));
  assert.throws(() => cutReply(hungUp, watch(4)), /stopped after 3 tokens/);
});
