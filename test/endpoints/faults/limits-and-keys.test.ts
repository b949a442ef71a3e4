// Rows 1-3, 31 and 32 of the fault table: a server that says "not now", "no more" or "not you".
import assert from 'node:assert/strict';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { test } from 'node:test';
import { type EndpointEvent, endpointChannelName } from '../../../src/endpoints/events.ts';
import { failed, isReply, requests, setting, tallied } from './setting.ts';

for (const [form, rule, atLeastMs] of [
  ['seconds', { do: 'rate_limit', retry_after_s: 0.3 }, 290],
  // A date has whole seconds, so the wait that it stands for is between one and two.
  ['a date', { do: 'rate_limit', retry_after_s: 1, retry_after_as: 'date' }, 900],
] as const) {
  test(`row 1: 429 with Retry-After as ${form} holds all calls back that long and counts as no attempt`, async (t) => {
    const storm = await setting(t, [{ ...rule, when: { after_calls: 2, for_calls: 2 } }], {
      maxRetries: 0,
      concurrency: 2,
    });
    const expected = requests(10);
    assert.deepEqual(failed(await storm.client.ask(expected.slice(0, 2))), []);
    const started = performance.now();
    assert.deepEqual(failed(await storm.client.ask(expected.slice(2))), []);
    assert.ok(performance.now() - started >= atLeastMs);
    assert.equal(storm.server.counts.requests, 12, 'nobody called while all waited');
    await storm.holds(expected);
  });
}

test('row 1: a Retry-After of hours stops the run at once instead of failing every record', async (t) => {
  const storm = await setting(
    t,
    [{ do: 'rate_limit', retry_after_s: 7200, when: { after_calls: 3, for_calls: 1 } }],
    {
      concurrency: 1,
    },
  );
  const expected = requests(6);
  const endings = await storm.client.ask(expected);
  assert.deepEqual(tallied(failed(endings)), { LB_ENDPOINT_STOPPED: 3 });
  assert.equal(storm.server.counts.requests, 4, 'nobody asked again');
  assert.deepEqual(failed(await (await storm.resume()).ask(expected)), []);
  await storm.holds(expected);
});

test('row 2: a bare 429 above a number in flight halves the pace once an episode, and every call is answered', async (t) => {
  const limits: number[] = [];
  const listen = (message: unknown): void => {
    const event = message as EndpointEvent;
    if (event.type === 'pace') limits.push(event.limit);
  };
  subscribe(endpointChannelName, listen);
  t.after(() => unsubscribe(endpointChannelName, listen));
  const storm = await setting(t, [{ do: 'rate_limit', when: { above_in_flight: 3 } }], {
    concurrency: 16,
    latencyMs: 10,
    maxRetries: 0,
    backoff: { firstMs: 5, maxMs: 20 },
  });
  const expected = requests(60);
  assert.deepEqual(failed(await storm.client.ask(expected)), []);
  assert.deepEqual(limits.slice(0, 2), [8, 4]);
  const { refused, max_in_flight: max } = storm.server.counts;
  assert.ok(refused < 60, `${refused} calls were refused for 60`);
  assert.ok(max <= 16);
  await storm.holds(expected);
});

for (const [what, rule] of [
  ['402', { do: 'quota', status: 402 }],
  ['429 insufficient_quota', { do: 'quota', status: 429 }],
] as const) {
  test(`row 3: ${what} ends the run without another try, and the rest is paid for later`, async (t) => {
    const storm = await setting(t, [{ ...rule, when: { after_calls: 5, for_calls: 3 } }], { concurrency: 3 });
    const expected = requests(8);
    const first = await storm.client.ask(expected.slice(0, 5));
    const second = await storm.client.ask(expected.slice(5));
    assert.deepEqual([failed(first), tallied(failed(second))], [[], { LB_ENDPOINT_QUOTA: 3 }]);
    assert.equal(storm.server.counts.requests, 8);
    const resumed = await storm.resume();
    assert.deepEqual(failed(await resumed.ask(expected)), []);
    assert.equal(storm.server.counts.requests, 11, 'only what was refused was asked again');
    await storm.holds(expected);
  });
}

for (const status of [401, 403]) {
  test(`row 31: ${status} in the middle ends the run with the reason; a new key continues from there`, async (t) => {
    const storm = await setting(t, [{ do: 'error', status, when: { after_calls: 4, for_calls: 2 } }], {
      concurrency: 2,
      apiKey: 'sk-old',
    });
    const expected = requests(6);
    const endings = [
      ...(await storm.client.ask(expected.slice(0, 4))),
      ...(await storm.client.ask(expected.slice(4))),
    ];
    assert.deepEqual(tallied(failed(endings)), { LB_ENDPOINT_AUTH: 2 });
    assert.equal(storm.server.counts.requests, 6);
    const resumed = await storm.resume({ apiKey: 'sk-new' });
    assert.deepEqual(failed(await resumed.ask(expected)), []);
    assert.equal(storm.server.counts.requests, 8, 'a new key asks for nothing that is there');
    await storm.holds(expected);
  });
}

test('row 32: 404 for the model stops at once and is not tried again', async (t) => {
  const storm = await setting(t, [{ do: 'error', status: 404, code: 'model_not_found' }]);
  const endings = await storm.client.ask(requests(1));
  assert.deepEqual(endings, ['LB_ENDPOINT_CONFIG']);
  assert.equal(storm.server.counts.requests, 1);
  await storm.holds([]);
});

test('row 32: another model than the one asked for stops the run; the right one resumes it', async (t) => {
  const storm = await setting(
    t,
    [{ do: 'wrong_model', model: 'tiny-model', when: { after_calls: 3, for_calls: 1 } }],
    {
      concurrency: 1,
    },
  );
  const expected = requests(4);
  const endings = await storm.client.ask(expected);
  assert.deepEqual([endings.filter(isReply).length, endings[3]], [3, 'LB_ENDPOINT_STOPPED']);
  const [wrong] = await storm.kept(expected[3]!);
  assert.match(Buffer.from(wrong!.body).toString(), /tiny-model/, 'it was paid for, so it is kept');
  const resumed = await storm.resume();
  assert.deepEqual(failed(await resumed.ask(expected)), []);
  assert.equal(storm.server.counts.requests, 5);
  // The reply of the wrong model was charged for as well.
  await storm.holds(expected, 1);
});
