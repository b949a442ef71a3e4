// Rows 4-7 of the fault table: a server that is in trouble, out of reach, or that closes connections.
import assert from 'node:assert/strict';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ChatRequest } from '../../../src/endpoints/chat.ts';
import type { FaultRule } from '../../../src/simulator/faults/rules.ts';
import { startSimulator } from '../../../src/simulator/server.ts';
import { temporaryFolder } from '../../support/temporary.ts';
import { failed, holds, isReply, openClient, requests, setting, tallied } from './setting.ts';

for (const status of [500, 502, 503]) {
  test(`row 4: a burst of ${status} ends with every call answered, and the breaker spares the server`, async (t) => {
    // A 500 that passes has other words each time; a 503 may say the same for hours.
    const faults: FaultRule[] =
      status === 500
        ? [1, 2, 3, 4, 5, 6].map((first_attempts) => ({
            do: 'error',
            status,
            message: `trouble ${first_attempts}`,
            when: { for_ms: 400, first_attempts },
          }))
        : [{ do: 'error', status, message: 'the same words', when: { for_ms: 400 } }];
    const storm = await setting(t, faults, {
      concurrency: 8,
      backoff: { firstMs: 30, maxMs: 200 },
      breaker: { firstPauseMs: 60, maxPauseMs: 120 },
    });
    const expected = requests(40);
    assert.deepEqual(failed(await storm.client.ask(expected)), []);
    const { refused } = storm.server.counts;
    assert.ok(refused < 90, `${refused} calls were made into the trouble`);
    await storm.holds(expected);
  });
}

test('row 4: a call is given up after its retries when the trouble is its own', async (t) => {
  const storm = await setting(t, [{ do: 'error', status: 503, when: { marker: 'poison' } }]);
  const [poisoned] = requests(1, {}, 'poison');
  const expected = requests(30);
  const endings = await storm.client.ask([...expected.slice(0, 20), poisoned!, ...expected.slice(20)]);
  assert.deepEqual(failed(endings), ['LB_ENDPOINT_SERVER']);
  assert.equal(storm.server.counts.refused, 7);
  await storm.holds(expected);
});

test('row 5: the same 500 three times puts one record aside, and on five records ends the run', async (t) => {
  const message = 'Only one completion choice is allowed';
  const storm = await setting(
    t,
    [{ do: 'error', status: 500, message, type: 'server_error', when: { marker: 'several' } }],
    { concurrency: 1 },
  );
  const expected = requests(12);
  const poisoned = requests(6, {}, 'Give several answers:');
  const ask = async (wave: readonly ChatRequest[]): Promise<Record<string, number>> =>
    tallied((await storm.client.ask(wave)).map((ending) => (isReply(ending) ? 'reply' : ending)));
  const first = [...expected.slice(0, 6), ...poisoned.slice(0, 4), ...expected.slice(6)];
  assert.deepEqual(await ask(first), { reply: 12, LB_ENDPOINT_SERVER: 4 });
  assert.equal(storm.server.counts.refused, 12, 'three times each');
  assert.deepEqual(await ask(poisoned.slice(4, 5)), { LB_ENDPOINT_STOPPED: 1 });
  await storm.holds(expected);
});

/** A port that nobody listens on. */
async function closedPort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** The same calls, with the server there. */
async function resumesWell(t: TestContext, folder: string, expected: readonly ChatRequest[]): Promise<void> {
  const server = await startSimulator();
  t.after(() => server.close());
  const { ask, counters } = await openClient(t, { folder, baseUrl: server.url });
  assert.deepEqual(failed(await ask(expected)), []);
  await holds({
    server,
    folder,
    model: 'latebench-sim/critic',
    answered: expected,
    spent: counters.total().calls,
  });
}

for (const concurrency of [1, 8]) {
  test(`row 6: a server that goes away and comes back is waited for, ${concurrency} calls at a time`, async (t) => {
    const folder = await temporaryFolder(t);
    const before = await startSimulator();
    const port = Number(new URL(before.url).port);
    const client = await openClient(t, {
      folder,
      baseUrl: before.url,
      maxRetries: 2,
      concurrency,
      backoff: { firstMs: 20, maxMs: 40 },
      breaker: { firstPauseMs: 20, maxPauseMs: 40 },
    });
    const expected = requests(24);
    assert.deepEqual(failed(await client.ask(expected.slice(0, 4))), []);
    await before.close();
    const endings = client.ask(expected.slice(4));
    await sleep(700);
    const server = await startSimulator({ port });
    t.after(() => server.close());
    assert.deepEqual(failed(await endings), []);
    assert.equal(before.counts.completed, 4);
    const rest = { completed: 24 - before.counts.completed, spent: client.counters.total().calls - 4 };
    assert.deepEqual([server.counts.completed, server.counts.requests, rest.spent], [20, 20, rest.completed]);
    assert.equal([...client.journal.keys()].length, 24);
  });
}

test('row 6: a server that stays away ends the run after a time, and until then no record fails for it', async (t) => {
  const folder = await temporaryFolder(t);
  const client = await openClient(t, {
    folder,
    baseUrl: `http://127.0.0.1:${await closedPort()}/v1`,
    concurrency: 8,
    maxDownMs: 300,
    breaker: { firstPauseMs: 10, maxPauseMs: 40 },
  });
  const expected = requests(12);
  assert.deepEqual(tallied(failed(await client.ask(expected))), { LB_ENDPOINT_DOWN: 12 });
  await client.close();
  await resumesWell(t, folder, expected);
});

test('row 6: a name that cannot be resolved is tried again and then told', async (t) => {
  const folder = await temporaryFolder(t);
  const client = await openClient(t, { folder, baseUrl: 'http://nowhere.invalid/v1', maxRetries: 1 });
  const expected = requests(1);
  assert.deepEqual(await client.ask(expected), ['LB_ENDPOINT_NETWORK']);
  assert.equal(client.counters.total().retries, 1);
  await client.close();
  await resumesWell(t, folder, expected);
});

for (const how of ['reset', 'close'] as const) {
  test(`row 7: a ${how} before the headers is tried once more at once, and counts as no retry`, async (t) => {
    const storm = await setting(t, [{ do: 'reset', how, when: { first_attempts: 1 } }], {
      maxRetries: 0,
      concurrency: 1,
      breaker: { firstPauseMs: 60_000 },
    });
    const expected = requests(8);
    assert.deepEqual(failed(await storm.client.ask(expected)), []);
    assert.deepEqual([storm.server.counts.requests, storm.server.counts.spoiled], [16, 8]);
    await storm.holds(expected);
  });
}

test('row 7: connections that died while they were kept open cost no call and no wait', async (t) => {
  const storm = await setting(t, [{ do: 'stale_connection' }], {
    maxRetries: 0,
    concurrency: 4,
    backoff: { firstMs: 60_000, maxMs: 60_000 },
    breaker: { firstPauseMs: 60_000 },
  });
  const expected = requests(32);
  assert.deepEqual(failed(await storm.client.ask(expected)), []);
  assert.equal(storm.server.counts.requests, 32);
  await storm.holds(expected);
});
