// What single links of a call decide, each on its own: what they let through, what they count, and what they say.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createBreaker } from '../../../src/endpoints/chain/breaker.ts';
import type { Call, Next, Reply } from '../../../src/endpoints/chain/chain.ts';
import { reachFirst } from '../../../src/endpoints/chain/first-contact.ts';
import { journal } from '../../../src/endpoints/chain/journal.ts';
import { createPauses } from '../../../src/endpoints/chain/pauses.ts';
import { perMinute } from '../../../src/endpoints/chain/rate.ts';
import { createRecordFailures, endFailingRun } from '../../../src/endpoints/chain/record-failures.ts';
import { retry } from '../../../src/endpoints/chain/retry.ts';
import { waitAlone } from '../../../src/endpoints/chain/stop-latch.ts';
import { payOnce } from '../../../src/endpoints/chain/stored-replies.ts';
import { wholePrompts } from '../../../src/endpoints/chain/useful-replies.ts';
import { sending } from '../../../src/endpoints/chain/wire.ts';
import { chatDialect } from '../../../src/endpoints/dialects/openai.ts';
import type { FirstContact } from '../../../src/endpoints/first-contact/first-contact.ts';
import { createRedactor } from '../../../src/endpoints/redact.ts';
import type { RawResponse } from '../../../src/endpoints/response-handler.ts';
import type { ReplyStore } from '../../../src/endpoints/stores.ts';
import { readStoredStream } from '../../../src/endpoints/stream/read-stored-stream.ts';
import type { StreamWatch } from '../../../src/endpoints/stream/watch.ts';
import type { Transport } from '../../../src/endpoints/transport.ts';
import type { TruncationWatch } from '../../../src/endpoints/truncation/truncation-watch.ts';
import { type ErrorCode, LateBenchError, type Retry } from '../../../src/errors.ts';
import { callOf, reply } from './a-call.ts';

const failing =
  (code: ErrorCode, how: Retry = 'never'): Next<Reply> =>
  async (call) => {
    call.sent = true;
    throw new LateBenchError(code, 'no such field', { retry: how });
  };

test('the models are asked for before the first call alone, and not where the run has ended', async () => {
  const seen: string[] = [];
  const contact = {
    pending: true,
    reach: async () => void seen.push('reach'),
    turn: async () => void seen.push('turn'),
  } as unknown as FirstContact;
  const check = async (call: Call, next: Next<Reply>): Promise<Reply> => {
    seen.push('check');
    return next(call);
  };
  const link = reachFirst(contact, check, waitAlone);
  const next = async (): Promise<Reply> => {
    seen.push('call');
    return reply;
  };
  assert.equal(await link(callOf(), next), reply);
  assert.deepEqual(seen.splice(0), ['check', 'reach', 'turn', 'call']);
  assert.equal(await reachFirst({ ...contact, pending: false }, check, waitAlone)(callOf(), next), reply);
  assert.deepEqual(seen.splice(0), ['call']);
  const ended = async (): Promise<Reply> => Promise.reject(new LateBenchError('LB_BUDGET', 'spent'));
  await assert.rejects(reachFirst(contact, ended, waitAlone)(callOf(), next), { code: 'LB_BUDGET' });
  assert.deepEqual(seen, []);
});

test('calls that failed for another reason are no refusals, and no replies either', async () => {
  const guard = createRecordFailures();
  const through = (next: Next<Reply>) => endFailingRun(guard)(callOf(), next);
  for (let call = 0; call < 30; call += 1) {
    await assert.rejects(through(failing('LB_ENDPOINT_SERVER')), { code: 'LB_ENDPOINT_SERVER' });
  }
  for (let call = 0; call < 4; call += 1) {
    await assert.rejects(through(failing('LB_ENDPOINT_REQUEST')), { code: 'LB_ENDPOINT_REQUEST' });
  }
  await assert.rejects(through(failing('LB_ENDPOINT_REQUEST')), {
    code: 'LB_ENDPOINT_STOPPED',
    message: 'the endpoint rejects its calls, the last with: no such field',
  });
});

test('a breaker looks at the last twenty attempts, however many came before', () => {
  const breaker = createBreaker({ firstPauseMs: 100 });
  for (let call = 0; call < 50; call += 1) breaker.good();
  for (let call = 0; call < 10; call += 1) assert.equal(breaker.failed(0), 0);
  assert.equal(breaker.failed(0, 'busy'), 100);
  assert.equal(breaker.reason, 'busy');
});

test('a server that refuses for its rate is waited for as long as it may, and what it said is told', async (t) => {
  const clock = { ms: 10_000_000 };
  t.mock.method(performance, 'now', () => clock.ms);
  const link = retry({
    maxDownMs: 60_000,
    maxRetries: 2,
    backoff: { firstMs: 1, maxMs: 2 },
    breaker: createBreaker(),
    pauses: createPauses(undefined),
    onRetry: () => {},
  });
  const refuses = failing('LB_ENDPOINT_RATE', 'rate-limit');
  const afterMs = (ms: number): Next<Reply> => {
    let tries = 0;
    return async (call) => {
      tries += 1;
      if (tries === 3) return reply;
      clock.ms += tries === 1 ? 0 : ms;
      return refuses(call);
    };
  };
  assert.equal(await link(callOf(), afterMs(60_000)), reply);
  await assert.rejects(link(callOf(), afterMs(300_000)), {
    code: 'LB_ENDPOINT_STOPPED',
    message: /has rejected every call for 5 minutes, the last with: no such field/,
  });
});

test('only a whole reply with status 200 is kept in columns', async () => {
  const kept: RawResponse[] = [];
  const store = {
    packs: true,
    keep: async ({ response }: { response: RawResponse }) => void kept.push(response),
  } as unknown as ReplyStore;
  const dialect = { ...chatDialect, pack: () => Buffer.from('columns') };
  const link = journal(store, { dialect, name: 'e', model: 'm' });
  const body = Buffer.from('as it came');
  for (const change of [{}, { status: 500 }, { broken: 'it was cut' }]) {
    const response = { status: 200, headers: {}, body, ...change };
    await link(callOf(), async () => response);
  }
  assert.deepEqual(
    kept.map((one) => one.body.toString()),
    ['columns', 'as it came', 'as it came'],
  );
});

test('a rate is above 0', () => {
  for (const none of [0, -1, Number.NaN]) {
    assert.throws(() => perMinute(none, '--rpm'), { code: 'LB_CONFIG', message: /--rpm .*above 0/ });
  }
});

test('what is shared is waited for where there is something to wait for, before the right to pay is given back', async () => {
  const seen: string[] = [];
  const claim = {
    async share() {
      await new Promise(setImmediate);
      seen.push('shared');
    },
    release: () => void seen.push('released'),
  };
  const replyStore = { claim: async () => claim, lookUp: () => null } as unknown as ReplyStore;
  const link = payOnce({ replyStore, dialect: chatDialect, name: 'e', model: 'm' });
  assert.equal(await link(callOf(), async () => reply), reply);
  assert.deepEqual(seen, ['shared', 'released']);
});

test('the third prompt that was cut ends the run; what was answered to any of them is withdrawn', async () => {
  const withdrawn: string[] = [];
  const store = {
    withdraw: async (keys: readonly string[]) => void withdrawn.push(...keys),
  } as unknown as ReplyStore;
  const finding = { read: 5, expected: 9, plateau: null, earlier: [] };
  const link = wholePrompts({ note: () => finding } as unknown as TruncationWatch, store);
  const codes: string[] = [];
  for (const key of ['a', 'b', 'c']) {
    await link(callOf({ key }), async () => reply).catch(({ code }: LateBenchError) => codes.push(code));
  }
  assert.deepEqual(codes, ['LB_ENDPOINT_REPLY', 'LB_ENDPOINT_REPLY', 'LB_ENDPOINT_STOPPED']);
  assert.deepEqual(withdrawn, ['a', 'b', 'c']);
});

test('what has come of a stream can be had at any moment, without our secrets, and a whole one is a reply', async () => {
  const event = (delta: object, more: object = {}): Buffer =>
    Buffer.from(`data: ${JSON.stringify({ model: 'm', choices: [{ index: 0, delta, ...more }] })}\n\n`);
  const watch: StreamWatch = { begin() {}, token: () => false, keepsTexts: true };
  const call = callOf({ watch });
  let end: Buffer | undefined;
  const parts: (RawResponse | null | undefined)[] = [];
  const transport: Transport = {
    async send({ stream, reached }) {
      reached?.();
      parts.push(call.part?.());
      assert.ok(stream!.accepts(200, { 'content-type': 'text/event-stream' }));
      stream!.write(event({ content: 'my sk-secret-key' }));
      parts.push(call.part?.());
      if (end !== undefined) stream!.write(end);
      throw new LateBenchError('LB_ENDPOINT_NETWORK', 'the connection broke', { retry: 'transient' });
    },
    close: async () => {},
  };
  const redactor = createRedactor(['sk-secret-key']);
  const send = sending(transport, {
    ...{ dialect: chatDialect, model: 'm', headers: {}, redactor },
    room: undefined as never,
  });
  await assert.rejects(send(call), { code: 'LB_ENDPOINT_NETWORK' });
  const [none, part] = parts;
  assert.equal(none, null);
  assert.deepEqual([part!.status, part!.headers], [200, {}]);
  assert.match(part!.body.toString('latin1'), /my sk-…-key|my sk-\xe2\x80\xa6-key/);
  assert.equal(call.part, null, 'nothing is written any more');
  assert.ok(call.interrupted !== null);
  end = Buffer.concat([event({}, { finish_reason: 'stop' }), Buffer.from('data: [DONE]\n\n')]);
  const whole = await send(call);
  assert.equal(readStoredStream(whole.body, 0).content, 'my sk-…-key');
});
