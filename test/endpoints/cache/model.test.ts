// A cache against a model: several users of one folder put, look, lease, prune and are killed on passing days, in whatever
// order. The first reply of a key stays, one owner at a time may pay for a key, and what goes is what was not used for longest.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import fc from 'fast-check';
import { type Lease, openCache, type ReplyCache } from '../../../src/endpoints/cache/reply-cache.ts';
import { sha256Hex } from '../../../src/records/identity.ts';
import { fates, leaseFiles, meetFate } from '../../support/lease-files.ts';
import { temporaryFolder } from '../../support/temporary.ts';

const names = ['a', 'b', 'c', 'd', 'e'] as const;
const name = fc.constantFrom(...names);
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('put' as const), name, bytes: fc.nat(300) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constantFrom('get', 'peek'), name }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constantFrom('lease', 'release'), name }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('fate' as const), fate: fc.constantFrom(...fates) }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constantFrom('new day', 'reopen') }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('prune' as const),
      maxBytes: fc.option(fc.nat(1_000), { nil: undefined }),
      olderThanDays: fc.option(fc.nat(3), { nil: undefined }),
      dry: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('clear' as const) }) },
);

interface Entry {
  readonly body: Buffer;
  readonly bytes: number;
  readonly day: number;
  used: number;
}

interface User {
  readonly cache: ReplyCache;
  /** Of its leases. */
  readonly file: string;
  readonly leases: Map<string, Lease>;
}

const dayMs = 86_400_000;

/** Entries that go, one after the other: too old ones, then those used longest ago, in the order of their keys. */
function gone(
  entries: ReadonlyMap<string, Entry>,
  today: number,
  { maxBytes = Number.POSITIVE_INFINITY, olderThanDays = Number.POSITIVE_INFINITY },
): string[] {
  const rows = [...entries].sort(([a, { used: x }], [b, { used: y }]) => x - y || (a < b ? -1 : 1));
  const out = rows.filter(([, { used }]) => used < today - olderThanDays);
  const kept = rows.filter((row) => !out.includes(row));
  const size = (): number => kept.reduce((sum, [, { bytes }]) => sum + bytes, 0);
  while (size() > maxBytes) out.push(kept.shift()!);
  return out.map(([key]) => key);
}

test('whatever its users do and whoever of them is killed, a cache agrees with a model', async (t) => {
  const root = await temporaryFolder(t);
  let runs = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(fc.nat(1), step), { maxLength: 25, size: 'max' }), async (steps) => {
      runs += 1;
      const folder = join(root, String(runs));
      let day = 100;
      const options = { now: () => day * dayMs + 5 };
      /** Of those who have met their fate as well: they are never heard of again. */
      const opened: ReplyCache[] = [];
      const open = async (): Promise<User> => {
        const cache = await openCache(folder, options);
        opened.push(cache);
        const before = existsSync(join(folder, 'leases')) ? leaseFiles(folder) : [];
        const marker = await cache.tryClaim(sha256Hex('whose file is it?'));
        assert.ok(marker?.kind === 'lease');
        await marker.release();
        const [file] = leaseFiles(folder).filter((each) => !before.includes(each));
        return { cache, file: file!, leases: new Map() };
      };
      const users = [await open(), await open()];
      const entries = new Map<string, Entry>();
      /** Of holders that cannot be seen, and may be alive. */
      const heldUnseen = new Set<string>();
      for (const [user, one] of steps) {
        const { cache, file, leases } = users[user]!;
        const key = sha256Hex('name' in one ? one.name : '');
        const entry = entries.get(key);
        if (one.do === 'put') {
          const body = randomBytes(one.bytes);
          const before = (await cache.stats()).bytes;
          await cache.put(key, { model: one.name < 'c' ? 'x' : 'y', status: 200, headers: { a: 'b' }, body });
          const bytes = (await cache.stats()).bytes - before;
          if (entry === undefined) entries.set(key, { body, bytes, day, used: day });
          else assert.equal(bytes, 0, 'the first reply stays');
        } else if (one.do === 'get' || one.do === 'peek') {
          const found = await cache[one.do](key);
          assert.deepEqual(found?.body, entry?.body);
          assert.equal(found?.created, entry && entry.day * dayMs + 5);
          if (one.do === 'get' && entry !== undefined) entry.used = day;
        } else if (one.do === 'lease') {
          const taken = users.some((each) => each.leases.has(key)) || heldUnseen.has(key);
          const expected = entry !== undefined ? 'cached' : taken ? null : 'lease';
          const claimed = await cache.tryClaim(key);
          assert.equal(claimed?.kind ?? null, expected);
          if (claimed?.kind === 'lease') leases.set(key, claimed);
          // A reply that is given is used.
          if (entry !== undefined) entry.used = day;
        } else if (one.do === 'release') {
          await leases.get(key)?.release();
          leases.delete(key);
        } else if (one.do === 'fate') {
          meetFate(folder, file, one.fate);
          if (one.fate === 'unseen') for (const each of leases.keys()) heldUnseen.add(each);
          users[user] = await open();
        } else if (one.do === 'new day') day += 1;
        else if (one.do === 'reopen') {
          await cache.close();
          users[user] = await open();
        } else if (one.do === 'prune') {
          const out = gone(entries, day, one);
          const bytes = out.reduce((sum, each) => sum + entries.get(each)!.bytes, 0);
          assert.deepEqual(await cache.prune(one), { entries: out.length, bytes });
          if (!one.dry) for (const each of out) entries.delete(each);
        } else {
          await cache.clear();
          entries.clear();
        }
        const { file_bytes, ...stats } = await users[user]!.cache.stats();
        const shareOf = (model: string) => {
          const of = [...entries].filter(
            ([each]) => names.slice(0, 2).some((n) => sha256Hex(n) === each) === (model === 'x'),
          );
          const sum = (field: (entry: Entry) => number): number =>
            of.reduce((total, [, each]) => total + field(each), 0);
          return {
            model,
            entries: of.length,
            bytes: sum((e) => e.bytes),
            raw_bytes: sum((e) => e.body.length),
          };
        };
        const shares = ['x', 'y'].map(shareOf).filter((share) => share.entries > 0);
        const total = (field: 'entries' | 'bytes' | 'raw_bytes'): number =>
          shares.reduce((sum, share) => sum + share[field], 0);
        assert.deepEqual(stats, {
          entries: total('entries'),
          bytes: total('bytes'),
          raw_bytes: total('raw_bytes'),
          by_model: shares,
        });
        assert.ok(file_bytes > 0);
      }
      await Promise.all(opened.map((each) => each.close()));
    }),
    { numRuns: 20 },
  );
});

test('limits of pruning that are no numbers from 0 are refused by their names', async (t) => {
  const cache = await openCache(await temporaryFolder(t));
  t.after(() => cache.close());
  for (const value of [-1, Number.NaN]) {
    const told = (option: string) => ({
      code: 'LB_USAGE',
      message: `cache prune ${option} ${value}: give a number from 0`,
    });
    await assert.rejects(cache.prune({ maxBytes: value }), told('--max-bytes'));
    await assert.rejects(cache.prune({ olderThanDays: value }), told('--older-than-days'));
  }
});
