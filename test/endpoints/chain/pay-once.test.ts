// A reply is paid for once: several processes make the same calls over one store of replies, servers fail, and calls are
// made again, in whatever order. And what is found stored is used as it is said to be.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type Call, chain, type Next, newCall, type Reply } from '../../../src/endpoints/chain/chain.ts';
import { journal } from '../../../src/endpoints/chain/journal.ts';
import { createPauses } from '../../../src/endpoints/chain/pauses.ts';
import {
  findStored,
  lookUp,
  payOnce,
  type Storing,
  withoutCalls,
} from '../../../src/endpoints/chain/stored-replies.ts';
import { reading } from '../../../src/endpoints/chain/wire.ts';
import { chatDialect } from '../../../src/endpoints/dialects/openai.ts';
import type { KeptReply, ReplyStore, StoredReply } from '../../../src/endpoints/stores.ts';
import { storedStream } from '../../../src/endpoints/stream/stored-stream.ts';
import { LateBenchError } from '../../../src/errors.ts';

const { signal } = new AbortController();
const request = { messages: [{ role: 'user', content: 'How much is 2 + 2?' }] } as const;

function callOf(key: string): Call {
  return newCall({ key, request, sample: 3, signal });
}

function bodyOf(content: string, model = 'm'): Buffer {
  const usage = { prompt_tokens: 7, completion_tokens: 3 };
  return Buffer.from(
    JSON.stringify({ model, choices: [{ message: { content }, finish_reason: 'stop' }], usage }),
  );
}

/** One store of replies for all processes, which has one right to pay for each key. */
function sharedReplies(pause: () => Promise<unknown>) {
  const kept = new Map<string, KeptReply[]>();
  const shared: string[] = [];
  const rights = new Map<string, Promise<void>>();
  let held = 0;
  const store: ReplyStore = {
    async *lookUp(key) {
      await pause();
      for (const { response } of (kept.get(key) ?? []).toReversed()) {
        yield { from: 'journal', status: response.status, body: response.body };
      }
    },
    refresh: async () => {},
    async keep(reply) {
      await pause();
      kept.set(reply.key, [...(kept.get(reply.key) ?? []), reply]);
    },
    withdraw: async () => {},
    canKeep: true,
    async claim(key) {
      while (rights.has(key)) await rights.get(key);
      held += 1;
      let free = (): void => {};
      rights.set(key, new Promise((resolve) => (free = resolve)));
      return {
        share: async () => void shared.push(key),
        async release() {
          held -= 1;
          rights.delete(key);
          free();
        },
      };
    },
    settled: async () => {},
  };
  return { store, kept, shared, held: () => held };
}

const storingOf = (replyStore: ReplyStore): Storing => ({
  replyStore,
  dialect: chatDialect,
  name: 'server',
  model: 'm',
});

test('however calls of several processes meet, each key is paid for once, and its reply is kept before it is used', async () => {
  const calls = fc.array(fc.constantFrom('a', 'b', 'c'), { minLength: 1, maxLength: 12 });
  await fc.assert(
    fc.asyncProperty(
      fc.scheduler(),
      calls,
      fc.array(fc.boolean(), { maxLength: 8 }),
      async (s, keys, fails) => {
        const { store, kept, shared, held } = sharedReplies(() => s.schedule(Promise.resolve()));
        const storing = storingOf(store);
        const paid: string[] = [];
        let sent = 0;
        const server: Next<never> = async ({ key }) => {
          await s.schedule(Promise.resolve());
          sent += 1;
          if (fails[sent - 1] === true) throw new LateBenchError('LB_ENDPOINT_SERVER', 'busy');
          paid.push(key);
          return { status: 200, headers: {}, body: bodyOf(`${key} ${sent}`) } as never;
        };
        const attempt = reading(
          chatDialect,
          createPauses(undefined),
          chain([journal(store, storing)], server),
        );
        const through = chain<Reply>([lookUp(storing), payOnce(storing)], attempt);
        const all = keys.map(async (key) => {
          const { reply, from } = await s.schedule(Promise.resolve()).then(() => through(callOf(key)));
          const [first] = kept.get(key) ?? [];
          assert.equal(
            first?.response.body.toString(),
            bodyOf(reply.content).toString(),
            'the one that is kept',
          );
          return from;
        });
        const outcomes = s.waitFor(Promise.allSettled(all));
        const froms = (await outcomes).map((each) =>
          each.status === 'fulfilled' ? each.value : each.reason.code,
        );
        assert.equal(new Set(paid).size, paid.length, 'nothing is paid twice');
        assert.deepEqual(shared.toSorted(), paid.toSorted());
        assert.equal(froms.filter((from) => from === 'endpoint').length, paid.length);
        const failed = fails.slice(0, sent).filter(Boolean).length;
        assert.equal(froms.filter((from) => from === 'LB_ENDPOINT_SERVER').length, failed);
        assert.equal(froms.filter((from) => from === 'journal').length, keys.length - paid.length - failed);
        assert.equal(held(), 0, 'who failed keeps nobody from paying');
      },
    ),
    { numRuns: 100 },
  );
});

/** A store that has these replies, and notes what is done with it. */
function storeWith(stored: readonly StoredReply[], claimed?: StoredReply) {
  const kept: KeptReply[] = [];
  const seen: string[] = [];
  const store: ReplyStore = {
    async *lookUp() {
      yield* stored;
    },
    refresh: async (key) => void seen.push(`refreshed ${key}`),
    keep: async (reply) => void kept.push(reply),
    withdraw: async () => {},
    canKeep: true,
    claim: async () =>
      claimed ?? {
        share: async () => void seen.push('shared'),
        release: async () => void seen.push('released'),
      },
    settled: async () => {},
  };
  return { storing: storingOf(store), kept, seen };
}

const good = { from: 'journal', status: 200, body: bodyOf('4') } as const;
const broken = { from: 'journal', status: 200, body: Buffer.from('{"choices": [') } as const;
const refusal = { from: 'journal', status: 400, body: Buffer.from('{"error":{"message":"no"}}') } as const;
const notPaid: Next<Reply> = async () => assert.fail('paid');

test('what is stored and is no reply is passed over, and said', async () => {
  const other = { ...good, body: bodyOf('5', 'another-model') };
  const { storing, kept } = storeWith([broken, refusal, other, good]);
  const errors: string[] = [];
  const found = await findStored(storing, callOf('k'), ({ code }) => errors.push(code));
  assert.deepEqual([found?.reply.content, found?.from, found?.usd], ['4', 'journal', 0]);
  assert.deepEqual(errors, ['LB_ENDPOINT_REPLY', 'LB_ENDPOINT_REQUEST', 'LB_ENDPOINT_STOPPED']);
  assert.deepEqual(kept, [], 'the journal has it');
  assert.equal(await findStored(storeWith([broken]).storing, callOf('k')), null);
  const mistake = new TypeError('a mistake of ours');
  const dialect = {
    ...chatDialect,
    read: () => {
      throw mistake;
    },
  };
  await assert.rejects(findStored({ ...storing, dialect }, callOf('k')), mistake);
});

test('a reply from the cache is kept with the run as what it was, and teaches how long prompts are', async () => {
  const learned: unknown[] = [];
  const { storing, kept } = storeWith([{ ...good, from: 'cache' }]);
  const watch = { note: () => undefined, learn: (...facts: unknown[]) => void learned.push(facts) };
  const found = await lookUp({ ...storing, watch })(callOf('k'), notPaid);
  assert.deepEqual([found.from, found.usd], ['cache', 0]);
  const [{ startedAt, ...facts } = assert.fail()] = kept;
  assert.ok(startedAt instanceof Date);
  const response = { status: 200, headers: {}, body: good.body };
  assert.deepEqual(facts, { key: 'k', sample: 3, attempt: 0, endpoint: 'server', model: 'm', response });
  assert.deepEqual(learned, [['k', request.messages, 7]]);
});

test('what a dead process had reserved for a stored reply is settled by it', async () => {
  const settled: unknown[] = [];
  const { storing } = storeWith([{ ...good, reservation: 'r1' }]);
  const reconcile = async (model: string, id: string, { promptTokens }: { promptTokens: number }) =>
    void settled.push([model, id, promptTokens]);
  await findStored({ ...storing, reconcile }, callOf('k'));
  await findStored({ ...storeWith([good]).storing, reconcile }, callOf('k'));
  assert.deepEqual(settled, [['m', 'r1', 7]]);
  assert.equal((await findStored(storing, callOf('k')))?.from, 'journal', 'nobody to settle it');
});

test('a reply that another process has paid for meanwhile is used, also where it comes with the claim', async () => {
  const late = storeWith([good]);
  assert.equal((await payOnce(late.storing)(callOf('k'), notPaid)).from, 'journal');
  assert.deepEqual(late.seen, ['released']);
  const given = storeWith([], { ...good, from: 'cache' });
  assert.equal((await payOnce(given.storing)(callOf('k'), notPaid)).from, 'cache');
  assert.equal(given.kept.length, 1);
});

test('part of a stream is used where it was paid for, and not given to others', async () => {
  const paying = async (streamed: { whole: boolean } | undefined): Promise<string[]> => {
    const { storing, seen } = storeWith([]);
    const reply = { ...chatDialect.read(200, good.body), ...(streamed && { streamed }) } as Reply['reply'];
    await payOnce(storing)(callOf('k'), async () => ({ reply, from: 'endpoint', usd: 1 }));
    return seen;
  };
  assert.deepEqual(await paying(undefined), ['shared', 'released']);
  assert.deepEqual(await paying({ whole: true }), ['shared', 'released']);
  assert.deepEqual(await paying({ whole: false }), ['released']);
});

test('the parts of a stream are a reply where all of it had come; else they are passed over', async () => {
  const part = (number: number, text: string, finishReason: string | null): StoredReply => ({
    from: 'journal',
    status: 200,
    body: storedStream({
      ...{ ended: 'open', reason: null, model: 'm', fingerprint: null, usage: null, reasoning: null },
      ...{ text, finishReason, refusal: null, logprobs: null, part: number },
    }),
  });
  const watched = { ...callOf('k'), watch: { wants: () => true } as unknown as Call['watch'] };
  const whole = storeWith([part(1, ' is 4', 'stop'), part(0, 'It', null)]);
  const found = await findStored(whole.storing, watched);
  assert.equal(found?.reply.content, 'It is 4');
  assert.equal(whole.kept.length, 1, 'kept as if it had come now');
  const cut = storeWith([part(0, 'It', null)]);
  assert.equal(await findStored(cut.storing, watched), null);
  assert.deepEqual(cut.kept, []);
  const mistake = new TypeError('a mistake of ours');
  const dialect = { ...chatDialect, read: () => assert.fail(mistake) };
  await assert.rejects(findStored({ ...cut.storing, dialect }, watched), mistake);
});

test('offline, what is stored is given after a fresh look, and anything else is an error', async () => {
  const { storing, seen } = storeWith([good]);
  assert.equal((await withoutCalls(storing)(callOf('k'), notPaid)).reply.content, '4');
  assert.deepEqual(seen, ['refreshed k']);
  const refused = {
    code: 'LB_OFFLINE',
    message: /neither the journal nor the cache has, and --offline forbids it/,
  };
  await assert.rejects(withoutCalls(storeWith([broken]).storing)(callOf('k'), notPaid), refused);
  await assert.rejects(withoutCalls(undefined)(callOf('k'), notPaid), refused);
});
