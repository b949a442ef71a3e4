// Rows 8-12, 19 and 33 of the fault table: replies that are cut, garbled, empty or errors in disguise.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readReply } from '../../../src/endpoints/wire-reply.ts';
import { isLateBenchError } from '../../../src/errors.ts';
import type { FaultRule } from '../../../src/simulator/faults/rules.ts';
import { failed, requests, setting, tallied } from './setting.ts';

/** Each body meets this fault once; `journaled`: whether there are whole bytes to keep. */
const once: readonly (readonly [row: number, what: string, rule: FaultRule, journaled: boolean])[] = [
  [8, 'a reset in the middle of the body', { do: 'reset_mid_body' }, false],
  [8, 'a connection closed in the middle of the body', { do: 'reset_mid_body', how: 'close' }, false],
  [9, 'half of the JSON with a clean end', { do: 'truncate' }, true],
  [9, 'all of the JSON but its last byte', { do: 'truncate', share: 1 }, true],
  [10, 'a content-length beyond the body', { do: 'wrong_length' }, false],
  [11, 'an error of the provider in a 200', { do: 'error_in_200', code: 502 }, true],
  [11, 'an error in the choice of a 200', { do: 'error_in_200', where: 'choice' }, true],
  [11, 'an event stream that ends in an error', { do: 'error_event', code: 'server_error' }, true],
  [11, 'a rate limit in a 200', { do: 'error_in_200', code: 429 }, true],
  [12, 'no choices', { do: 'empty_choices' }, true],
  [12, 'no content', { do: 'null_content' }, true],
  [12, 'an end for want of resources', { do: 'finish_reason', reason: 'insufficient_system_resource' }, true],
  [19, 'a gzip body with a flipped bit', { do: 'corrupt_gzip' }, true],
  [19, 'a gzip body that is cut', { do: 'corrupt_gzip', how: 'cut' }, true],
];

for (const [row, what, rule, journaled] of once) {
  test(`row ${row}: ${what} is asked for again, ${journaled ? 'and kept as it came' : 'and nothing of it is kept'}`, async (t) => {
    const storm = await setting(t, [{ ...rule, when: { first_attempts: 1 } }], { concurrency: 2 });
    const requested = requests(6);
    assert.deepEqual(failed(await storm.client.ask(requested)), []);
    assert.deepEqual([storm.server.counts.requests, storm.server.counts.spoiled], [12, 6]);
    for (const request of requested) {
      const entries = await storm.kept(request);
      assert.equal(entries.length, journaled ? 2 : 1);
      if (!journaled) continue;
      assert.throws(() => readReply(entries[0]!.status, Buffer.from(entries[0]!.body)), isLateBenchError);
      assert.deepEqual(
        entries.map(({ attempt }) => attempt),
        [1, 2],
      );
    }
    await storm.holds(requested);
    const resumed = await storm.resume({ offline: true });
    assert.deepEqual(
      failed(await resumed.ask(requested)),
      [],
      'what is bad in the journal hides nothing good',
    );
  });
}

test('row 11: no credit and no access are told in a 200 as well, and end the run', async (t) => {
  for (const [code, expected] of [
    ['insufficient_quota', 'LB_ENDPOINT_QUOTA'],
    [402, 'LB_ENDPOINT_QUOTA'],
    [401, 'LB_ENDPOINT_AUTH'],
    ['invalid_api_key', 'LB_ENDPOINT_AUTH'],
  ] as const) {
    for (const where of ['body', 'choice'] as const) {
      const storm = await setting(t, [{ do: 'error_in_200', code, where }]);
      assert.deepEqual(await storm.client.ask(requests(1)), [expected]);
      assert.equal(storm.server.counts.requests, 1);
      await storm.holds([]);
    }
  }
});

test('row 12: a server that answers nothing of use after it has worked stops the run before all calls are paid for', async (t) => {
  const storm = await setting(t, [{ do: 'empty_choices', when: { marker: 'nothing' } }], { concurrency: 2 });
  const good = requests(5);
  assert.deepEqual(failed(await storm.client.ask(good)), []);
  const { LB_ENDPOINT_REPLY: unreadable = 0, LB_ENDPOINT_STOPPED: stopped = 0 } = tallied(
    failed(await storm.client.ask(requests(100, {}, 'Say nothing about'))),
  );
  assert.ok(unreadable >= 9 && unreadable <= 11, `${unreadable} calls failed before`);
  assert.equal(unreadable + stopped, 100);
  assert.ok(storm.server.counts.requests <= 5 + 3 * 12, `${storm.server.counts.requests} calls were made`);
});

for (const rule of [{ do: 'empty_choices' }, { do: 'null_content' }] as const) {
  test(`row 12: ${rule.do} is tried twice more and then fails that record only`, async (t) => {
    const storm = await setting(t, [{ ...rule, when: { marker: 'nothing' } }]);
    const requested = requests(20);
    const hopeless = requests(2, {}, 'Say nothing about');
    assert.deepEqual(tallied(failed(await storm.client.ask([...hopeless, ...requested]))), {
      LB_ENDPOINT_REPLY: 2,
    });
    assert.equal(storm.server.counts.spoiled, 6);
    await storm.holds(requested);
  });
}

for (const status of [400, 422]) {
  test(`row 33: ${status} fails the poisoned record and no other, without another try`, async (t) => {
    const storm = await setting(t, [{ do: 'error', status, when: { marker: 'poison' } }]);
    const requested = requests(40);
    const poisoned = requests(5, {}, 'poison');
    const endings = await storm.client.ask([...poisoned, ...requested]);
    assert.deepEqual(tallied(failed(endings)), { LB_ENDPOINT_REQUEST: 5 });
    assert.equal(storm.server.counts.refused, 5);
    for (const request of poisoned) {
      assert.deepEqual(
        (await storm.kept(request)).map((entry) => entry.status),
        [status],
      );
    }
    await storm.holds(requested);
  });
}

test('row 33: a run of which most records are refused stops', async (t) => {
  const storm = await setting(t, [{ do: 'error', status: 400, when: { marker: 'poison' } }], {
    concurrency: 1,
  });
  const endings = await storm.client.ask(requests(30, {}, 'poison'));
  const codes = tallied(failed(endings));
  assert.equal(codes.LB_ENDPOINT_REQUEST, 4, 'nothing but refusals, and nothing in flight');
  assert.equal(endings[4], 'LB_ENDPOINT_STOPPED');
  await storm.holds([]);
});
