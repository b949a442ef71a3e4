// Journals of machines that share no disk, against a model: whatever is appended, sent, brought and interrupted, in whatever
// order, what was sent is there for all, what was brought is had, and nothing comes twice.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Journal } from '../../../src/storage/journal/journal.ts';
import { journalCopies, keysInStore } from '../../../src/storage/journal/journal-copies.ts';
import type { ObjectStore } from '../../../src/storage/object-store.ts';
import { isReply, keyOf, openBare, reply, scratch } from './support.ts';

interface Objects extends ObjectStore {
  readonly objects: Map<string, Buffer>;
  puts: number;
  gets: number;
  lists: number;
}

function objectsInMemory(): Objects {
  const objects = new Map<string, Buffer>();
  return {
    place: 'memory',
    objects,
    puts: 0,
    gets: 0,
    lists: 0,
    async put(name, bytes) {
      assert.deepEqual(objects.get(name) ?? bytes, bytes, 'a name has one writer');
      objects.set(name, Buffer.from(bytes));
      this.puts += 1;
    },
    async get(name) {
      this.gets += 1;
      return objects.get(name) ?? null;
    },
    async list(prefix) {
      this.lists += 1;
      return [...objects.keys()].filter((name) => name.startsWith(prefix));
    },
    remove: async (name) => void objects.delete(name),
  };
}

const prefix = 'journal/critic/';

/** Of each key, which replies are in the journal, oldest first. */
async function attemptsIn(journal: Journal, key: string): Promise<number[]> {
  const entries = await journal.entries(keyOf(key));
  assert.ok(entries.every(isReply));
  return entries.map(({ attempt }) => attempt);
}

const steps = fc.array(
  fc.record({
    // `killed`: after the reply was appended, before it was sent.
    do: fc.constantFrom('keep', 'killed', 'send', 'bring', 'bring', 'restart', 'damage'),
    machine: fc.nat(2),
    key: fc.constantFrom('a', 'b'),
  }),
  { maxLength: 24 },
);

test('machines have what was sent, each reply once, wherever one is killed', async (t) => {
  const folder = await scratch(t);
  let runs = 0;
  await fc.assert(
    fc.asyncProperty(steps, async (all) => {
      runs += 1;
      const store = objectsInMemory();
      const open = async (number: number) => {
        const journal = await openBare(join(folder, `${runs}-${number}`));
        return { journal, copies: journalCopies(journal, store, prefix, { looksMs: [] }) };
      };
      const machines = await Promise.all([0, 1, 2].map(open));
      const had = machines.map(() => ({ a: new Set<number>(), b: new Set<number>() }));
      const sent = { a: new Set<number>(), b: new Set<number>() };
      let attempt = 0;
      for (const { do: what, machine: number, key } of all) {
        const { journal, copies } = machines[number]!;
        const own = had[number]![key as 'a'];
        const shared = sent[key as 'a'];
        if (what === 'restart' || what === 'killed') {
          if (what === 'killed') {
            attempt += 1;
            await journal.append(reply(key, 60, attempt));
            own.add(attempt);
          }
          await journal.close();
          machines[number] = await open(number);
        }
        if (what === 'keep') {
          attempt += 1;
          await journal.append(reply(key, 60, attempt));
          own.add(attempt);
        }
        if (what === 'keep' || what === 'send') {
          await copies.send(keyOf(key));
          // What others have sent may have been brought on the way.
          for (const one of await attemptsIn(journal, key)) if (shared.has(one)) own.add(one);
          for (const one of own) shared.add(one);
          const { puts } = store;
          await copies.send(keyOf(key));
          assert.equal(store.puts, puts, 'what is there is not sent again');
        }
        if (what === 'bring') {
          await copies.bring(keyOf(key));
          for (const one of shared) own.add(one);
          const { appends } = journal.counters;
          await copies.bring(keyOf(key));
          assert.equal(journal.counters.appends, appends, 'what is had is not brought again');
        }
        if (what === 'damage') {
          await store.put(`${prefix}${keyOf(key)}/broken-${attempt}`, Buffer.from('broken'));
        }
        assert.deepEqual(
          await attemptsIn(machines[number]!.journal, key),
          [...own].sort((a, b) => a - b),
        );
      }
      assert.ok(store.puts <= attempt + all.length, `${store.puts} puts of ${attempt} replies`);
      const { journal, copies } = await open(3);
      for (const key of ['a', 'b'] as const) {
        await copies.bring(keyOf(key));
        assert.deepEqual(
          await attemptsIn(journal, key),
          [...sent[key]].sort((a, b) => a - b),
        );
      }
      const keys = [...store.objects.keys()].map((name) => name.slice(prefix.length, prefix.length + 64));
      assert.deepEqual(await keysInStore(store, prefix), new Set(keys));
      await Promise.all([journal, ...machines.map((each) => each.journal)].map((each) => each.close()));
    }),
    { numRuns: 40 },
  );
});

test('an object is read once by each machine that lacks it, and by each later process of the one that sent it', async (t) => {
  const folder = await scratch(t);
  const store = objectsInMemory();
  const [one, other] = [await openBare(join(folder, 'one')), await openBare(join(folder, 'other'))];
  await one.append(reply('a'));
  const sender = journalCopies(one, store, prefix);
  for (let round = 0; round < 3; round += 1) {
    await sender.send(keyOf('a'));
    await sender.bring(keyOf('a'));
  }
  assert.equal(store.gets, 0);
  const again = journalCopies(one, store, prefix);
  for (let round = 0; round < 3; round += 1) await again.bring(keyOf('a'));
  assert.equal(store.gets, 1);
  const copies = journalCopies(other, store, prefix);
  for (let round = 0; round < 3; round += 1) await copies.bring(keyOf('a'));
  assert.equal(store.gets, 2);
  assert.deepEqual(await attemptsIn(other, 'a'), [1]);
  // A store may list what it no longer has; and two machines may have sent one reply.
  const [[name, bytes]] = [...store.objects] as [[string, Buffer]];
  store.objects.set(`${name}-again`, bytes);
  const listed = [...store.objects.keys(), `${name}-gone`];
  const { appends } = other.counters;
  await journalCopies(other, { ...store, list: async () => listed }, prefix, { looksMs: [] }).bring(
    keyOf('a'),
  );
  assert.equal(other.counters.appends, appends);
  await Promise.all([one.close(), other.close()]);
});

test('what a store has of a key is asked once by each process that sends, and not for keys that it lacks', async (t) => {
  const journal = await openBare(await scratch(t));
  const store = objectsInMemory();
  const copies = journalCopies(journal, store, prefix);
  await copies.send(keyOf('a'));
  assert.equal(store.lists, 0);
  for (const attempt of [1, 2, 3]) {
    await journal.append(reply('a', 60, attempt));
    await copies.send(keyOf('a'));
  }
  assert.deepEqual([store.lists, store.puts], [1, 3]);
  await copies.bring(keyOf('b'));
  await journal.append(reply('b'));
  await copies.send(keyOf('b'));
  assert.deepEqual([store.lists, store.puts], [2, 4]);
  await journalCopies(journal, store, prefix).send(keyOf('a'));
  assert.deepEqual([store.lists, store.puts], [3, 4], 'another process sends nothing again');
  await journal.close();
});

test('what a store has lost is sent again when it is asked for later, and nothing else is', async (t) => {
  const folder = await scratch(t);
  const store = objectsInMemory();
  const [one, two] = [await openBare(join(folder, 'one')), await openBare(join(folder, 'two'))];
  t.after(() => Promise.all([one.close(), two.close()]));
  const copies = (recentMs: number) =>
    [one, two].map((own) => journalCopies(own, store, prefix, { recentMs }));
  const [a, b] = [keyOf('a'), keyOf('b')];
  await one.append(reply('a', 60, 1));
  await one.append(reply('b', 60, 2));
  const [patient] = copies(600_000);
  const [sending, other] = copies(0);
  for (const each of [patient!, sending!]) for (const key of [a, b]) await each.send(key);
  await other!.bring(a);
  assert.equal(store.puts, 2);
  for (const name of [...store.objects.keys()]) if (name.includes(b)) store.objects.delete(name);
  const { lists } = store;
  for (const key of [a, b]) await patient!.send(key);
  assert.deepEqual([store.puts, store.lists], [2, lists], 'it was listed a moment ago');
  for (const key of [a, b]) await sending!.send(key);
  assert.equal(store.puts, 3);
  assert.deepEqual([...(await keysInStore(store, prefix))].sort(), [a, b].sort());
  store.objects.clear();
  await other!.send(a);
  assert.deepEqual([...(await keysInStore(store, prefix))], [a], 'also by who has taken it from there');
  await other!.send(a);
  assert.equal(store.puts, 4);
});

test('what a killed process has sent in part is sent again by the next one, before it is believed to be there', async (t) => {
  const folder = await scratch(t);
  const [one, other] = [await openBare(join(folder, 'one')), await openBare(join(folder, 'other'))];
  t.after(() => Promise.all([one.close(), other.close()]));
  const key = keyOf('a');
  await one.append(reply('a'));
  const store = objectsInMemory();
  await journalCopies(one, store, prefix).send(key);
  const [[name, whole]] = [...store.objects] as [[string, Buffer]];
  for (const torn of [Buffer.alloc(0), whole.subarray(0, -1), Buffer.concat([whole, whole])]) {
    store.objects.set(name, torn);
    const storing = { ...store, put: async (at: string, bytes: Buffer) => void store.objects.set(at, bytes) };
    await journalCopies(one, storing, prefix).send(key);
    assert.deepEqual(store.objects.get(name), whole);
  }
  await journalCopies(other, store, prefix, { looksMs: [] }).bring(key);
  assert.deepEqual(await attemptsIn(other, 'a'), [1]);
});

test('an object that is damaged on the way, late, or of another call is asked for again', async (t) => {
  const folder = await scratch(t);
  const store = objectsInMemory();
  const one = await openBare(join(folder, 'one'));
  t.after(() => one.close());
  for (const key of ['a', 'b']) {
    await one.append(reply(key));
    await journalCopies(one, store, prefix).send(keyOf(key));
  }
  const named = (key: string) => [...store.objects.keys()].find((name) => name.includes(keyOf(key)))!;
  const right = store.objects.get(named('a'))!;
  const wrong: readonly (Buffer | null)[] = [
    null,
    right.subarray(0, right.length / 2),
    Buffer.from('<html>'),
    store.objects.get(named('b'))!,
  ];
  for (const [at, bytes] of wrong.entries()) {
    const journal = await openBare(join(folder, `other-${at}`));
    t.after(() => journal.close());
    const answers = [bytes, right];
    const lying = { ...store, get: async () => answers.shift() ?? null };
    await journalCopies(journal, lying, prefix, { looksMs: [1] }).bring(keyOf('a'));
    assert.deepEqual(await attemptsIn(journal, 'a'), [1]);
    assert.deepEqual(await attemptsIn(journal, 'b'), []);
    // Not at all in this look: it is asked for in the next one.
    const late = await openBare(join(folder, `late-${at}`));
    t.after(() => late.close());
    const later = [bytes, right];
    const copies = journalCopies(late, { ...store, get: async () => later.shift() ?? null }, prefix, {
      looksMs: [],
    });
    await copies.bring(keyOf('a'));
    assert.deepEqual(await attemptsIn(late, 'a'), []);
    await copies.bring(keyOf('a'));
    assert.deepEqual(await attemptsIn(late, 'a'), [1]);
  }
});

test('objects that stay damaged or away are named, once and not without end', async (t) => {
  const folder = await scratch(t);
  const store = objectsInMemory();
  const [one, other] = [await openBare(join(folder, 'one')), await openBare(join(folder, 'other'))];
  t.after(() => Promise.all([one.close(), other.close()]));
  const keys = ['a', 'b', 'c', 'd', 'e'] as const;
  for (const key of keys) {
    await one.append(reply(key));
    await journalCopies(one, store, prefix).send(keyOf(key));
  }
  const said: string[] = [];
  const lying = {
    ...store,
    get: async (name: string) => (name.includes(keyOf('a')) ? null : Buffer.from('<html>')),
  };
  const copies = journalCopies(other, lying, prefix, { looksMs: [], say: (line) => said.push(line) });
  for (const key of [...keys, ...keys]) await copies.bring(keyOf(key));
  const named = (key: string) => [...store.objects.keys()].find((name) => name.includes(keyOf(key)))!;
  assert.deepEqual(said, [
    `memory: the object whose name ends in ${named('a')} is listed, and not there: its reply counts as missing`,
    `memory: the object whose name ends in ${named('b')} is not as it was written (6 bytes): its reply counts as missing`,
    `memory: the object whose name ends in ${named('c')} is not as it was written (6 bytes): its reply counts as missing`,
    'memory: more objects cannot be read; only the first 3 are named',
  ]);
});
