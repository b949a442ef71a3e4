// The manifest of a pool: segments that are never changed, joined as they grow in number, and one file at rest.
import assert from 'node:assert/strict';
import { cp, mkdir, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import fc from 'fast-check';
import { PoolManifest } from '../../../src/deepconf/pool/manifest.ts';
import type { PartFacts } from '../../../src/deepconf/pool/part-facts.ts';
import { temporaryFolder } from '../../support/temporary.ts';

const problems = ['b "x"', 'a\\', 'é', 'd'].map((problem_id) => ({ problem_id, problem: '?', truth: null }));

function facts(problem: number, part: number, change: Partial<PartFacts> = {}): PartFacts {
  const sha256 = String(part).padStart(64, '0');
  const place = { problem_id: problems[problem]!.problem_id, part, first_sample: part * 128 };
  return { side: 'core', ...place, rows: 128, bytes: 1000 + part, sha256, ...change };
}

/** All that it says, as values. */
function said(manifest: PoolManifest): PartFacts[] {
  return problems.flatMap(({ problem_id }) =>
    (['core', 'top'] as const).flatMap((side) => manifest.parts(side, problem_id)),
  );
}

async function reread(folder: string): Promise<PartFacts[]> {
  return said(await PoolManifest.read(folder));
}

const segments = (folder: string): Promise<string[]> =>
  readdir(join(folder, 'manifest')).catch(() => [] as string[]);

async function committed(t: TestContext, parts: number): Promise<{ folder: string; manifest: PoolManifest }> {
  const folder = await temporaryFolder(t);
  const manifest = await PoolManifest.read(folder);
  for (let part = 0; part < parts; part += 1) {
    manifest.add(facts(part % problems.length, part));
    await manifest.commit();
  }
  return { folder, manifest };
}

test('whatever is added, dropped, committed and saved is read again, in any order', async (t) => {
  const home = await temporaryFolder(t);
  const step = fc.oneof(
    fc.record({
      what: fc.constant('add' as const),
      problem: fc.nat(3),
      part: fc.nat(5),
      rows: fc.integer({ min: 1, max: 128 }),
      side: fc.constantFrom('core' as const, 'top' as const),
    }),
    fc.record({
      what: fc.constant('drop' as const),
      problem: fc.nat(3),
      part: fc.nat(5),
      side: fc.constantFrom('core' as const, 'top' as const),
    }),
    fc.record({
      what: fc.constantFrom('commit' as const, 'commit' as const, 'save' as const, 'reopen' as const),
    }),
  );
  let runs = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
      runs += 1;
      const folder = join(home, String(runs));
      await mkdir(folder);
      const expected = new Map<string, PartFacts>();
      let manifest = await PoolManifest.read(folder);
      for (const one of steps) {
        if (one.what === 'add') {
          const { side, rows } = one;
          const known = facts(one.problem, one.part, { side, rows });
          expected.set(`${known.problem_id}/${side}/${one.part}`, known);
          manifest.add(known);
        } else if (one.what === 'drop') {
          const { problem_id } = problems[one.problem]!;
          expected.delete(`${problem_id}/${one.side}/${one.part}`);
          manifest.drop(one.side, problem_id, one.part);
        } else if (one.what === 'save') await manifest.save(problems);
        else {
          await manifest.commit();
          if (one.what === 'reopen') manifest = await PoolManifest.read(folder);
        }
      }
      await manifest.commit();
      const byPlace = (all: Iterable<PartFacts>) => new Set([...all].map((one) => JSON.stringify(one)));
      assert.deepEqual(byPlace(said(manifest)), byPlace(expected.values()));
      assert.deepEqual(byPlace(await reread(folder)), byPlace(expected.values()));
    }),
    { numRuns: 60 },
  );
});

test('segments are joined sixteen at a time, and a save leaves one file with the same bytes', async (t) => {
  const { folder, manifest } = await committed(t, 16 * 16 + 3);
  const expected = said(manifest);
  assert.deepEqual((await segments(folder)).sort(), [
    '0000000001-0000000256.jsonl',
    '0000000257-0000000257.jsonl',
    '0000000258-0000000258.jsonl',
    '0000000259-0000000259.jsonl',
  ]);
  assert.deepEqual(await reread(folder), expected);
  await manifest.save(problems);
  assert.deepEqual(await readdir(folder), ['manifest.jsonl']);
  assert.deepEqual(await reread(folder), expected);

  const other = await temporaryFolder(t);
  const atOnce = await PoolManifest.read(other);
  for (const one of expected.toReversed()) atOnce.add(one);
  await atOnce.save(problems);
  assert.deepEqual(
    await readFile(join(other, 'manifest.jsonl')),
    await readFile(join(folder, 'manifest.jsonl')),
  );
});

test('a crash between any two steps of joining and saving loses nothing and brings nothing back', async (t) => {
  // The next commit joins them.
  const { folder, manifest } = await committed(t, 15);
  const before = await temporaryFolder(t);
  await cp(folder, before, { recursive: true });
  manifest.drop('core', problems[0]!.problem_id, 0);
  manifest.add(facts(1, 1, { rows: 5 }));
  await manifest.commit();
  const expected = said(manifest);
  // The joined segment is there, and those that it is made of are not removed yet.
  await cp(join(before, 'manifest'), join(folder, 'manifest'), { recursive: true });
  assert.deepEqual(await reread(folder), expected);
  const withSegments = await temporaryFolder(t);
  await cp(folder, withSegments, { recursive: true });
  await manifest.save(problems);
  // The base is there, and some of the segments are not removed yet: from the oldest on.
  const left = (await segments(withSegments)).sort();
  for (let gone = 0; gone <= left.length; gone += 1) {
    await rm(join(folder, 'manifest'), { recursive: true, force: true });
    await cp(join(withSegments, 'manifest'), join(folder, 'manifest'), { recursive: true });
    const oldestFirst = left.toSorted((a, b) => a.slice(11).localeCompare(b.slice(11)));
    for (const name of oldestFirst.slice(0, gone)) await rm(join(folder, 'manifest', name));
    assert.deepEqual(await reread(folder), expected, `${gone} removed`);
  }
});

test('a torn or altered file counts as not there, and the others are read', async (t) => {
  const { folder } = await committed(t, 3);
  const [first, second, third] = (await segments(folder)).sort();
  const path = (name: string | undefined): string => join(folder, 'manifest', name!);
  await truncate(path(second), 40);
  const text = await readFile(path(third), 'utf8');
  await writeFile(path(third), text.replace('1002', '1003'));
  assert.deepEqual(await reread(folder), [facts(0, 0)]);
  await rm(path(first));
  await writeFile(join(folder, 'manifest.jsonl'), '{"lines":');
  assert.deepEqual(await reread(folder), []);
});

test('the manifest of earlier versions is read, and its place is taken by the next save', async (t) => {
  const folder = await temporaryFolder(t);
  const parts = [facts(0, 0), facts(0, 0, { side: 'top' }), facts(2, 1)];
  await writeFile(join(folder, 'manifest.json'), JSON.stringify({ schema_version: 1, parts }, null, 2));
  assert.deepEqual(await reread(folder), parts);
  const manifest = await PoolManifest.read(folder);
  manifest.drop('core', problems[0]!.problem_id, 0);
  await manifest.commit();
  assert.deepEqual(await reread(folder), parts.slice(1), 'a commit lies on top of it');
  await manifest.save(problems);
  assert.deepEqual(await readdir(folder), ['manifest.jsonl']);
  assert.deepEqual(await reread(folder), parts.slice(1));
});

test('what is committed while a segment is written is in the next one', async (t) => {
  const folder = await temporaryFolder(t);
  const manifest = await PoolManifest.read(folder);
  const commits: Promise<void>[] = [];
  for (let part = 0; part < 20; part += 1) {
    manifest.add(facts(0, part));
    commits.push(manifest.commit());
  }
  await Promise.all(commits);
  assert.equal((await reread(folder)).length, 20);
});

/** Where the samples of a problem are, first sample and rows of each place, in order. */
function places(manifest: PoolManifest, problem: number): string[] {
  const { problem_id } = problems[problem]!;
  const parts = manifest.parts('core', problem_id).map(({ first_sample: first, rows }) => ({ first, rows }));
  const slices = manifest.slices('core', problem_id).map(([, , first, rows]) => ({ first, rows }));
  return [...parts, ...slices].sort((a, b) => a.first - b.first).map(({ first, rows }) => `${first}+${rows}`);
}

test('samples are neither lost nor there twice, whenever a process is killed, a segment is cut or parts are merged', async (t) => {
  const home = await temporaryFolder(t);
  const step = fc.oneof(
    {
      weight: 4,
      arbitrary: fc.record({
        what: fc.constant('part' as const),
        problem: fc.nat(3),
        rows: fc.integer({ min: 1, max: 128 }),
      }),
    },
    { weight: 4, arbitrary: fc.record({ what: fc.constantFrom('commit' as const, 'read' as const) }) },
    {
      weight: 1,
      arbitrary: fc.record({ what: fc.constantFrom('merge' as const, 'kill' as const, 'save' as const) }),
    },
    {
      weight: 1,
      arbitrary: fc.record({
        what: fc.constant('cut' as const),
        kept: fc.double({ min: 0, max: 0.99, noNaN: true }),
      }),
    },
  );
  let runs = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 80 }), async (steps) => {
      runs += 1;
      const folder = join(home, `samples-${runs}`);
      await mkdir(folder);
      let manifest = await PoolManifest.read(folder);
      /** By problem; on the disk, and with what is not committed yet. */
      let kept: string[][] = problems.map(() => []);
      let now = structuredClone(kept);
      let ranges = 0;
      const killed = async (): Promise<void> => {
        manifest = await PoolManifest.read(folder);
        now = structuredClone(kept);
      };
      for (const one of steps) {
        if (one.what === 'part') {
          const samples = now[one.problem]!;
          manifest.add(facts(one.problem, samples.length, { rows: one.rows }));
          samples.push(`${samples.length * 128}+${one.rows}`);
        } else if (one.what === 'merge') {
          for (const { problem_id } of problems) {
            const parts = manifest.parts('core', problem_id);
            const slices = parts.map(
              ({ first_sample, rows }, row) => [ranges, row * 128, first_sample, rows] as const,
            );
            manifest.setSlices('core', problem_id, [...manifest.slices('core', problem_id), ...slices]);
            for (const { part } of parts) manifest.drop('core', problem_id, part);
          }
          manifest.addRange({ side: 'core', range: ranges, rows: 1, bytes: 1, sha256: '0'.repeat(64) });
          ranges += 1;
        } else if (one.what === 'save') {
          await manifest.save(problems);
          kept = structuredClone(now);
        } else if (one.what === 'kill') await killed();
        else {
          const before = await segments(folder);
          await manifest.commit();
          const written = (await segments(folder)).filter((name) => !before.includes(name));
          const after = await segments(folder);
          // A power cut takes the end of the newest file; one that joins others was flushed with what it replaces.
          if (one.what === 'cut' && written.length === 1 && after.length === before.length + 1) {
            const path = join(folder, 'manifest', written[0]!);
            await truncate(path, Math.floor((await readFile(path)).length * one.kept));
            await killed();
          } else {
            kept = structuredClone(now);
            if (one.what === 'read') await killed();
          }
        }
        for (const problem of problems.keys()) assert.deepEqual(places(manifest, problem), now[problem]);
      }
      const reread = await PoolManifest.read(folder);
      for (const problem of problems.keys()) assert.deepEqual(places(reread, problem), kept[problem]);
    }),
    { numRuns: 60 },
  );
});
