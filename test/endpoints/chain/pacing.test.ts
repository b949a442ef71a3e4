import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createAdaptiveConcurrency } from '../../../src/endpoints/chain/adaptive-concurrency.ts';
import { createBreaker } from '../../../src/endpoints/chain/breaker.ts';
import { createPoisonRequestDetector } from '../../../src/endpoints/chain/poison-request-detector.ts';
import { perMinute } from '../../../src/endpoints/chain/rate.ts';
import { createRecordFailures, type RecordFailures } from '../../../src/endpoints/chain/record-failures.ts';
import { checkReply } from '../../../src/endpoints/chain/reply-check.ts';
import { durationMs, exhaustedMs } from '../../../src/endpoints/rate-headers.ts';
import { retryAfterMs } from '../../../src/http/retry-after.ts';

test('the pace halves once an episode and grows by one a round of good calls', () => {
  const pace = createAdaptiveConcurrency(8);
  const marks = Array.from({ length: 8 }, () => pace.begin());
  assert.equal(pace.overloaded(marks[0]!), true);
  assert.equal(pace.limit, 4);
  for (const mark of marks.slice(1)) assert.equal(pace.overloaded(mark), false, 'sent at the old pace');
  for (const mark of marks) pace.good(mark);
  assert.equal(pace.limit, 4, 'good calls of the old pace say nothing');
  for (let n = 0; n < 4; n += 1) pace.good(pace.begin());
  assert.equal(pace.limit, 5);
  for (let n = 0; n < 500; n += 1) pace.good(pace.begin());
  assert.equal(pace.limit, 8, 'never above the ceiling');
  for (let n = 0; n < 10; n += 1) pace.overloaded(pace.begin());
  assert.equal(pace.limit, 1, 'never below one');
});

test('the breaker opens on more than half of 20, lets one probe through, and closes when it works', () => {
  const breaker = createBreaker({ firstPauseMs: 1000, maxPauseMs: 3000 });
  for (let n = 0; n < 10; n += 1) breaker.good();
  for (let n = 0; n < 9; n += 1) breaker.failed(0);
  assert.equal(breaker.wait(0), 0, '9 of 19');
  breaker.failed(0);
  breaker.failed(0);
  assert.equal(breaker.wait(0), 1000);
  assert.equal(breaker.wait(1000), 0, 'the probe');
  assert.ok(breaker.wait(1000) > 0, 'nobody beside the probe');
  breaker.failed(1000);
  assert.equal(breaker.wait(1000), 2000, 'the pause doubles');
  assert.equal(breaker.wait(3000), 0);
  breaker.failed(3000);
  assert.equal(breaker.wait(3000), 3000, 'up to the longest');
  assert.equal(breaker.downMs(6000), 6000);
  assert.equal(breaker.wait(6000), 0);
  breaker.good();
  assert.deepEqual([breaker.wait(6000), breaker.downMs(6000)], [0, 0]);
});

test('a given-up probe leaves the way to the next one', () => {
  const breaker = createBreaker({ firstPauseMs: 100 });
  for (let n = 0; n < 20; n += 1) breaker.failed(0);
  assert.equal(breaker.wait(100), 0);
  breaker.unknown();
  assert.equal(breaker.wait(100), 0);
});

test('the same failure three times ends a call, on five calls the run', () => {
  const failures = createPoisonRequestDetector();
  const meet = (key: string): string[] => Array.from({ length: 3 }, () => failures.note(key, 'same'));
  assert.deepEqual(meet('a'), ['go-on', 'go-on', 'give-up-call']);
  for (const key of ['b', 'c', 'd']) assert.equal(meet(key).at(-1), 'give-up-call');
  assert.equal(meet('e').at(-1), 'stop-run');
  assert.equal(failures.note('f', 'one'), 'go-on');
  assert.equal(failures.note('f', 'other'), 'go-on');
  assert.equal(failures.note('f', 'one'), 'go-on', 'not in a row');
});

test('refusals stop a run from twenty calls on when they are most of them, from five when there was nothing else', () => {
  const refuse = (guard: RecordFailures): boolean => {
    guard.started();
    return guard.ended('refused') !== null;
  };
  const all = createRecordFailures();
  for (let n = 0; n < 4; n += 1) assert.equal(refuse(all), false);
  assert.equal(refuse(all), true);
  const waiting = createRecordFailures();
  waiting.started();
  for (let n = 0; n < 19; n += 1) assert.equal(refuse(waiting), false, 'one in flight may be good');
  assert.equal(refuse(waiting), true);
  const some = createRecordFailures();
  for (let n = 1; n <= 200; n += 1) {
    some.started();
    assert.equal(some.ended(n % 3 === 0 ? 'refused' : 'replied'), null);
  }
});

test('calls whose replies cannot be read stop a run when they are ten in a row, here or between what is stored', () => {
  const failures = createRecordFailures();
  const unreadable = (count: number): (string | null)[] =>
    Array.from({ length: count }, () => {
      failures.started();
      return failures.ended('unreadable');
    });
  const none = Array(9).fill(null);
  assert.deepEqual(unreadable(9), none);
  failures.started();
  assert.equal(failures.ended('replied'), null);
  assert.deepEqual(unreadable(9), none);
  failures.found();
  assert.deepEqual(unreadable(9), none);
  failures.started();
  assert.equal(failures.ended('failed'), null, 'it says nothing');
  assert.match(unreadable(1)[0]!, /10 calls in a row with nothing that can be read/);
});

test('Retry-After is read as seconds, milliseconds and a date', () => {
  const now = Date.UTC(2026, 10, 21, 10, 0, 0);
  assert.equal(retryAfterMs({ 'retry-after': '2' }, now), 2000);
  assert.equal(retryAfterMs({ 'retry-after-ms': '250', 'retry-after': '9' }, now), 250);
  assert.equal(retryAfterMs({ 'retry-after': new Date(now + 5000).toUTCString() }, now), 5000);
  assert.equal(retryAfterMs({ 'retry-after': new Date(now - 5000).toUTCString() }, now), 0);
  for (const value of ['', 'soon', undefined])
    assert.equal(retryAfterMs({ 'retry-after': value }, now), null);
});

test('the limits that a server announces are read', () => {
  assert.deepEqual(
    ['1s', '6m0s', '20ms', '1h2m3.5s', '7'].map(durationMs),
    [1000, 360_000, 20, 3_723_500, 7000],
  );
  assert.deepEqual(['', 'soon', '5x'].map(durationMs), [null, null, null]);
  const headers = {
    'x-ratelimit-remaining-requests': '0',
    'x-ratelimit-reset-requests': '1.5s',
    'x-ratelimit-remaining-tokens': '9',
  };
  assert.equal(exhaustedMs(headers), 1500);
  assert.equal(exhaustedMs({ ...headers, 'x-ratelimit-remaining-requests': '1' }), 0);
});

test('a high rate assigns turns in batches and keeps to the rate', async () => {
  const rate = perMinute(60_000, '--rpm');
  const signal = new AbortController().signal;
  const started = performance.now();
  await Promise.all(Array.from({ length: 300 }, () => rate.turn(1, signal)));
  const elapsed = performance.now() - started;
  assert.ok(elapsed >= 240 && elapsed < 5_000, `300 turns at 1,000 a second took ${Math.round(elapsed)} ms`);
  await rate.turn(100, signal);
  await rate.close();
});

test('another model, an ignored limit and a cut prompt are noticed', () => {
  const reply = {
    content: '',
    reasoning: null,
    finishReason: 'stop',
    model: 'gpt-4o-mini-2024-07-18',
    promptTokens: 10,
    completionTokens: 5,
    logprobs: null,
  };
  const request = { messages: [{ role: 'user', content: 'x' }], max_tokens: 20 } as const;
  const check = (model: string, change: object, content = 'x'): string | undefined =>
    checkReply(model, { ...request, messages: [{ role: 'user', content }] }, { ...reply, ...change })
      ?.message;
  assert.equal(check('gpt-4o-mini', {}), undefined);
  assert.equal(check('openai/gpt-4o-mini', {}), undefined);
  assert.equal(check('anything', { model: '' }), undefined);
  assert.match(check('gpt-4o', { model: 'llama-3' }) ?? '', /llama-3 answered/);
  for (const [model, served] of [
    ['gpt-4o', 'gpt-4o-mini-2024-07-18'],
    ['gpt-4o-mini', 'gpt-4o-2024-08-06'],
    ['gpt-4o-mini', 'gpt-4o'],
    ['google/gemini-2.5-flash', 'gemini-2.5-flash-lite'],
    ['gpt-4', 'gpt-4-turbo'],
  ] as const) {
    assert.match(check(model, { model: served }) ?? '', /answered; name the model/, `${model} ${served}`);
  }
  for (const [model, served] of [
    ['gpt-4', 'gpt-4-0613'],
    ['llama3.2', 'llama3.2:latest'],
    ['Qwen/Qwen3-8B', 'qwen3-8b-instruct-q4_k_m.gguf'],
    ['mistral-small', 'mistral-small-2503'],
  ] as const) {
    assert.equal(check(model, { model: served }), undefined, `${model} ${served}`);
  }
  assert.match(check('gpt-4o-mini', { completionTokens: 400 }) ?? '', /ignores max_tokens/);
  assert.match(
    check('gpt-4o-mini', { promptTokens: 100 }, 'word '.repeat(4000)) ?? '',
    /context is too short/,
  );
  assert.equal(check('gpt-4o-mini', { promptTokens: 4000 }, 'word '.repeat(4000)), undefined);
});
