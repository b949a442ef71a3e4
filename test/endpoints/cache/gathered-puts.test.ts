// Replies on their way into the cache: when a transaction begins, and what each is told.
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { GatheredPuts, type Given } from '../../../src/endpoints/cache/gathered-puts.ts';
import type { CacheStore } from '../../../src/endpoints/cache/tables.ts';

function put(byte: number, bytes = 1): Given {
  const held = { key: String(byte), bytes: Buffer.alloc(32, byte), slot: 0, sinceMs: 0 };
  return { held, reply: { model: 'm', status: 200, headers: {}, body: Buffer.alloc(bytes, byte) } };
}

/** A store that notes the keys of each transaction, on a clock of the test's. */
function noted(t: TestContext) {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const clock = { ms: 1_000_000 };
  t.mock.method(performance, 'now', () => clock.ms);
  const transactions: number[][] = [];
  const stored = new Set<number>();
  const failures: Error[] = [];
  const table = (note: (byte: number) => void) => ({
    doesExist: ([byte]: Buffer) => stored.has(byte!),
    putSync: ([byte]: Buffer) => note(byte!),
  });
  const tables = {
    entries: table((byte) => stored.add(byte)),
    bodies: table((byte) => transactions.at(-1)!.push(byte)),
  };
  const write = async (change: () => void): Promise<void> => {
    const failure = failures.shift();
    if (failure !== undefined) throw failure;
    transactions.push([]);
    change();
  };
  const freed: string[] = [];
  const puts = new GatheredPuts({ tables, write } as unknown as CacheStore, {
    now: () => ({ nowMs: 0, day: 0 }),
    free: async (held) => void freed.push(...held.map(({ key }) => key)),
  });
  const after = async (ms: number): Promise<void> => {
    clock.ms += ms;
    t.mock.timers.tick(ms);
    await nextTurn();
  };
  return { puts, transactions, failures, freed, after };
}

test('the first is put at once, and what comes within a quarter of a second of it together, in the order of keys', async (t) => {
  const { puts, transactions, freed, after } = noted(t);
  const first = puts.add(put(9));
  assert.deepEqual(freed, []);
  await after(1);
  await first;
  assert.deepEqual(freed, ['9'], 'its lease is given back');
  const later = [puts.add(put(7)), puts.add(put(3))];
  await after(200);
  later.push(puts.add(put(5)));
  await after(49);
  assert.deepEqual(transactions, [[9]]);
  await after(1);
  assert.deepEqual(transactions, [[9], [3, 5, 7]]);
  await Promise.all(later);
  await after(1_000);
  const last = puts.add(put(1));
  await after(1);
  assert.deepEqual(transactions.at(-1), [1], 'nothing was put for long');
  await last;
});

test('whoever waits for all has them put at once, and the first reply of a key stays', async (t) => {
  const { puts, transactions, after } = noted(t);
  const added = [puts.add(put(1))];
  await after(1);
  added.push(puts.add(put(2)), puts.add(put(1)));
  await puts.settled();
  assert.deepEqual(transactions, [[1], [2]]);
  assert.equal(added[1], added[2], 'what is put together has one promise');
  await Promise.all(added);
  await after(500);
  assert.equal(transactions.length, 2, 'no transaction for nothing');
  await puts.settled();
});

test('a transaction that fails is told to those in it alone, and their leases are given back', async (t) => {
  const { puts, failures, freed, transactions, after } = noted(t);
  failures.push(new Error('the disk is full'));
  const lost = [puts.add(put(1)), puts.add(put(2))];
  const told = lost.map((each) => assert.rejects(each, /the disk is full/));
  await after(1);
  await Promise.all(told);
  assert.deepEqual(freed, ['1', '2']);
  const next = puts.add(put(3));
  await after(250);
  await next;
  assert.deepEqual(transactions, [[3]]);
});

test('eight mebibytes of replies do not wait for more', async (t) => {
  const { puts, transactions, after } = noted(t);
  await Promise.all([puts.add(put(1)), after(1)]);
  const added = [puts.add(put(2, 8 << 20))];
  await after(1);
  assert.deepEqual(transactions, [[1]], 'no more than that');
  added.push(puts.add(put(3)));
  await Promise.all(added);
  assert.deepEqual(transactions, [[1], [2, 3]]);
  added.push(puts.add(put(4)));
  await after(249);
  assert.equal(transactions.length, 2, 'the timer of those that went at once is not that of the next');
  await after(1);
  assert.deepEqual(transactions.at(-1), [4]);
});
