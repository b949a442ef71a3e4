// Range files: samples of many problems in one file. A pool says the same before and after they are made, whatever was
// added in between and wherever a process that made them was killed.
import assert from 'node:assert/strict';
import { cp, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import fc from 'fast-check';
import { type CompactionStep, compactPool } from '../../../src/deepconf/pool/compact.ts';
import { readPoolSettings } from '../../../src/deepconf/pool/pool-settings.ts';
import { countProblems } from '../../../src/deepconf/pool/problem-counts.ts';
import { readParquet } from '../../../src/storage/columnar/parquet-source.ts';
import { temporaryFolder } from '../../support/temporary.ts';
import { repetitions } from '../../support/thorough.ts';
import { emptyPool, findings, grow, problems, reconciled, said } from './seeded-pool.ts';

class Killed extends Error {}

/** Makes range files; with `steps` it is killed before that many steps more. Whether it came to its end. */
async function compact(folder: string, size: number, steps = Number.POSITIVE_INFINITY): Promise<boolean> {
  const manifest = await reconciled(folder);
  const settings = (await readPoolSettings(folder))!;
  let left = steps;
  const onStep = (_step: CompactionStep): void => {
    if (left === 0) throw new Killed();
    left -= 1;
  };
  try {
    await compactPool({ folder, settings, problems, manifest }, { size, onStep });
  } catch (error) {
    if (!(error instanceof Killed)) throw error;
    return false;
  }
  await countProblems({ folder, problems, manifest });
  await manifest.save(problems);
  return true;
}

/** Files of a side that a glob sees, and the samples in them. */
async function globbed(folder: string, side: 'core' | 'top'): Promise<string[]> {
  const found: string[] = [];
  for (const name of await readdir(join(folder, side)).catch(() => [] as string[])) {
    if (name.startsWith('.')) continue;
    const isRange = name.endsWith('.parquet');
    const files = isRange
      ? [name]
      : (await readdir(join(folder, side, name))).map((file) => join(name, file));
    for (const file of files) {
      if (/(^|\/)\./.test(file)) continue;
      for await (const rows of readParquet(join(folder, side, file))) {
        for (const { problem_id, sample_id } of rows)
          found.push(`${isRange ? problem_id : decodeURIComponent(name.slice(11))} ${sample_id}`);
      }
    }
  }
  return found;
}

const counts = fc.array(fc.nat(200), { minLength: 5, maxLength: 5 });
const step = fc.record({
  more: counts,
  /** Bytes of a range file: from less than a part to more than all. */
  size: fc.constantFrom(4_000, 12_000, 30_000, 1e9),
  kill: fc.option(fc.nat(25), { nil: undefined }),
});

test('a pool says the same with range files as without, after additions and kills', async (t) => {
  const home = await temporaryFolder(t);
  let runs = 0;
  await fc.assert(
    fc.asyncProperty(counts, fc.array(step, { minLength: 1, maxLength: 2 }), async (start, steps) => {
      runs += 1;
      const [plain, folder] = [join(home, `${runs}-plain`), join(home, `${runs}`)];
      let now = start;
      for (const path of [plain, folder]) {
        await emptyPool(path);
        await grow(path, now);
      }
      for (const { more, size, kill } of steps) {
        const before = await said(plain);
        if (!(await compact(folder, size, kill))) {
          // As whoever opens it finds it: nothing is lost or there twice, neither for a reader nor for a glob.
          assert.deepEqual(await said(folder), before);
          for (const side of ['core', 'top'] as const) {
            const seen = await globbed(folder, side);
            assert.equal(new Set(seen).size, seen.length, side);
          }
        }
        if (kill === undefined || kill % 2 === 0) {
          await compact(folder, size);
          assert.deepEqual(await said(folder), before);
          const names = await readdir(join(folder, 'core')).catch(() => [] as string[]);
          assert.ok(
            names.every((name) => /^range-\d{6}\.parquet$/.test(name)),
            names.join(),
          );
        }
        now = now.map((count, at) => Math.max(count, more[at]!));
        for (const path of [plain, folder]) await grow(path, now);
      }
      assert.deepEqual(await findings(folder), []);
      assert.deepEqual(await said(folder, join(folder, 'run')), await said(plain, join(plain, 'run')));
      for (const side of ['core', 'top'] as const) {
        const seen = await globbed(folder, side);
        assert.deepEqual(seen.sort(), (await globbed(plain, side)).sort());
      }
      await Promise.all([rm(plain, { recursive: true }), rm(folder, { recursive: true })]);
    }),
    { numRuns: repetitions(2, 20), includeErrorInReport: true },
  );
});

test('range files are found again where the manifest was lost', async (t) => {
  const folder = join(await temporaryFolder(t), 'pool');
  await emptyPool(folder);
  await grow(folder, [150, 3, 0, 20, 130]);
  const before = await said(folder);
  await compact(folder, 12_000);
  const whole = join(folder, '..', 'whole');
  await cp(folder, whole, { recursive: true });
  await rm(join(folder, 'manifest.jsonl'));
  const manifest = await reconciled(folder);
  await manifest.save(problems);
  assert.deepEqual(await said(folder), before);
  assert.deepEqual(await findings(folder), []);
  // A build that was killed at the worst moment and whose manifest is gone as well.
  for (let steps = 0; steps < 40; steps += 7) {
    await rm(folder, { recursive: true });
    await cp(whole, folder, { recursive: true });
    await grow(folder, [150, 40, 140, 20, 130]);
    const grown = await said(folder);
    const ended = await compact(folder, 1e9, steps);
    await rm(join(folder, 'manifest.jsonl'), { force: true });
    await rm(join(folder, 'manifest'), { recursive: true, force: true });
    await (await reconciled(folder)).save(problems);
    assert.deepEqual(await said(folder), grown, `${steps} steps`);
    if (ended) break;
  }
});
