// What an attempt is charged, what of it is kept, and what the server said of it: no reply that was paid for is lost.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { budget } from '../../../src/endpoints/chain/budget.ts';
import { type Call, type Next, newCall, type Reply } from '../../../src/endpoints/chain/chain.ts';
import { cutByBudget, failCut, isCutBody } from '../../../src/endpoints/chain/cut-replies.ts';
import { journal } from '../../../src/endpoints/chain/journal.ts';
import { reading } from '../../../src/endpoints/chain/wire.ts';
import { chatDialect } from '../../../src/endpoints/dialects/openai.ts';
import type { RawResponse } from '../../../src/endpoints/response-handler.ts';
import type { KeptReply, ReplyStore, Reserve } from '../../../src/endpoints/stores.ts';
import type { StreamWatch } from '../../../src/endpoints/stream/watch.ts';
import { createUsageCounters } from '../../../src/endpoints/usage-counters.ts';
import { LateBenchError } from '../../../src/errors.ts';

const { signal } = new AbortController();
const request = { messages: [{ role: 'user', content: 'x' }] } as const;
const callOf = (change: Partial<Call> = {}): Call => ({
  ...newCall({ key: 'k', request, sample: 1, signal }),
  ...change,
});

function responseOf(body: object | string, status = 200, headers: Record<string, string> = {}): RawResponse {
  return { status, headers, body: Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)) };
}
const completion = (finish = 'stop', tokens = 3) => ({
  model: 'm',
  choices: [{ message: { content: '4' }, finish_reason: finish }],
  usage: { prompt_tokens: 7, completion_tokens: tokens },
});
const failure = new LateBenchError('LB_ENDPOINT_SERVER', 'busy');

test('an attempt is charged what its reply says, what its error says, its worst case, or nothing', async () => {
  const said = { promptTokens: 5, completionTokens: 2 };
  const good: Reply = {
    reply: chatDialect.read(200, responseOf(completion()).body),
    from: 'endpoint',
    usd: null,
  };
  const outcomes: [string, Partial<Call>, Reply | null, string[]][] = [
    ['a reply', { reached: true, answered: true }, good, ['settled 7 3']],
    ['never reached', { reached: false, answered: false, billed: null }, null, ['cancelled']],
    ['reached and silent', { reached: true, answered: false, billed: null }, null, ['settled worst']],
    ['answered', { reached: false, answered: true, billed: null }, null, ['settled worst']],
    ['refused', { reached: true, answered: true, billed: 'nothing' }, null, ['cancelled']],
    ['billed', { reached: true, answered: true, billed: said }, null, ['settled 5 2', 'billed 5 2']],
  ];
  for (const [what, change, reply, expected] of outcomes) {
    const seen: string[] = [];
    const reserve: Reserve = async () => ({
      ...{ id: 'r1', tokens: 90, addedLimit: 40 },
      settle: async (usage) => {
        seen.push(
          usage === null ? 'settled worst' : `settled ${usage.promptTokens} ${usage.completionTokens}`,
        );
        return 0.5;
      },
      cancel: async () => void seen.push('cancelled'),
    });
    const call = callOf();
    const counters = createUsageCounters().of('m');
    const link = budget('m', reserve, counters);
    const next: Next<Reply> = async (one) => {
      assert.deepEqual([one.tokens, one.addedLimit, one.reservation], [90, 40, 'r1']);
      Object.assign(one, change);
      if (reply === null) throw failure;
      return reply;
    };
    if (reply === null) await assert.rejects(link(call, next), failure);
    else assert.equal((await link(call, next)).usd, 0.5);
    const { promptTokens, completionTokens, usd } = counters;
    if (promptTokens > 0) seen.push(`billed ${promptTokens} ${completionTokens}`);
    assert.deepEqual(seen, expected, what);
    assert.equal(usd, expected[0] === 'cancelled' ? 0 : 0.5, what);
    assert.equal(call.usd, expected[0] === 'cancelled' ? 0 : 0.5, what);
  }
});

test('attempts add up, and what is not known of one is not known of all', async () => {
  const prices: (number | null)[] = [1, 2, null, 4];
  const reserve: Reserve = async () => ({
    ...{ tokens: 1, addedLimit: null },
    settle: async () => prices.shift() ?? null,
    cancel: async () => {},
  });
  const call = callOf();
  const sums: (number | null)[] = [];
  const counters = createUsageCounters().of('m');
  const fails: Next<Reply> = async (one) => {
    one.answered = true;
    throw failure;
  };
  for (let n = 0; n < 4; n += 1) {
    await assert.rejects(budget('m', reserve, counters)(call, fails), failure);
    sums.push(call.usd);
  }
  assert.deepEqual(sums, [1, 3, null, null]);
  assert.deepEqual([counters.usd, counters.unpriced], [7, 1]);
});

function keeping(keep?: () => Promise<void>) {
  const kept: KeptReply[] = [];
  const store = {
    keep: async (reply: KeptReply) => {
      await keep?.();
      kept.push(reply);
    },
  } as unknown as ReplyStore;
  return { kept, link: journal(store, { dialect: chatDialect, name: 'server', model: 'm' }) };
}

test('every body is kept with whose it is, but for one that a budget cut', async () => {
  const { kept, link } = keeping();
  const call = callOf({ attempt: 2, reservation: 'r1', addedLimit: 40 });
  for (const response of [
    responseOf(completion()),
    responseOf('{"choices": ['),
    responseOf({ error: { message: 'no' } }, 400),
    responseOf(completion('length', 40)),
  ]) {
    assert.equal(await link(call, async () => response), response);
  }
  assert.deepEqual(
    kept.map(({ startedAt, response, ...facts }) => [facts, startedAt instanceof Date, response.status]),
    [200, 200, 400].map((status) => [
      { key: 'k', sample: 1, attempt: 2, endpoint: 'server', model: 'm', reservation: 'r1' },
      true,
      status,
    ]),
  );
  const unlimited = keeping();
  await unlimited.link(callOf(), async () => responseOf(completion('length', 40)));
  assert.equal(unlimited.kept.length, 1, 'cut by what was asked for, it is an answer');
});

test('what had come of a broken stream is kept, and the attempt has failed all the same', async () => {
  const { kept, link } = keeping();
  const call = callOf();
  const broken = async (one: Call): Promise<RawResponse> => {
    one.interrupted = responseOf('part');
    throw failure;
  };
  await assert.rejects(link(call, broken), failure);
  assert.deepEqual(
    kept.map(({ response }) => response.body.toString()),
    ['part'],
  );
  call.interrupted = null;
  await assert.rejects(
    link(call, () => Promise.reject(failure)),
    failure,
  );
  assert.equal(kept.length, 1);
});

test('a reply that cannot be kept is not used, and its memory is given back', async () => {
  const full = new LateBenchError('LB_DISK_FULL', 'full');
  const { link } = keeping(() => Promise.reject(full));
  let freed = 0;
  const free = (): void => {
    freed += 1;
  };
  const response = { ...responseOf(completion()), free };
  await assert.rejects(
    link(callOf(), async () => response),
    full,
  );
  await assert.rejects(
    link(callOf(), async () => responseOf(completion())),
    full,
  );
  assert.equal(freed, 1);
});

test('what has come of streams is kept once a second while they last', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] });
  const { kept, link } = keeping();
  const watch = {} as StreamWatch;
  const ends: (() => void)[] = [];
  const streaming = (text: string, part = true) => {
    const call = callOf({ key: text, watch });
    return link(call, async (one) => {
      if (part) one.part = () => responseOf(text);
      await new Promise<void>((resolve) => ends.push(resolve));
      one.part = null;
      return responseOf(`${text} whole`);
    });
  };
  const all = [streaming('a'), streaming('b'), streaming('c', false)];
  const bodies = async (): Promise<string[]> => {
    await new Promise(setImmediate);
    return kept.splice(0).map(({ response }) => response.body.toString());
  };
  t.mock.timers.tick(999);
  assert.deepEqual(await bodies(), []);
  t.mock.timers.tick(1);
  assert.deepEqual(await bodies(), ['a', 'b']);
  ends[0]!();
  await all[0];
  assert.deepEqual(await bodies(), ['a whole']);
  t.mock.timers.tick(2_000);
  assert.deepEqual(await bodies(), ['b', 'b']);
  ends[1]!();
  ends[2]!();
  await Promise.all(all);
  assert.deepEqual((await bodies()).sort(), ['b whole', 'c whole']);
  t.mock.timers.tick(5_000);
  assert.deepEqual(await bodies(), []);
  const { kept: none, link: unwatched } = keeping();
  await unwatched(callOf(), async (one) => {
    one.part = () => responseOf('part');
    t.mock.timers.tick(5_000);
    return responseOf(completion());
  });
  assert.equal(none.length, 1, 'a call that nobody watches is kept whole alone');
});

test('a reply that was cut at the limit of a budget is no answer', async () => {
  const next =
    (finish: string, tokens: number): Next<Reply> =>
    async () => ({
      reply: chatDialect.read(200, responseOf(completion(finish, tokens)).body),
      from: 'endpoint',
      usd: 1,
    });
  await assert.rejects(failCut('gpt-5')(callOf({ addedLimit: 40 }), next('length', 40)), {
    code: 'LB_ENDPOINT_REPLY',
    message: cutByBudget('gpt-5', 40).message,
  });
  assert.match(
    cutByBudget('gpt-5', 40).message,
    /^the reply was cut at 40 tokens, the max_completion_tokens that/,
  );
  assert.equal((await failCut('m')(callOf({ addedLimit: 40 }), next('stop', 40))).usd, 1);
  assert.equal((await failCut('m')(callOf(), next('length', 40))).usd, 1);
  const cut = responseOf(completion('length', 40));
  assert.equal(isCutBody(chatDialect, { addedLimit: 40 }, cut), true);
  assert.equal(isCutBody(chatDialect, { addedLimit: null }, cut), false);
  assert.equal(isCutBody(chatDialect, { addedLimit: 40 }, responseOf('{')), false);
});

test('what a response says of waiting and billing is noted, and its memory given back', async () => {
  const begun: number[] = [];
  const pauses = { begin: (ms: number) => void begun.push(ms), leftMs: () => 0 };
  let freed = 0;
  const free = (): void => {
    freed += 1;
  };
  const attempt = async (response: RawResponse) => {
    const call = callOf();
    const read = reading(chatDialect, pauses, async () => ({ ...response, free }));
    const outcome = await read(call).then(
      ({ reply, from, usd }) => [reply.content, from, usd],
      ({ code }: LateBenchError) => [code],
    );
    assert.equal(call.answered, true);
    return [...outcome, call.askedMs, call.billed];
  };
  const resets = (value: string) => ({
    'x-ratelimit-remaining-requests': '0',
    'x-ratelimit-reset-requests': value,
  });
  assert.deepEqual(await attempt(responseOf(completion())), ['4', 'endpoint', null, null, null]);
  assert.deepEqual(begun, []);
  await attempt(responseOf(completion(), 200, resets('2s')));
  await attempt(responseOf(completion(), 200, resets('5h')));
  assert.deepEqual(begun, [2_000, 15 * 60_000]);
  const error = { error: { message: 'no' } };
  const error429 = { error: { message: 'slow down', code: 429 } };
  const piece = { choices: [{ delta: { content: 'a' } }] };
  const events = (...all: object[]): string =>
    all.map((event) => `data: ${JSON.stringify(event)}\n\n`).join('');
  const usage = { prompt_tokens: 5, completion_tokens: 2 };
  const billed = { promptTokens: 5, completionTokens: 2 };
  for (const [response, expected] of [
    [responseOf(error, 400), ['LB_ENDPOINT_REQUEST', null, 'nothing']],
    [responseOf(error, 429, { 'retry-after': '3' }), ['LB_ENDPOINT_RATE', 3_000, 'nothing']],
    [responseOf(error, 500), ['LB_ENDPOINT_SERVER', null, null]],
    [responseOf({ ...error, usage }, 500), ['LB_ENDPOINT_SERVER', null, billed]],
    [responseOf('{"choices": ['), ['LB_ENDPOINT_REPLY', null, null]],
    // What came of a stream before its error may be billed.
    [responseOf(events(error429)), ['LB_ENDPOINT_RATE', null, 'nothing']],
    [responseOf(events(piece, error429)), ['LB_ENDPOINT_RATE', null, null]],
    [{ ...responseOf(error429), begun: true }, ['LB_ENDPOINT_RATE', null, null]],
    [{ ...responseOf(error429), begun: false }, ['LB_ENDPOINT_RATE', null, 'nothing']],
    [
      { ...responseOf(completion()), broken: 'bad gzip' },
      ['LB_ENDPOINT_REPLY', null, { ...billed, promptTokens: 7, completionTokens: 3 }],
    ],
  ] as const) {
    assert.deepEqual(await attempt(response), expected);
  }
  assert.equal(freed, 13);
  const unread = reading(
    {
      ...chatDialect,
      read: () => {
        throw new TypeError('ours');
      },
    },
    pauses,
    async () => responseOf('{}'),
  );
  const call = callOf();
  await assert.rejects(unread(call), TypeError);
  assert.deepEqual([call.askedMs, call.billed], [null, null]);
});
