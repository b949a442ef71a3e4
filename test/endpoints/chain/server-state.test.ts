// What attempts say about the server, and when no attempt is made: pauses, the breaker, and what ends the run.
import assert from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import { test } from 'node:test';
import { createBreaker, tellBreaker, waitForServer } from '../../../src/endpoints/chain/breaker.ts';
import type { Reply } from '../../../src/endpoints/chain/chain.ts';
import { createPauses } from '../../../src/endpoints/chain/pauses.ts';
import { createStopLatch } from '../../../src/endpoints/chain/stop-latch.ts';
import { usefulReplies, wholePrompts } from '../../../src/endpoints/chain/useful-replies.ts';
import { logprobsByShape } from '../../../src/endpoints/reply-logprobs.ts';
import type { ReplyStore } from '../../../src/endpoints/stores.ts';
import type { Finding } from '../../../src/endpoints/truncation/truncation-watch.ts';
import { type ErrorCode, LateBenchError, type Retry } from '../../../src/errors.ts';
import { callOf, reply, request, signal } from './a-call.ts';

const fail = (code: ErrorCode, cause?: unknown, how: Retry = 'transient') =>
  new LateBenchError(code, `it said ${code}`, { retry: how, cause });

test('failures of the server and the network open the breaker; answers close it; what is ours says nothing', async () => {
  const open = async (errors: readonly (Error | null)[], fresh = false, counts?: () => boolean) => {
    const breaker = createBreaker({ firstPauseMs: 500 });
    const opened: string[] = [];
    const link = tellBreaker(breaker, {
      ...(counts && { counts }),
      onOpen: ({ message }, ms) => opened.push(`${message} ${ms}`),
    });
    for (const error of errors) {
      const call = callOf({ fresh });
      const outcome = link(call, async () => {
        assert.equal(call.sent, true);
        if (error !== null) throw error;
        return reply;
      });
      if (error === null) assert.equal(await outcome, reply);
      else await assert.rejects(outcome, error);
    }
    return [opened, breaker.reason];
  };
  const times = (count: number, error: Error | null): (Error | null)[] =>
    Array.from({ length: count }, () => error);
  for (const code of ['LB_ENDPOINT_SERVER', 'LB_ENDPOINT_NETWORK', 'LB_ENDPOINT_TIMEOUT'] as const) {
    assert.deepEqual(await open(times(20, fail(code))), [[`it said ${code} 500`], `it said ${code}`], code);
  }
  const busy = fail('LB_ENDPOINT_SERVER');
  assert.deepEqual(await open(times(19, busy)), [[], '']);
  assert.deepEqual(await open(times(25, busy), false, () => false), [[], ''], 'judged elsewhere');
  assert.equal((await open(times(25, busy), false, () => true))[0]!.length, 1);
  // Answers of any kind count as the server being there.
  for (const code of [
    'LB_ENDPOINT_REQUEST',
    'LB_ENDPOINT_RATE',
    'LB_ENDPOINT_REPLY',
    'LB_ENDPOINT_AUTH',
  ] as const) {
    assert.deepEqual(await open([...times(10, busy), ...times(10, fail(code)), busy]), [[], ''], code);
  }
  const stale = fail('LB_ENDPOINT_NETWORK', { code: 'ECONNRESET' });
  for (const ours of [
    fail('LB_ABORTED'),
    fail('LB_ENDPOINT_NETWORK', { code: 'EMFILE' }),
    new TypeError('ours'),
    stale,
  ]) {
    assert.deepEqual(await open(times(40, ours)), [[], '']);
    assert.equal(
      (await open([...times(19, busy), ...times(5, ours), busy]))[0]!.length,
      1,
      'neither good nor bad',
    );
  }
  assert.equal((await open(times(20, stale), true))[0]!.length, 1, 'on a new connection it is a failure');
});

test('more than half of the last twenty attempts: no fewer, and none before', () => {
  for (const [good, bad, opens] of [
    [10, 10, false],
    [9, 11, true],
    [0, 19, false],
    [40, 10, false],
    [40, 11, true],
  ] as const) {
    const breaker = createBreaker({ firstPauseMs: 500 });
    let opened = 0;
    for (let n = 0; n < good; n += 1) breaker.good();
    for (let n = 0; n < bad; n += 1) opened += Number(breaker.failed(0) > 0);
    assert.equal(opened, Number(opens), `${good} ${bad}`);
  }
});

test('a pause of the server and one of the breaker are waited for, and a server that stays down ends the run', async () => {
  const waits: number[] = [];
  // Asked once for whether there is anything to wait for.
  let left = [300, 300, 200, 0];
  const pauses = { begin() {}, leftMs: () => left.shift() ?? 0 };
  const breaker = createBreaker({ firstPauseMs: 60_000 });
  const during = async <T>(): Promise<T> => void waits.push(1) as T;
  const link = waitForServer(breaker, pauses, 60_000, during);
  assert.equal(await link(callOf(), async () => reply), reply);
  assert.equal(waits.length, 2);
  for (let n = 0; n < 20; n += 1) breaker.failed(performance.now() - 200_000, 'it was busy');
  await assert.rejects(
    link(callOf(), async () => reply),
    {
      code: 'LB_ENDPOINT_DOWN',
      message:
        'the endpoint has been down for 3 minutes, the last call with: it was busy; run the command again to resume',
    },
  );
  const silent = createBreaker();
  for (let n = 0; n < 20; n += 1) silent.failed(performance.now() - 200_000);
  await assert.rejects(
    waitForServer(silent, pauses, 0)(callOf(), async () => reply),
    {
      message: 'the endpoint has been down for 3 minutes; run the command again to resume',
    },
  );
  left = [];
  const probing = createBreaker({ firstPauseMs: 1 });
  for (let n = 0; n < 20; n += 1) probing.failed(performance.now() - 100);
  const busy = fail('LB_ENDPOINT_SERVER');
  const probe = waitForServer(probing, pauses, 60_000, during);
  await assert.rejects(
    probe(callOf(), async (call) => {
      call.sent = true;
      throw busy;
    }),
    busy,
  );
  assert.ok(probing.wait(performance.now()) > 0, 'the probe was sent: its outcome is awaited');
});

test('a probe that is under way keeps all others waiting, for a tenth of the pause at least', () => {
  const breaker = createBreaker({ firstPauseMs: 4_000 });
  for (let n = 0; n < 20; n += 1) breaker.failed(0, 'first');
  assert.deepEqual([breaker.wait(3_999), breaker.wait(4_000), breaker.wait(4_000)], [1, 0, 400]);
  assert.equal(breaker.failed(5_000, 'second'), 8_000);
  assert.equal(breaker.reason, 'second');
  assert.equal(breaker.failed(5_001, 'late'), 0, 'sent before it opened');
  assert.deepEqual([breaker.reason, breaker.downMs(6_000)], ['second', 6_000]);
});

test('pauses are for all calls, the longest counts, and other machines are told', () => {
  const told: number[] = [];
  let theirs = 0;
  const pauses = createPauses({ begin: (ms) => void told.push(ms), leftMs: () => theirs });
  const now = performance.now();
  assert.ok(pauses.leftMs(now) <= 0);
  pauses.begin(10_000);
  pauses.begin(1_000);
  pauses.begin(0);
  assert.deepEqual(told, [10_000, 1_000]);
  const left = pauses.leftMs(now);
  assert.ok(left >= 10_000 && left < 20_000, `${left}`);
  theirs = 90_000;
  assert.equal(pauses.leftMs(now), 90_000);
  createPauses(undefined).begin(5);
});

test('what ends the run ends the waits of its calls with the same reason, and holds for later calls unless it may pass', async () => {
  const outcome = async (error: Error) => {
    const latch = createStopLatch({ canKeep: true } as ReplyStore);
    const waiting = latch.note(callOf(), () =>
      latch.during(
        signal,
        (stopped) =>
          new Promise((_, reject) => {
            stopped.addEventListener('abort', () => reject(new LateBenchError('LB_ABORTED', 'stopped')));
          }),
      ),
    );
    let waits = 'waits';
    waiting.catch((reason) => {
      assert.equal(reason, error);
      waits = 'ended';
    });
    await assert.rejects(
      latch.note(callOf(), () => Promise.reject(error)),
      error,
    );
    await new Promise(setImmediate);
    const later = await latch
      .note(callOf(), () => latch.check(callOf(), async () => reply))
      .then(
        () => 'made',
        (reason) => reason.code,
      );
    return `${waits}, later ${later}`;
  };
  assert.equal(await outcome(fail('LB_ENDPOINT_AUTH', null, 'never')), 'ended, later LB_ENDPOINT_AUTH');
  assert.equal(await outcome(fail('LB_ENDPOINT_DOWN')), 'ended, later made');
  for (const code of ['LB_DISK_FULL', 'LB_ABORTED', 'LB_BUDGET', 'LB_ENDPOINT_REQUEST'] as const) {
    assert.equal(await outcome(fail(code)), 'waits, later made', code);
  }
  assert.equal(await outcome(new TypeError('ours')), 'waits, later made');
});

test('a wait that its caller gives up ends with its own error, and one that begins too late at once', async () => {
  const latch = createStopLatch(undefined);
  const mine = new LateBenchError('LB_ABORTED', 'given up');
  const controller = new AbortController();
  const wait = latch.during(
    controller.signal,
    (stopped) => new Promise((_, reject) => stopped.addEventListener('abort', () => reject(mine))),
  );
  controller.abort();
  await assert.rejects(wait, mine);
  await latch.during(controller.signal, async (stopped) => assert.equal(stopped.aborted, true));
  const { signal: calm } = new AbortController();
  await latch.during(calm, async (stopped) => assert.equal(stopped.aborted, false));
  assert.deepEqual(getEventListeners(calm, 'abort'), [], 'nothing listens on');
  await assert.rejects(
    latch.note(callOf(), () => Promise.reject(fail('LB_ENDPOINT_AUTH', null, 'never'))),
    { code: 'LB_ENDPOINT_AUTH' },
  );
  const both = latch.during(controller.signal, () => Promise.reject(mine));
  await assert.rejects(both, mine, 'whoever gave up hears of that, also where the run has ended');
});

test('five replies in a row without usable logprobs end the run, unless they are allowed', async () => {
  const asked = callOf({ request: { ...request, logprobs: true, top_logprobs: 2 } });
  const token = { token: 'a', logprob: -0.2, top_logprobs: [{ logprob: -0.2 }, { logprob: -2 }] };
  const good = { ...reply, reply: { ...reply.reply, logprobs: logprobsByShape({ content: [token] }, 2) } };
  const codes = async (pattern: string, allowed: boolean): Promise<string> => {
    const link = usefulReplies('m', allowed);
    let seen = '';
    for (const one of pattern) {
      const outcome = await link(asked, async () => (one === 'g' ? good : reply)).then(
        ({ reply: { degenerate } }) => (degenerate === true ? 'd' : 'g'),
        ({ code, message }) => {
          assert.match(
            message,
            /^5 replies in a row came without usable logprobs; the endpoint does not give them$/,
          );
          return code === 'LB_ENDPOINT_STOPPED' ? 'S' : code;
        },
      );
      seen += outcome;
    }
    return seen;
  };
  assert.equal(await codes('ddddgdddddd', false), 'ddddgddddSS');
  assert.equal(await codes('dddddd', true), 'dddddd');
  const plain = usefulReplies('m', false);
  for (let n = 0; n < 9; n += 1)
    assert.equal(await plain(callOf(), async () => reply), reply, 'none were asked for');
});

test('replies to cut prompts are withdrawn and not used, and three of them end the run', async () => {
  const findings: (Finding | undefined)[] = [
    undefined,
    { read: 100, expected: 400, plateau: null, earlier: [] },
    { read: 4_096, expected: null, plateau: 4_096, earlier: ['a', 'b'] },
  ];
  const noted: unknown[] = [];
  const watch = {
    note: (...facts: unknown[]) => {
      noted.push(facts);
      return findings.shift();
    },
    learn: () => {},
  };
  const withdrawn: unknown[] = [];
  const store = {
    withdraw: async (keys: readonly string[], why: string) => void withdrawn.push([[...keys], why]),
  } as unknown as ReplyStore;
  const link = wholePrompts(watch, store);
  const next = async (): Promise<Reply> => reply;
  assert.equal(await link(callOf(), next), reply);
  assert.deepEqual(noted, [['k', request.messages, 7]]);
  await assert.rejects(link(callOf({ key: 'k2' }), next), {
    code: 'LB_ENDPOINT_REPLY',
    message: 'the endpoint cut the prompt: it read 100 of about 400 tokens; the reply is not used',
  });
  await assert.rejects(link(callOf({ key: 'k3' }), next), {
    code: 'LB_ENDPOINT_STOPPED',
    message:
      /4096 tokens, as of every prompt that is longer; .*; so are 4 in all, 2 of them found only now\. Give the server/,
  });
  const why = 'the endpoint cut the prompt';
  assert.deepEqual(withdrawn, [
    [['k2'], why],
    [['k3', 'a', 'b'], why],
  ]);
});
