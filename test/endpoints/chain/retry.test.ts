// When a failed call is made again, how long it waits, and when it is not: each attempt may be paid for.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createBreaker } from '../../../src/endpoints/chain/breaker.ts';
import { type Call, type Next, newCall, type Reply } from '../../../src/endpoints/chain/chain.ts';
import { type Retrying, retry } from '../../../src/endpoints/chain/retry.ts';
import type { FirstContact } from '../../../src/endpoints/first-contact/first-contact.ts';
import { LateBenchError, type Retry } from '../../../src/errors.ts';
import { reply, request, signal } from './a-call.ts';

function failure(code: ConstructorParameters<typeof LateBenchError>[0], how: Retry, cause?: unknown) {
  return new LateBenchError(code, `it said ${code}`, { retry: how, cause });
}
const busy = () => failure('LB_ENDPOINT_SERVER', 'transient', { status: 503 });
const tooFast = () => failure('LB_ENDPOINT_RATE', 'rate-limit');
const empty = () => failure('LB_ENDPOINT_REPLY', 'transient');

interface Attempt {
  readonly error?: LateBenchError;
  readonly askedMs?: number;
  readonly change?: Partial<Call>;
}

/** No time passes: it says what would be waited for. */
function retrying(options: Partial<Retrying> = {}) {
  const waits: number[] = [];
  const pauses: number[] = [];
  let slept = 0;
  const link = retry({
    maxDownMs: 60_000,
    maxRetries: 5,
    backoff: { firstMs: 1_000, maxMs: 8_000 },
    breaker: createBreaker(),
    pauses: { begin: (ms) => void pauses.push(ms), leftMs: () => 0 },
    async during() {
      slept += 1;
      return undefined as never;
    },
    onRetry: (_, __, ms) => void waits.push(ms),
    ...options,
  });
  /** The call, and how it ends; attempts behind the last given are like that. */
  const run = async (attempts: readonly Attempt[], key = 'k') => {
    const call = newCall({ key, request, sample: 0, signal });
    const seen: boolean[] = [];
    let calls = 0;
    const next: Next<Reply> = async (one) => {
      const { error, askedMs = null, change } = attempts[Math.min(calls, attempts.length - 1)]!;
      calls += 1;
      seen.push(one.fresh);
      assert.deepEqual([one.sent, one.reached, one.answered, one.billed], [false, false, false, null]);
      Object.assign(one, {
        sent: true,
        reached: true,
        answered: true,
        billed: 'nothing',
        askedMs,
        ...change,
      });
      if (error !== undefined) throw error;
      return reply;
    };
    const outcome = await link(call, next).then(
      () => 'ok',
      ({ code, message }: LateBenchError) => `${code}: ${message}`,
    );
    return { outcome, calls, fresh: seen, attempt: call.attempt };
  };
  return { run, waits, pauses, slept: () => slept };
}

const within = (value: number | undefined, low: number, high: number): void =>
  assert.ok(value !== undefined && value >= low && value <= high, `${value} is not in ${low} to ${high}`);

test('a server that asks for a pause is obeyed: no less, a tenth more at most, and longer each time it asks for little', async () => {
  const { run, pauses, waits } = retrying();
  const asked = [5_000, 0, 0, 0, 0, 0, 900_000].map((askedMs) => ({ error: tooFast(), askedMs }));
  assert.equal((await run([...asked, {}])).outcome, 'ok');
  const floors = [5_000, 1_000, 2_000, 4_000, 4_000, 4_000, 900_000];
  for (const [at, floor] of floors.entries()) within(pauses[at], floor, floor * 1.1);
  assert.deepEqual(
    waits,
    pauses.map((ms) => Math.round(ms)),
  );
  const quick = retrying({ backoff: { firstMs: 1, maxMs: 2 } });
  await quick.run([{ error: tooFast(), askedMs: 3 }, {}]);
  within(quick.pauses[0], 100, 110);
});

test('a server that asks for none is given growing pauses', async () => {
  const { run, pauses } = retrying();
  await run([...Array.from({ length: 40 }, () => ({ error: tooFast() })), {}]);
  for (const [at, ms] of pauses.entries()) within(ms, 0, Math.min(8_000, 1_000 * 2 ** (at + 1)));
  assert.ok(Math.max(...pauses) > 4_000 && Math.min(...pauses.slice(6)) < 4_000 && pauses.length === 40);
});

test('a pause of more than a quarter of an hour ends the run', async () => {
  const { run, waits } = retrying();
  const { outcome } = await run([{ error: tooFast(), askedMs: 15 * 60_000 + 1 }]);
  assert.match(
    outcome,
    /^LB_ENDPOINT_STOPPED: the endpoint asks to wait for 15 minutes; run the command again then$/,
  );
  assert.deepEqual(waits, []);
});

test('sixty refusals are too many: of one call where others have replies, of the server where none has', async () => {
  const refused = retrying();
  const first = await refused.run([{ error: tooFast() }]);
  assert.match(
    first.outcome,
    /^LB_ENDPOINT_STOPPED: the endpoint has rejected every call for \d s, the last with: it said LB_ENDPOINT_RATE; run the command again to resume$/,
  );
  assert.equal(first.calls, 61);
  const { run } = refused;
  const refusing = Array.from({ length: 61 }, (_, at) => ({ error: tooFast(), at }));
  const others: ReturnType<typeof run>[] = [];
  const attempts = refusing.map(({ error, at }) => ({
    get error() {
      // Another call has its reply meanwhile.
      if (at === 30) others.push(run([{}], 'other'));
      return error;
    },
  }));
  const among = await run(attempts);
  const [other] = await Promise.all(others);
  assert.deepEqual([among.outcome, other?.outcome], ['LB_ENDPOINT_RATE: it said LB_ENDPOINT_RATE', 'ok']);
  const impatient = await retrying({ maxDownMs: -1 }).run([{ error: tooFast() }]);
  assert.match(impatient.outcome, /^LB_ENDPOINT_STOPPED/);
  assert.equal(impatient.calls, 1);
});

test('refusals for the rate count for no retry, and failures no more than they may', async () => {
  const { run, waits, slept } = retrying({ maxRetries: 2 });
  const mixed = [tooFast(), busy(), tooFast(), busy(), tooFast()].map((error) => ({ error }));
  const passed = await run([...mixed, {}]);
  assert.deepEqual([passed.outcome, passed.calls, passed.attempt, waits.length], ['ok', 6, 6, 5]);
  assert.equal(slept(), 2, 'a pause of the endpoint is one for all calls, which its gate waits for');
  const failed = await run([{ error: busy() }]);
  assert.deepEqual([failed.outcome, failed.calls], ['LB_ENDPOINT_SERVER: it said LB_ENDPOINT_SERVER', 3]);
  const never = await run([{ error: failure('LB_ENDPOINT_REQUEST', 'never') }]);
  assert.equal(never.calls, 1);
});

test('an empty reply is paid for: three of them are enough, whatever number of retries is allowed', async () => {
  assert.equal((await retrying({ maxRetries: 50 }).run([{ error: empty() }])).calls, 3);
  assert.equal((await retrying({ maxRetries: 1 }).run([{ error: empty() }])).calls, 2);
});

test('a failure waits as long as its response asks, and otherwise at random up to a bound that doubles', async () => {
  const { run, waits } = retrying();
  await run([{ error: busy(), askedMs: 20_000 }, { error: busy(), askedMs: 15 * 60_000 + 1 }, {}]);
  within(waits[0], 20_000, 22_000);
  within(waits[1], 0, 2_000);
  const { run: again, waits: growing } = retrying({ maxRetries: 30 });
  await again([...Array.from({ length: 30 }, () => ({ error: busy() })), {}]);
  for (const [at, ms] of growing.entries()) within(ms, 0, Math.min(8_000, 1_000 * 2 ** at));
  assert.ok(Math.max(...growing) > 2_000 && Math.min(...growing.slice(4)) < 4_000);
});

test('a connection that had died unseen costs no retry and no wait, once; then it is a failure', async () => {
  const stale = failure('LB_ENDPOINT_NETWORK', 'transient', { code: 'ECONNRESET' });
  const { run, waits, slept } = retrying({ maxRetries: 0 });
  const passed = await run([{ error: stale }, {}]);
  assert.deepEqual([passed.outcome, passed.fresh, waits], ['ok', [false, true], [0]]);
  assert.equal(slept(), 0);
  const failed = await run([{ error: stale }]);
  assert.deepEqual([failed.calls, failed.fresh], [2, [false, true]]);
});

test('without a file for a connection, nothing was sent: it is tried for as long as it takes', async () => {
  const noFile = failure('LB_ENDPOINT_NETWORK', 'transient', { code: 'EMFILE' });
  const { run, waits } = retrying({ maxRetries: 0 });
  const { outcome } = await run([...Array.from({ length: 20 }, () => ({ error: noFile })), {}]);
  assert.equal(outcome, 'ok');
  for (const ms of waits) within(ms, 0, 8_000);
});

test('a server that was there and is gone is waited for; one that never was is not', async () => {
  const gone = failure('LB_ENDPOINT_NETWORK', 'transient', { code: 'ECONNREFUSED' });
  const unreached = { error: gone, change: { reached: false, answered: false } };
  const never = await retrying({ maxRetries: 2 }).run([unreached]);
  assert.deepEqual([never.calls, never.outcome], [3, 'LB_ENDPOINT_NETWORK: it said LB_ENDPOINT_NETWORK']);
  const there = retrying({ maxRetries: 2 });
  await there.run([{}]);
  const waited = await there.run([...Array.from({ length: 20 }, () => unreached), {}]);
  assert.equal(waited.outcome, 'ok');
  const answered = retrying({ maxRetries: 2 });
  await answered.run([{ error: failure('LB_ENDPOINT_REQUEST', 'never') }]);
  assert.equal(
    (await answered.run([...Array.from({ length: 9 }, () => unreached), {}])).outcome,
    'ok',
    'an answer shows it too',
  );
});

test('the same words three times end a call; on five calls, the run', async () => {
  const always = failure('LB_ENDPOINT_SERVER', 'transient', { status: 500 });
  const { run } = retrying({ maxRetries: 9 });
  for (const key of ['a', 'b', 'c', 'd']) {
    const { calls, outcome } = await run([{ error: always }], key);
    assert.deepEqual([calls, outcome], [3, 'LB_ENDPOINT_SERVER: it said LB_ENDPOINT_SERVER'], key);
  }
  assert.equal(
    (await run([{ error: always }], 'e')).outcome,
    'LB_ENDPOINT_STOPPED: the endpoint fails different calls in the same way: it said LB_ENDPOINT_SERVER',
  );
});

test('what was not sent, was given up or is a mistake of ours is not tried again', async () => {
  const once = async (error: Error, change: Partial<Call> = {}): Promise<number> =>
    (await retrying().run([{ error: error as LateBenchError, change }])).calls;
  assert.equal(await once(busy(), { sent: false }), 1);
  assert.equal(await once(failure('LB_ABORTED', 'transient')), 1);
  assert.equal(await once(new TypeError('a mistake')), 1);
  const call = newCall({ key: 'k', request, sample: 0, signal, waiting: AbortSignal.abort() });
  const link = retry({ ...({} as Retrying), pauses: { begin() {}, leftMs: () => 0 } });
  await assert.rejects(
    link(call, async () => assert.fail('begun')),
    { code: 'LB_ABORTED' },
  );
});

test('until one call has worked, first contact decides, and is told who left', async () => {
  const seen: string[] = [];
  let allowed = 3;
  const contact = {
    pending: true,
    nextMs: (_: LateBenchError, retries: number) => {
      seen.push(`asked ${retries}`);
      allowed -= 1;
      return allowed < 0 ? null : 7;
    },
    judge: async () => void seen.push('judged'),
    endsRun: () => void seen.push('ends the run'),
    leave: () => void seen.push('left'),
  } as unknown as FirstContact;
  const { run, waits } = retrying({ contact, maxRetries: 1 });
  const unreached = { error: busy(), change: { answered: false } };
  const { calls } = await run([unreached]);
  assert.deepEqual(seen, ['asked 0', 'asked 1', 'asked 2', 'asked 3', 'judged', 'left']);
  assert.deepEqual([calls, waits], [4, [7, 7, 7]]);
  seen.length = 0;
  allowed = 99;
  assert.equal((await run([{ error: empty() }])).calls, 2, 'what may have cost is not tried without end');
  assert.deepEqual(seen, ['asked 0', 'judged', 'left']);
  seen.length = 0;
  assert.equal((await run([{ error: failure('LB_ENDPOINT_AUTH', 'never') }])).calls, 1);
  assert.deepEqual(seen, ['ends the run', 'left']);
});

test('at first contact too three empty replies are enough, and what was not answered is none of them', async () => {
  const contact = { pending: true, nextMs: () => 7, judge: async () => {}, leave() {} };
  const patient = { contact: contact as unknown as FirstContact, maxRetries: 9 };
  assert.equal((await retrying(patient).run([{ error: empty() }])).calls, 3);
  const unreached = { error: busy(), change: { answered: false } };
  const { outcome, calls } = await retrying(patient).run([unreached, unreached, { error: empty() }, {}]);
  assert.deepEqual([outcome, calls], ['ok', 4]);
});
