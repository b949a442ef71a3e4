// Files of a pool that are lost: it is said, what is left stays as it was, and a build can sample the rest again.
import assert from 'node:assert/strict';
import { cp, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { planBuild, samplesMissing } from '../../../src/deepconf/pool/build-plan.ts';
import { compactPool } from '../../../src/deepconf/pool/compact.ts';
import { exportRows } from '../../../src/deepconf/pool/export.ts';
import { checkKnownRanges } from '../../../src/deepconf/pool/known-ranges.ts';
import type { Side } from '../../../src/deepconf/pool/layout.ts';
import { PoolManifest } from '../../../src/deepconf/pool/manifest.ts';
import { readPoolSettings } from '../../../src/deepconf/pool/pool-settings.ts';
import { openPool } from '../../../src/deepconf/pool/read.ts';
import { reconcile } from '../../../src/deepconf/pool/reconcile.ts';
import { temporaryFolder } from '../../support/temporary.ts';
import { emptyPool, findings, grow, problems } from './seeded-pool.ts';

const samples = [150, 40, 0, 60, 130];

/** As the command does it; the lines that it says. */
async function compact(folder: string, size: number): Promise<string[]> {
  const said: string[] = [];
  const settings = (await readPoolSettings(folder))!;
  const manifest = await PoolManifest.read(folder);
  await reconcile(manifest, { folder, settings, problems }, (line) => said.push(line));
  await compactPool({ folder, settings, problems, manifest }, { size });
  await manifest.save(problems);
  return said;
}

/** Samples by problem, of those whose rows have their alternatives. */
async function sampled(folder: string): Promise<Record<string, string[]>> {
  const pool = await openPool(folder);
  const found: Record<string, string[]> = {};
  try {
    for await (const row of exportRows(pool, { top: true, tokens: true })) {
      const id = String(row.problem_id);
      found[id] = [...(found[id] ?? []), JSON.stringify(row)];
    }
  } finally {
    await pool.close();
  }
  return found;
}

async function ranges(folder: string, side: Side): Promise<string[]> {
  return (await readdir(join(folder, side))).filter((name) => name.startsWith('range-')).sort();
}

test('a file of core/ that is lost costs only its own samples, and a build can make them again', async (t) => {
  const home = await temporaryFolder(t);
  const whole = join(home, 'whole');
  await emptyPool(whole);
  await grow(whole, samples);
  await compact(whole, 12_000);
  const before = await sampled(whole);
  const files = await ranges(whole, 'core');
  // The file of top/ has samples that are in other files of core/, too.
  assert.ok(files.length > (await ranges(whole, 'top')).length, `${files}`);
  let mended = 0;
  for (const lost of files) {
    const folder = join(home, 'lost');
    await rm(folder, { recursive: true, force: true });
    await cp(whole, folder, { recursive: true });
    await rm(join(folder, 'core', lost));
    await assert.rejects(sampled(folder), {
      code: 'LB_INPUT_MISSING',
      message: new RegExp(`core/${lost}: no such file, and the manifest .* names it; .*pool build again`),
    });
    assert.match(JSON.stringify(await findings(folder)), /it is in the manifest, and is not there/);
    const said = await compact(folder, 12_000);
    assert.ok(
      said.some((line) => line.includes(`core/${lost}: it is not there any more`)),
      `${said}`,
    );
    // What a compaction writes may be compacted again.
    await compact(folder, 1e9);
    const left = await sampled(folder);
    for (const [id, rows] of Object.entries(left)) {
      for (const row of rows) assert.ok(before[id]!.includes(row), `${lost} ${id}`);
    }
    const manifest = await PoolManifest.read(folder);
    let holes = 0;
    for (const [at, { problem_id: id }] of problems.entries()) {
      const kept = (left[id] ?? []).map((row) => (JSON.parse(row) as { sample_id: number }).sample_id);
      const plan = () => planBuild(manifest, [problems[at]!], samples[at]!);
      const isPrefix = kept.every((sample, place) => sample === place || sample >= 128);
      if (samples[at] === 0) continue;
      if (isPrefix) assert.equal(samplesMissing(plan()), samples[at]! - kept.length, `${lost} ${id}`);
      else {
        holes += 1;
        assert.throws(plan, { code: 'LB_STORE', message: /are missing before others that are there/ });
      }
    }
    if (holes > 0) continue;
    mended += 1;
    await grow(folder, samples);
    assert.deepEqual(await sampled(folder), before);
    assert.deepEqual(await findings(folder), []);
  }
  assert.ok(mended > 0);
});

test('a part that is lost is a finding, and a compaction leaves its other side out', async (t) => {
  const folder = join(await temporaryFolder(t), 'pool');
  await emptyPool(folder);
  await grow(folder, samples);
  const before = await sampled(folder);
  await rm(join(folder, 'core', 'problem_id=b'), { recursive: true });
  assert.match(
    JSON.stringify(await findings(folder)),
    /problem_id=b.*it is in the manifest, and is not there/,
  );
  await compact(folder, 1e9);
  await grow(folder, samples);
  assert.deepEqual(await sampled(folder), before);
  assert.deepEqual(await findings(folder), []);
});

test('a pool of range files whose manifest is lost is not taken for an empty one', async (t) => {
  const folder = join(await temporaryFolder(t), 'pool');
  await emptyPool(folder);
  await grow(folder, samples);
  await compact(folder, 12_000);
  const before = await sampled(folder);
  const check = async (): Promise<void> => {
    const pool = await openPool(folder);
    try {
      await checkKnownRanges(pool);
    } finally {
      await pool.close();
    }
  };
  await check();
  await rm(join(folder, 'manifest.jsonl'));
  await assert.rejects(check(), {
    code: 'LB_INPUT_READ',
    message: /manifest\.jsonl is lost or damaged.*core\/range-\d+\.parquet: run latebench pool compact/,
  });
  assert.deepEqual(await compact(folder, 12_000), []);
  await check();
  assert.deepEqual(await sampled(folder), before);
  assert.deepEqual(await findings(folder), []);
});
