// Rows 16, 17 and 29 of the fault table: replies that never come, that come in drops, and a clock that jumps.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { retryAfterMs } from '../../../src/http/retry-after.ts';
import type { FaultRule } from '../../../src/simulator/faults/rules.ts';
import { failed, isReply, requests, type Settings, setting } from './setting.ts';

const patient = { headersTimeoutMs: 60_000, idleTimeoutMs: 60_000, deadlineMs: 60_000 };

const waits: readonly (readonly [string, FaultRule, Settings])[] = [
  ['the first byte', { do: 'hang' }, { ...patient, headersTimeoutMs: 800 }],
  ['the next byte', { do: 'trickle', interval_ms: 10_000 }, { ...patient, idleTimeoutMs: 800 }],
  ['the last byte', { do: 'trickle', interval_ms: 40 }, { ...patient, deadlineMs: 1000 }],
];

for (const [what, rule, limits] of waits) {
  test(`row 16: ${what} is waited for as long as its own limit says, and the call is made again`, async (t) => {
    const storm = await setting(t, [{ ...rule, when: { first_attempts: 1 } }], limits);
    const expected = requests(4);
    const started = performance.now();
    assert.deepEqual(failed(await storm.client.ask(expected)), []);
    assert.ok(performance.now() - started < 5_000);
    await storm.holds(expected);
    assert.deepEqual([storm.server.counts.aborted, storm.server.counts.requests], [4, 8]);
  });
}

test('row 16: a server that never answers fails the record after its retries', async (t) => {
  const storm = await setting(t, [{ do: 'hang' }], { ...patient, headersTimeoutMs: 100, maxRetries: 1 });
  assert.deepEqual(await storm.client.ask(requests(1)), ['LB_ENDPOINT_TIMEOUT']);
  assert.equal(storm.server.counts.requests, 2);
  await storm.holds([]);
});

/** Signs of life for longer than the idle limit, each before it runs out. */
const alive = { count: 6, interval_ms: 200 };

test('row 17: blank lines before the JSON are taken as a sign of life', async (t) => {
  const storm = await setting(t, [{ do: 'blank_lines', ...alive }], { ...patient, idleTimeoutMs: 1000 });
  const expected = requests(4);
  assert.deepEqual(failed(await storm.client.ask(expected)), []);
  const [entry] = await storm.kept(expected[0]!);
  assert.match(Buffer.from(entry!.body).toString(), /^\n{6}\{/, 'kept as they came');
  assert.equal(storm.server.counts.requests, 4);
  await storm.holds(expected);
});

test('row 17: comments of an event stream are taken as a sign of life', async (t) => {
  const storm = await setting(t, [{ do: 'comments', ...alive, when: { for_calls: 2 } }], {
    ...patient,
    idleTimeoutMs: 1000,
  });
  const expected = requests(2);
  const endings = await storm.client.ask(expected);
  assert.ok(endings.every((ending) => isReply(ending) && ending.finishReason === 'stop'));
  const [entry] = await storm.kept(expected[0]!);
  assert.match(Buffer.from(entry!.body).toString(), /^(: keep-alive\n\n){6}data: \{/);
  assert.deepEqual([storm.server.counts.requests, storm.client.counters.total().calls], [2, 2]);
});

for (const hours of [-26, 26]) {
  test(`row 29: a clock that jumps by ${hours} hours and stops changes neither waits nor limits nor keys`, async (t) => {
    const storm = await setting(
      t,
      [
        { do: 'rate_limit', retry_after_s: 0.3, when: { after_calls: 4, for_calls: 1 } },
        { do: 'hang', when: { after_calls: 6, for_calls: 1 } },
      ],
      // One call at a time: the two waits come one after the other. undici counts its timeouts in half seconds, so this one
      // ends after 601 ms at the earliest.
      { ...patient, headersTimeoutMs: 1100, concurrency: 1 },
    );
    const expected = requests(10);
    assert.deepEqual(failed(await storm.client.ask(expected.slice(0, 3))), []);
    t.mock.timers.enable({ apis: ['Date'], now: Date.now() + hours * 3_600_000 });
    const started = performance.now();
    assert.deepEqual(failed(await storm.client.ask(expected.slice(3))), []);
    const elapsed = performance.now() - started;
    assert.ok(elapsed > 890 && elapsed < 10_000, `${Math.round(elapsed)} ms`);
    const resumed = await storm.resume({ offline: true });
    assert.deepEqual(failed(await resumed.ask(expected)), []);
    await storm.holds(expected);
  });

  test(`row 29: a Retry-After date means the same to a clock ${hours} hours off`, () => {
    const server = Date.UTC(2026, 10, 21, 10, 0, 0);
    const headers = {
      date: new Date(server).toUTCString(),
      'retry-after': new Date(server + 7000).toUTCString(),
    };
    assert.equal(retryAfterMs(headers, server + hours * 3_600_000), 7000);
  });
}
