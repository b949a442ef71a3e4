import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import type { FaultRule } from '../../src/simulator/faults/rules.ts';
import type { Simulator } from '../../src/simulator/server.ts';
import { chatBody, send, withSimulator } from './ask.ts';
import { dechunk, exchange, type ResponseHandler, requestBytes } from './wire.ts';

const good = chatBody('sampler', { prompt: 'What is 6 times 7?', temperature: 0 });

/** The faulty exchange, and the body of the good reply that comes once the rule has been used up. */
async function spoiled(
  rule: FaultRule,
  body: object = good,
): Promise<{ faulty: ResponseHandler; whole: string; counts: Simulator['counts'] }> {
  let result: { faulty: ResponseHandler; whole: string; counts: Simulator['counts'] } | undefined;
  await withSimulator({ faults: [{ ...rule, when: { first_attempts: 1 } }] }, async ({ url, counts }) => {
    const faulty = await exchange(url, body);
    const { text } = await send(`${url}/chat/completions`, body);
    while (counts.in_flight > 0) await sleep(1);
    result = { faulty, whole: text, counts: structuredClone(counts) };
  });
  assert.deepEqual([result!.counts.spoiled, result!.counts.completed, result!.counts.aborted], [1, 1, 0]);
  assert.deepEqual(Object.values(result!.counts.by_request), [1]);
  assert.deepEqual(result!.counts.faults, { [rule.do]: 1 });
  return result!;
}

test('a reset before the reply leaves no byte, and a close leaves none either', async () => {
  const reset = await spoiled({ do: 'reset' });
  assert.deepEqual([reset.faulty.body.length, reset.faulty.statusLine], [0, '']);
  assert.equal(reset.faulty.ending, 'ECONNRESET');
  const close = await spoiled({ do: 'reset', how: 'close' });
  assert.deepEqual([close.faulty.statusLine, close.faulty.ending], ['', 'end']);
});

test('a reset in the middle comes after a part of the body that was announced', async () => {
  for (const stream of [false, true]) {
    const { faulty, whole } = await spoiled({ do: 'reset_mid_body', share: 0.25 }, { ...good, stream });
    assert.equal(faulty.ending, 'ECONNRESET');
    assert.equal(faulty.statusLine, 'HTTP/1.1 200 OK');
    assert.equal(Number(faulty.headers['content-length']), Buffer.byteLength(whole));
    const part = Math.ceil(Buffer.byteLength(whole) / 4);
    assert.equal(faulty.body.toString(), Buffer.from(whole).subarray(0, part).toString());
  }
  assert.equal((await spoiled({ do: 'reset_mid_body', how: 'close' })).faulty.ending, 'end');
});

test('a truncated reply ends cleanly, and only its JSON shows that something is missing', async () => {
  const { faulty, whole } = await spoiled({ do: 'truncate', share: 1 });
  assert.equal(faulty.headers['transfer-encoding'], 'chunked');
  assert.equal(faulty.headers['content-length'], undefined);
  const { content, whole: closed } = dechunk(faulty.body);
  assert.equal(closed, true);
  assert.equal(content.toString(), whole.slice(0, -1));
  assert.throws(() => JSON.parse(content.toString()));
});

test('a wrong content-length promises more than comes before the connection is closed', async () => {
  const { faulty, whole } = await spoiled({ do: 'wrong_length', extra: 7 });
  assert.equal(faulty.body.toString(), whole);
  assert.equal(Number(faulty.headers['content-length']), Buffer.byteLength(whole) + 7);
  assert.equal(faulty.ending, 'end');
  await withSimulator({ faults: [{ do: 'wrong_length' }] }, async ({ url }) => {
    await assert.rejects(send(`${url}/chat/completions`, good));
  });
});

test('a corrupt gzip body has the length it says, and cannot be unpacked', async () => {
  for (const how of ['flipped', 'cut'] as const) {
    const { faulty } = await spoiled({ do: 'corrupt_gzip', how });
    assert.equal(faulty.headers['content-encoding'], 'gzip');
    assert.equal(Number(faulty.headers['content-length']), faulty.body.length);
    assert.deepEqual([...faulty.body.subarray(0, 2)], [0x1f, 0x8b]);
    assert.throws(() => gunzipSync(faulty.body));
  }
});

test('a call that hangs stays open without a byte until the client gives up', async () => {
  await withSimulator({ faults: [{ do: 'hang' }] }, async ({ url, counts }) => {
    const { statusLine, ending } = await exchange(url, good, { limitMs: 60 });
    assert.deepEqual([statusLine, ending], ['', 'given up']);
    while (counts.in_flight > 0) await sleep(1);
    assert.deepEqual([counts.aborted, counts.spoiled, counts.faults.hang], [1, 0, 1]);
  });
});

test('a stale connection gives a good reply and is reset by the next request over it', async () => {
  const faults: FaultRule[] = [{ do: 'stale_connection', when: { for_calls: 1 } }];
  await withSimulator({ faults }, async ({ url, counts }) => {
    const { hostname, port } = new URL(url);
    const socket = connect(Number(port), hostname);
    socket.write(requestBytes(good, { close: false }));
    const [first] = (await once(socket, 'data')) as [Buffer];
    assert.match(first.toString(), /^HTTP\/1\.1 200 OK\r\n(?:.*\r\n)*Connection: keep-alive\r\n/);
    await sleep(20);
    assert.equal(socket.readyState, 'open');
    const ending = once(socket, 'end');
    socket.write(requestBytes(good, { close: false }));
    await assert.rejects(ending, { code: 'ECONNRESET' });
    await exchange(url, good);
    assert.deepEqual([counts.requests, counts.completed], [2, 2]);
  });
});
