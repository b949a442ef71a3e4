// The right to pay for a key: one user at a time has it, and none waits for the dead.
import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import fc from 'fast-check';
import { OtherLeaseFile, OwnLeaseFile } from '../../../src/endpoints/cache/lease-file.ts';
import { type Held, Leases } from '../../../src/endpoints/cache/leases.ts';
import { sha256Hex } from '../../../src/records/identity.ts';
import { type Fate, headOf, leaseFiles, meetFate } from '../../support/lease-files.ts';
import { openFilesIn } from '../../support/open-files.ts';
import { temporaryFolder } from '../../support/temporary.ts';

const key = sha256Hex('a key');
const timing = { leaseMs: 60_000, maxHoldMs: 2 * 3_600_000 };

async function users(t: TestContext, count: number, given = timing) {
  const cache = await temporaryFolder(t);
  const opened: Leases[] = [];
  for (let n = 0; n < count; n += 1) opened.push(await Leases.open(join(cache, 'leases'), given));
  t.after(() => {
    for (const one of opened) one.close();
  });
  return { cache, opened };
}

test('of several users one has a key, until it gives it back or is closed', async (t) => {
  const { cache, opened } = await users(t, 2);
  const [one, other] = opened;
  const held = one!.take([key])[0]!;
  assert.deepEqual([one!.take([key])[0], other!.take([key])[0]], [null, null]);
  other!.free([held]);
  assert.equal(other!.take([key])[0], null, 'only who has it gives it back');
  one!.free([held]);
  one!.free([held]);
  const next = other!.take([key])[0]!;
  assert.deepEqual([next.key, next.slot], [key, 0]);
  const third = await Leases.open(join(cache, 'leases'), timing);
  const left = third.take([sha256Hex('left behind')])[0]!;
  third.close();
  third.close();
  third.free([left]);
  assert.throws(() => third.take([key])[0], { code: 'LB_INTERNAL', message: /leases were closed/ });
  assert.notEqual(one!.take([left.key])[0], null);
  assert.equal(leaseFiles(cache).length, 2);
});

test('whoever finds that a key is another’s leaves no trace', async (t) => {
  const { opened } = await users(t, 3);
  const held = opened[0]!.take([key])[0]!;
  assert.equal(opened[1]!.take([key])[0], null);
  const set = t.mock.method(OwnLeaseFile.prototype, 'set');
  assert.equal(opened[1]!.take([key])[0], null);
  assert.equal(set.mock.callCount(), 0, 'not even for a moment, once the other is known');
  opened[0]!.free([held]);
  assert.notEqual(opened[2]!.take([key])[0], null);
});

test('a user that comes while a key is being taken is seen: both give way, or one of them has it', async (t) => {
  const { cache, opened } = await users(t, 1);
  const [one] = opened;
  const late: { leases?: Leases; took?: boolean } = {};
  const flush = OwnLeaseFile.prototype.flush;
  const other = await Leases.open(join(cache, 'leases'), timing);
  t.after(() => other.close());
  const mock = t.mock.method(OwnLeaseFile.prototype, 'flush', function (this: OwnLeaseFile) {
    flush.call(this);
    mock.mock.restore();
    // Between the one's mark and its look at the others.
    late.took = other.take([key])[0] !== null;
  });
  assert.notEqual(one!.take([key])[0], null, 'the other had given way');
  assert.equal(late.took, false);
});

for (const [fate, isFree] of [
  ['gone', true],
  ['unseen', false],
  ['unseen and late', true],
  ['lives and is late', true],
  ['before a reboot', true],
] as const satisfies readonly (readonly [Fate, boolean])[]) {
  test(`the lease of a holder that is ${fate} is ${isFree ? 'free' : 'kept'}`, async (t) => {
    const { cache, opened } = await users(t, 1);
    assert.notEqual(opened[0]!.take([key])[0], null);
    const [name] = leaseFiles(cache);
    if (headOf(cache, name!).process.started === null) {
      t.skip('this system does not say when a process began');
      return;
    }
    meetFate(cache, name!, fate);
    const other = await Leases.open(join(cache, 'leases'), timing);
    t.after(() => other.close());
    assert.equal(other.take([key])[0] !== null, isFree);
    assert.equal(leaseFiles(cache).length, fate === 'gone' ? 1 : 2, 'what the dead leave is removed');
  });
}

test('a lease lasts a minute and is renewed every third of it, for two hours', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] });
  const begun = Math.round(performance.now());
  const now = t.mock.method(performance, 'now', () => begun);
  const { cache, opened } = await users(t, 1);
  const [one] = opened;
  const [name] = leaseFiles(cache);
  const held = one!.take([key])[0]!;
  assert.equal(headOf(cache, name!).ms, 60_000);
  const clock = t.mock.method(process.hrtime, 'bigint');
  const isRenewedAfter = (minutes: number): boolean => {
    clock.mock.mockImplementation(() => BigInt(minutes) * 60_000_000_000n);
    now.mock.mockImplementation(() => begun + minutes * 60_000);
    t.mock.timers.tick(20_000);
    return headOf(cache, name!).at === minutes * 60_000;
  };
  assert.deepEqual([isRenewedAfter(1), isRenewedAfter(120), isRenewedAfter(121)], [true, true, false]);
  const again = one!.take([key])[0]!;
  assert.notEqual(again, null, 'it was given up, and may be taken again');
  one!.free([held]);
  assert.equal(one!.take([key])[0], null, 'whoever gave it up does not give it back');
  assert.equal(headOf(cache, name!).at, 121 * 60_000, 'and lasts from now');
});

test('leases that are taken now and then, and none is held when it is time to renew, last as long as others', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] });
  const begun = performance.now();
  const now = t.mock.method(performance, 'now', () => begun);
  const clock = t.mock.method(process.hrtime, 'bigint', () => 0n);
  const { opened } = await users(t, 2);
  const [one, other] = opened;
  for (let seconds = 5; seconds < 300; seconds += 10) {
    clock.mock.mockImplementation(() => BigInt(seconds) * 1_000_000_000n);
    now.mock.mockImplementation(() => begun + seconds * 1_000);
    const held = one!.take([key])[0]!;
    assert.equal(other!.take([key])[0], null, `after ${seconds} s`);
    one!.free([held]);
    if (seconds % 20 === 5) t.mock.timers.tick(20_000);
  }
});

test('a file that cannot be given its name is no lease, and leaves nothing behind', async (t) => {
  const { cache, opened } = await users(t, 1);
  const folder = join(cache, 'leases');
  const [own] = leaseFiles(cache);
  mkdirSync(join(folder, `${process.pid}-blocked.lease`));
  const files = openFilesIn(folder).length;
  assert.throws(() => new OwnLeaseFile(folder, 'blocked', 1_000), { code: 'EISDIR' });
  assert.equal(openFilesIn(folder).length, files);
  assert.deepEqual(
    readdirSync(folder).filter((name) => name.startsWith('.')),
    [],
  );
  const [held] = opened[0]!.take([key]);
  writeFileSync(join(folder, '.hidden.lease'), readFileSync(join(folder, own!)));
  opened[0]!.free([held!]);
  assert.notEqual(opened[0]!.take([key])[0], null, 'nor is one that is not named yet');
});

test('the file of a user that is gone is not kept open, nor are those of others by who closes', async (t) => {
  const { cache, opened } = await users(t, 1);
  const folder = join(cache, 'leases');
  const [one] = opened;
  const other = await Leases.open(folder, timing);
  assert.notEqual(one!.take([key])[0], null);
  assert.equal(other.take([key])[0], null);
  assert.equal(
    openFilesIn(folder).length,
    process.platform === 'linux' ? 4 : 0,
    'each has its own and the other’s',
  );
  other.close();
  // Its file is gone from the folder: it is let go with the next look.
  assert.notEqual(one!.take([sha256Hex('another key')])[0], null);
  assert.deepEqual(
    openFilesIn(folder),
    leaseFiles(cache)
      .slice(0, process.platform === 'linux' ? 1 : 0)
      .map((name) => join(folder, name)),
  );
});

test('a renewal that fails ends nothing, and a file that cannot be opened is no free key', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] });
  const { cache, opened } = await users(t, 1);
  assert.notEqual(opened[0]!.take([key])[0], null);
  const renew = t.mock.method(OwnLeaseFile.prototype, 'renew', () => {
    throw Object.assign(new Error('input/output error'), { code: 'EIO' });
  });
  t.mock.timers.tick(20_000);
  assert.equal(renew.mock.callCount(), 1);
  renew.mock.restore();
  const other = await Leases.open(join(cache, 'leases'), timing);
  t.after(() => other.close());
  const open = t.mock.method(OtherLeaseFile, 'open', () => {
    throw Object.assign(new Error('too many open files'), { code: 'EMFILE' });
  });
  assert.throws(() => other.take([key])[0], { code: 'EMFILE' });
  open.mock.restore();
  assert.equal(other.take([key])[0], null, 'it is looked for again');
  const third = await Leases.open(join(cache, 'leases'), timing);
  opened[0]!.close();
  assert.notEqual(third.take([key])[0], null, 'what failed left no wish behind');
  third.close();
});

test('of keys that are taken together each is taken or not, and only once', async (t) => {
  const { opened } = await users(t, 2);
  const [one, other] = opened;
  const [a, b, c] = ['a', 'b', 'c'].map(sha256Hex) as [string, string, string];
  const [held] = other!.take([b]);
  const taken = one!.take([a, b, c, a]);
  assert.deepEqual(
    taken.map((each) => each?.key),
    [a, undefined, c, undefined],
  );
  assert.deepEqual(other!.take([a, c]), [null, null]);
  one!.free(taken.filter((each) => each !== null));
  assert.deepEqual(
    other!.take([a, b, c]).map((each) => each?.key),
    [a, undefined, c],
  );
  other!.free([held!]);
  assert.equal(one!.take([b])[0]?.key, b);
});

test('where what is taken cannot be written, none of it is held', async (t) => {
  const { opened } = await users(t, 2);
  const flush = t.mock.method(OwnLeaseFile.prototype, 'flush', () => {
    throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
  });
  assert.throws(() => opened[0]!.take([key]), { code: 'ENOSPC' });
  flush.mock.restore();
  assert.notEqual(opened[1]!.take([key])[0], null);
  assert.equal(opened[0]!.take([key])[0], null);
});

test('files that are none of a user’s, and a folder that somebody deletes, keep nobody from a key', async (t) => {
  const { cache, opened } = await users(t, 1);
  writeFileSync(join(cache, 'leases', 'odd.lease'), 'what is this?');
  mkdirSync(join(cache, 'leases', 'folder.lease'));
  symlinkSync('nowhere', join(cache, 'leases', 'gone.lease'));
  const [held] = opened[0]!.take([key]);
  assert.notEqual(held, null);
  const [own] = leaseFiles(cache).filter((name) => name.startsWith(`${process.pid}-`));
  writeFileSync(join(cache, 'leases', 'copy.txt'), readFileSync(join(cache, 'leases', own!)));
  opened[0]!.free([held!]);
  assert.notEqual(opened[0]!.take([key])[0], null);
  const away = await users(t, 1);
  rmSync(join(away.cache, 'leases'), { recursive: true });
  assert.notEqual(away.opened[0]!.take([key])[0], null);
});

test('a file of leases that the system does not open keeps everybody from its keys', async (t) => {
  const { cache, opened } = await users(t, 1);
  symlinkSync('round.lease', join(cache, 'leases', 'round.lease'));
  assert.throws(() => opened[0]!.take([key]), { code: 'ELOOP' });
});

test('more keys than there is room for at first are held, and a key across two slots is nobody’s', async (t) => {
  const folder = await temporaryFolder(t);
  const own = new OwnLeaseFile(folder, 'a', 1_000);
  t.after(() => own.close());
  const keys = Array.from({ length: 3_000 }, (_, n) => Buffer.from(sha256Hex(`${n}`), 'hex'));
  for (const bytes of keys) own.set(bytes);
  own.flush();
  const seen = OtherLeaseFile.open(folder, own.name)!;
  t.after(() => seen.close());
  const holderOf = seen.look();
  assert.ok(keys.every((bytes) => holderOf(bytes) !== null));
  const across = Buffer.concat([keys[0]!.subarray(16), keys[1]!.subarray(0, 16)]);
  assert.equal(seen.look()(across), null);
});

test('whatever three users take and give back, a model says who has what', async (t) => {
  const { opened } = await users(t, 3);
  const step = fc.record({ user: fc.nat(2), key: fc.nat(3), take: fc.boolean() });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const holders = new Map<number, { user: number; held: Held }>();
      for (const { user, key: which, take } of steps) {
        const now = holders.get(which);
        if (take) {
          const held = opened[user]!.take([sha256Hex(`model ${which}`)])[0]!;
          assert.equal(held !== null, now === undefined);
          if (held !== null) holders.set(which, { user, held });
        } else if (now !== undefined) {
          opened[user]!.free([now.held]);
          if (now.user === user) holders.delete(which);
        }
      }
      for (const { user, held } of holders.values()) opened[user]!.free([held]);
    }),
    { numRuns: 60 },
  );
});
