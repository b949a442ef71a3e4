// A request's bytes as they leave, and what is noted of the way.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BodyRoom } from '../../../src/endpoints/body-room.ts';
import { sending } from '../../../src/endpoints/chain/wire.ts';
import { chatDialect } from '../../../src/endpoints/dialects/openai.ts';
import { createRedactor } from '../../../src/endpoints/redact.ts';
import type { Transport } from '../../../src/endpoints/transport.ts';
import { LateBenchError } from '../../../src/errors.ts';
import { callOf, signal } from './a-call.ts';

test('a request goes out once made, with its limit and its signals, and its reply comes back without our secrets', async () => {
  const headers = { authorization: 'Bearer sk-secret-key' };
  const room = new BodyRoom(1);
  const wire: unknown[] = [];
  const onWire = {
    began: () => void wire.push('began'),
    ended: (ms: number | null) => void wire.push(ms === null ? 'ended' : 'took'),
  };
  const seen: Parameters<Transport['send']>[] = [];
  let answer: () => Promise<{ status: number }> = async () => ({ status: 200 });
  const transport: Transport = {
    async send(...given) {
      seen.push(given);
      return { headers: {}, body: Buffer.from('you sent sk-secret-key'), ...(await answer()) };
    },
    close: async () => {},
  };
  const redactor = createRedactor(['sk-secret-key']);
  const send = sending(transport, {
    dialect: chatDialect,
    model: 'm',
    headers,
    redactor,
    onWire: onWire as never,
    room,
  });
  const call = callOf({ addedLimit: 40, fresh: true });
  answer = async () => {
    seen.at(-1)![0].reached?.();
    assert.equal(call.reached, true);
    return { status: 200 };
  };
  assert.equal((await send(call)).body.toString(), 'you sent sk-…-key');
  const [{ method, path, body, fresh, waiting, stream, room: given }, sentHeaders, sentSignal] = seen[0]!;
  assert.deepEqual(
    [method, path, fresh, stream, given],
    ['POST', chatDialect.path('m'), true, undefined, room],
  );
  assert.deepEqual([sentHeaders, sentSignal, waiting], [headers, signal, call.waiting]);
  assert.equal(JSON.parse(body!).max_tokens, 40);
  assert.ok(call.wireMs !== null && call.wireMs >= 0 && call.wireMs < 60_000, `${call.wireMs}`);
  assert.equal(call.body, body);
  assert.deepEqual(wire.splice(0), ['began', 'took']);
  // Turned away: that says nothing of how long replies take.
  answer = async () => {
    seen.at(-1)![0].reached?.();
    return { status: 300 };
  };
  await send(call);
  assert.deepEqual([call.wireMs, wire.splice(0)], [null, ['began', 'ended']]);
  assert.equal(seen[1]![0].body, body, 'made once');
  const refused = new LateBenchError('LB_ENDPOINT_NETWORK', 'refused');
  answer = () => Promise.reject(refused);
  const unreached = callOf();
  await assert.rejects(send(unreached), refused);
  assert.deepEqual([unreached.reached, unreached.interrupted, unreached.part, wire], [false, null, null, []]);
  assert.equal(unreached.billed, null);
  const redirect = new LateBenchError('LB_ENDPOINT_CONFIG', 'a redirect');
  answer = () => Promise.reject(redirect);
  const redirected = callOf();
  await assert.rejects(send(redirected), redirect);
  assert.equal(redirected.billed, 'nothing');
});
