// Each link of the client's chain by itself, between a call and whatever answers it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  adaptConcurrency,
  createAdaptiveConcurrency,
  inFlightLimit,
} from '../../../src/endpoints/chain/adaptive-concurrency.ts';
import {
  createBreaker,
  noteUnsent,
  tellBreaker,
  waitForServer,
} from '../../../src/endpoints/chain/breaker.ts';
import { budget } from '../../../src/endpoints/chain/budget.ts';
import {
  type Call,
  chain,
  type Link,
  type Next,
  newCall,
  type Reply,
} from '../../../src/endpoints/chain/chain.ts';
import { joinCalls } from '../../../src/endpoints/chain/in-flight.ts';
import { journal } from '../../../src/endpoints/chain/journal.ts';
import { count, observe } from '../../../src/endpoints/chain/observe.ts';
import { createPauses } from '../../../src/endpoints/chain/pauses.ts';
import { rate, unlimited } from '../../../src/endpoints/chain/rate.ts';
import {
  createRecordFailures,
  endFailingRun,
  noteStored,
} from '../../../src/endpoints/chain/record-failures.ts';
import { retry } from '../../../src/endpoints/chain/retry.ts';
import { createStopLatch } from '../../../src/endpoints/chain/stop-latch.ts';
import { usefulReplies } from '../../../src/endpoints/chain/useful-replies.ts';
import { reading } from '../../../src/endpoints/chain/wire.ts';
import { chatDialect } from '../../../src/endpoints/dialects/openai.ts';
import { isPackedReply } from '../../../src/endpoints/packed-reply.ts';
import { createRedactor } from '../../../src/endpoints/redact.ts';
import type { KeptReply, ReplyStore, Reserve } from '../../../src/endpoints/stores.ts';
import { createUsageCounters } from '../../../src/endpoints/usage-counters.ts';
import { LateBenchError } from '../../../src/errors.ts';
import { createSharedWork } from '../../../src/stream/shared-work.ts';

const { signal } = new AbortController();

function aCall(key = 'k', change: Partial<Call> = {}): Call {
  const request = { messages: [{ role: 'user', content: 'How much is 2 + 2?' }] } as const;
  return { ...newCall({ key, request, sample: 0, signal: change.signal ?? signal }), ...change };
}

function aReply(content = '4', model = 'm'): Reply {
  const text = { content, reasoning: null, finishReason: 'stop', logprobs: null } as const;
  return { reply: { ...text, model, promptTokens: 7, completionTokens: 3 }, from: 'endpoint', usd: null };
}

/** Answers with each of these in turn, and as a server would: an error or a reply that has come back. */
function answering(...endings: (Reply | LateBenchError)[]): Next<Reply> & { calls: number } {
  const next = async (call: Call): Promise<Reply> => {
    const ending = endings[Math.min(next.calls, endings.length - 1)]!;
    next.calls += 1;
    call.sent = true;
    call.answered = true;
    if (ending instanceof LateBenchError) throw ending;
    return ending;
  };
  next.calls = 0;
  return next;
}

const busy = (): LateBenchError => new LateBenchError('LB_ENDPOINT_SERVER', 'busy', { retry: 'transient' });
const tooFast = (): LateBenchError =>
  new LateBenchError('LB_ENDPOINT_RATE', 'too fast', { retry: 'rate-limit' });
const refused = (): LateBenchError => new LateBenchError('LB_ENDPOINT_REQUEST', 'no such field');

function retrying(seen: string[] = []): Link<Reply> {
  return retry({
    maxDownMs: 60_000,
    maxRetries: 2,
    backoff: { firstMs: 1, maxMs: 2 },
    breaker: createBreaker(),
    pauses: createPauses(undefined),
    onRetry: ({ attempt }, { code }) => seen.push(`${attempt} ${code}`),
  });
}

test('a call passes the links from the first to the last, and its reply comes back the other way', async () => {
  const seen: string[] = [];
  const link =
    (name: string): Link<Reply> =>
    async (call, next) => {
      seen.push(name);
      const reply = await next(call);
      seen.push(`${name} back`);
      return reply;
    };
  const through = chain<Reply>([link('a'), undefined, link('b')], answering(aReply()));
  assert.equal((await through(aCall())).reply.content, '4');
  assert.deepEqual(seen, ['a', 'b', 'b back', 'a back']);
});

test('each attempt is reserved: one without a reply counts in full, one that was turned away or never sent not at all', async () => {
  const seen: string[] = [];
  const reserve: Reserve = async () => ({
    tokens: 90,
    addedLimit: null,
    settle: async (usage) => {
      seen.push(`settled ${usage?.completionTokens ?? 'worst'}`);
      return 0.5;
    },
    cancel: async () => void seen.push('cancelled'),
  });
  const counters = createUsageCounters().of('m');
  const through = (last: Next<Reply>): Next<Reply> =>
    chain([retrying(), budget('m', reserve, counters)], last);
  const call = aCall();
  assert.equal((await through(answering(busy(), busy(), aReply()))(call)).usd, 1.5);
  assert.deepEqual([call.tokens, call.attempt], [90, 3]);
  assert.deepEqual(seen.splice(0), ['settled worst', 'settled worst', 'settled 3']);
  const turnedAway: Next<Reply> = async (attempt) => {
    Object.assign(attempt, { sent: true, reached: true, answered: true, billed: 'nothing' });
    throw refused();
  };
  await assert.rejects(through(turnedAway)(aCall()), { code: 'LB_ENDPOINT_REQUEST' });
  const closedPort: Next<Reply> = async (attempt) => {
    attempt.sent = true;
    throw refused();
  };
  await assert.rejects(through(closedPort)(aCall()), { code: 'LB_ENDPOINT_REQUEST' });
  assert.deepEqual(seen, ['cancelled', 'cancelled']);
});

test('only what may pass is tried again, and never more often than allowed', async () => {
  const seen: string[] = [];
  const flaky = answering(busy(), tooFast(), busy(), aReply());
  assert.equal((await retrying(seen)(aCall(), flaky)).reply.content, '4');
  assert.deepEqual(seen, ['1 LB_ENDPOINT_SERVER', '2 LB_ENDPOINT_RATE', '3 LB_ENDPOINT_SERVER']);
  const hopeless = answering(refused());
  await assert.rejects(retrying()(aCall(), hopeless), { code: 'LB_ENDPOINT_REQUEST' });
  assert.equal(hopeless.calls, 1);
  const down = answering(busy());
  await assert.rejects(retrying()(aCall(), down), { code: 'LB_ENDPOINT_SERVER' });
  assert.equal(down.calls, 3, 'the first attempt and two more');
});

test('a call that is given up while it waits leaves nothing behind for the next one', async () => {
  // Some servers answer a bad request with the same 500 for ever: three in a row on one call end it.
  const always = new LateBenchError('LB_ENDPOINT_SERVER', 'no', {
    retry: 'transient',
    cause: { status: 500 },
  });
  let abort = new AbortController();
  const link = retry({
    maxDownMs: 60_000,
    maxRetries: 9,
    backoff: { firstMs: 60_000, maxMs: 60_000 },
    breaker: createBreaker(),
    pauses: createPauses(undefined),
    onRetry: () => abort.abort(),
  });
  for (let n = 1; n <= 4; n += 1) {
    abort = new AbortController();
    const call = link(aCall('k', { signal: abort.signal }), answering(always));
    await assert.rejects(call, { code: 'LB_ABORTED' }, `call ${n}`);
  }
});

test('what was never sent is not tried again', async () => {
  let calls = 0;
  const stopped: Next<Reply> = async () => {
    calls += 1;
    throw new LateBenchError('LB_ENDPOINT_DOWN', 'down', { retry: 'transient' });
  };
  await assert.rejects(retrying()(aCall(), stopped), { code: 'LB_ENDPOINT_DOWN' });
  assert.equal(calls, 1);
});

test('every response is kept before it is read, also one that is no reply', async () => {
  const kept: KeptReply[] = [];
  const replyStore = { keep: async (reply: KeptReply) => void kept.push(reply) } as unknown as ReplyStore;
  const bodies = ['{"choices": [', '{"model":"m","choices":[{"message":{"content":"4"}}]}'];
  let at = 0;
  const send = chain(
    [journal(replyStore, { dialect: chatDialect, name: 'server', model: 'm' })],
    async () => ({
      status: 200,
      headers: {},
      body: Buffer.from(bodies[at++]!),
    }),
  );
  const attempt = reading(chatDialect, createPauses(undefined), send);
  const through = chain([retrying(), tellBreaker(createBreaker())], attempt);
  assert.equal((await through(aCall('k', { sample: 5 }))).reply.content, '4');
  assert.deepEqual(
    kept.map(({ key, sample, attempt: number, response }) => [key, sample, number, `${response.body}`]),
    bodies.map((body, index) => ['k', 5, index + 1, body]),
  );
});

test('a store of columns gets them and frees the body; where they cannot be made, the paid reply is kept as it came', async () => {
  const logprobs = { content: [{ token: '4', logprob: -1, top_logprobs: [] }] };
  const whole = { model: 'm', choices: [{ message: { content: '4' }, logprobs }] };
  const body = Buffer.from(JSON.stringify(whole));
  const { pack: _, ...packless } = chatDialect;
  const pack = (): never => {
    throw new RangeError('too long');
  };
  for (const [dialect, packs, isPacked] of [
    [chatDialect, true, true],
    [chatDialect, undefined, false],
    [{ ...chatDialect, pack }, true, false],
    [packless, true, false],
  ] as const) {
    const kept: Buffer[] = [];
    let freed = 0;
    const keep = async ({ response }: KeptReply) => void kept.push(response.body);
    const replyStore = { packs, keep } as unknown as ReplyStore;
    const free = (): void => {
      freed += 1;
    };
    const server = async () => ({ status: 200, headers: {}, body, free });
    const send = chain([journal(replyStore, { dialect, name: 'server', model: 'm' })], server);
    const { reply } = await reading(dialect, createPauses(undefined), send)(aCall());
    assert.deepEqual([reply.content, reply.logprobs!.tokens.toStrings()], ['4', ['4']]);
    assert.deepEqual(kept.map(isPackedReply), [isPacked]);
    if (!isPacked) assert.equal(kept[0], body);
    assert.equal(freed, 1);
  }
});

test('a reply that cannot be kept is not used', async () => {
  const full = new LateBenchError('LB_DISK_FULL', 'full');
  const replyStore = { keep: () => Promise.reject(full) } as unknown as ReplyStore;
  const send = chain(
    [journal(replyStore, { dialect: chatDialect, name: 'server', model: 'm' })],
    async () => ({
      status: 200,
      headers: {},
      body: Buffer.from('{"model":"m","choices":[{"message":{"content":"4"}}]}'),
    }),
  );
  let attempts = 0;
  const once: Link<Reply> = (call, next) => {
    attempts += 1;
    return next(call);
  };
  const attempt = reading(chatDialect, createPauses(undefined), send);
  const through = chain([retrying(), once, tellBreaker(createBreaker())], attempt);
  await assert.rejects(through(aCall()), full);
  assert.equal(attempts, 1, 'it is not paid for again');
});

test('equal calls at the same time are one call, and whoever joined pays nothing', async () => {
  const join = joinCalls(createSharedWork<Reply>());
  const server = answering({ ...aReply(), usd: 2 });
  const replies = await Promise.all([1, 2, 3].map(() => join(aCall(), server)));
  assert.deepEqual(
    replies.map(({ from, usd }) => [from, usd]),
    [
      ['endpoint', 2],
      ['shared', 0],
      ['shared', 0],
    ],
  );
  await join(aCall(), server);
  assert.equal(server.calls, 2, 'a later one is made again');
});

test('no more calls are in flight than the limit, which halves when the server is overloaded', async () => {
  const concurrency = createAdaptiveConcurrency(4);
  const limits: number[] = [];
  let inFlight = 0;
  let max = 0;
  const through = chain<Reply>(
    [inFlightLimit(concurrency), adaptConcurrency(concurrency, (limit) => limits.push(limit))],
    async ({ key }) => {
      inFlight += 1;
      max = Math.max(max, inFlight);
      await new Promise(setImmediate);
      inFlight -= 1;
      if (key === '0') throw tooFast();
      return aReply();
    },
  );
  const all = await Promise.allSettled(Array.from({ length: 12 }, (_, n) => through(aCall(`${n}`))));
  assert.equal(all.filter(({ status }) => status === 'rejected').length, 1);
  assert.deepEqual([max, limits], [4, [2]]);
});

test('what ended the run keeps the calls that still wait from being made', async () => {
  const latch = createStopLatch(undefined);
  const server = answering(refused(), new LateBenchError('LB_ENDPOINT_AUTH', 'wrong key'), aReply());
  const through = chain<Reply>([latch.note, latch.check], server);
  await assert.rejects(through(aCall()), { code: 'LB_ENDPOINT_REQUEST' });
  await assert.rejects(through(aCall()), { code: 'LB_ENDPOINT_AUTH' });
  await assert.rejects(through(aCall()), { code: 'LB_ENDPOINT_AUTH' });
  assert.equal(server.calls, 2, 'one bad request is no reason to stop, a wrong key is');
  const full = createStopLatch({ canKeep: false } as ReplyStore);
  await assert.rejects(full.check(aCall(), server), { code: 'LB_DISK_FULL' });
});

test('a budget that refuses one call does not refuse smaller ones', async () => {
  const latch = createStopLatch(undefined);
  const through = chain<Reply>(
    [latch.note, latch.check],
    answering(new LateBenchError('LB_BUDGET', 'too dear'), aReply()),
  );
  await assert.rejects(through(aCall()), { code: 'LB_BUDGET' });
  assert.equal((await through(aCall())).reply.content, '4');
});

test('the run stops when the server refuses all calls from the first on, or most of many', async () => {
  const codesOf = async (
    endings: readonly (Reply | LateBenchError)[],
    stored = 0,
    from: Reply['from'] = 'journal',
  ): Promise<string[]> => {
    const guard = createRecordFailures();
    const known = chain<Reply>([noteStored(guard)], async () => ({ ...aReply(), from }));
    for (let n = 0; n < stored; n += 1) await known(aCall());
    const through = chain<Reply>([endFailingRun(guard)], answering(...endings));
    const codes: string[] = [];
    for (const _ of endings) {
      codes.push(
        await through(aCall()).then(
          () => 'ok',
          (error: LateBenchError) => error.code,
        ),
      );
    }
    return codes;
  };
  const stopAt = (codes: string[]): number => codes.indexOf('LB_ENDPOINT_STOPPED') + 1;
  const refusals = (count: number): LateBenchError[] => Array.from({ length: count }, refused);
  assert.equal(stopAt(await codesOf(refusals(20))), 5);
  assert.equal(stopAt(await codesOf([aReply(), ...refusals(20)])), 20);
  assert.equal(stopAt(await codesOf([aReply(), ...refusals(8), aReply()])), 0);
  // What is left of a run that was interrupted may be what the server refuses.
  assert.equal(stopAt(await codesOf(refusals(8), 100)), 0);
  assert.equal(stopAt(await codesOf(refusals(8), 1, 'endpoint')), 5, 'what is paid for is not found');
});

test('another model than the one asked for ends the run', async () => {
  const through = chain<Reply>([usefulReplies('m', false)], answering(aReply('4', 'other')));
  await assert.rejects(through(aCall()), { code: 'LB_ENDPOINT_STOPPED' });
});

test('a server that is down is asked again by one call alone, also after that call was given up', async () => {
  const breaker = createBreaker({ firstPauseMs: 20, maxPauseMs: 20 });
  const pauses = createPauses(undefined);
  const down = chain<Reply>([tellBreaker(breaker)], answering(busy()));
  for (let n = 0; n < 20; n += 1) await assert.rejects(down(aCall()));
  const wait = waitForServer(breaker, pauses, 60_000);
  const givenUp = new LateBenchError('LB_ABORTED', 'given up');
  await assert.rejects(
    chain<Reply>([wait, noteUnsent(breaker)], () => Promise.reject(givenUp))(aCall()),
    givenUp,
  );
  const started = performance.now();
  await chain<Reply>([wait, tellBreaker(breaker)], answering(aReply()))(aCall());
  assert.ok(performance.now() - started < 1_000, 'the way is free for the next probe');
  assert.equal(breaker.downMs(performance.now()), 0);
  for (let n = 0; n < 20; n += 1) await assert.rejects(down(aCall()));
  await assert.rejects(waitForServer(breaker, pauses, -1)(aCall(), answering(aReply())), {
    code: 'LB_ENDPOINT_DOWN',
  });
});

test('without a rate there is no link for it; with one each call takes its tokens', async () => {
  assert.equal(rate(unlimited, unlimited), undefined);
  const taken: number[] = [];
  const tokens = { turn: async (units: number) => void taken.push(units), close: async () => {} };
  await rate(unlimited, tokens)!(aCall('k', { tokens: 90 }), answering(aReply()));
  assert.deepEqual(taken, [90]);
});

test('counters hold what was paid for, and a failure shows no key', async () => {
  const { failures, of } = createUsageCounters();
  const counters = of('m');
  const redactor = createRedactor(['sk-secret']);
  const seen = { role: 'chat', model: 'm', redactor, counters, keyNote: undefined, failures };
  const through = (last: Next<Reply>): Next<Reply> => chain([observe(seen), count(counters)], last);
  await through(answering(aReply()))(aCall());
  await assert.rejects(
    through(answering(new LateBenchError('LB_ENDPOINT_AUTH', 'sk-secret is wrong')))(aCall()),
    (error: Error) => !error.message.includes('sk-secret'),
  );
  const { calls, failed, hits, promptTokens, completionTokens } = counters;
  assert.deepEqual([calls, failed, hits, promptTokens, completionTokens], [1, 1, 0, 7, 3]);
});
