// Each kind of file in a pool, and the votes of a vote on it, as DuckDB reads it.
import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { compactPool } from '../../../src/deepconf/pool/compact.ts';
import { problemsPath, scoresPath } from '../../../src/deepconf/pool/layout.ts';
import { writeOtherScores } from '../../../src/deepconf/pool/other-scores.ts';
import { readPoolSettings } from '../../../src/deepconf/pool/pool-settings.ts';
import { sameInDuckdb, withoutDuckdb } from '../../support/in-duckdb.ts';
import { temporaryFolder } from '../../support/temporary.ts';
import { emptyPool, grow, problems, reconciled, said } from './seeded-pool.ts';

const samples = [130, 3, 0, 20, 5];

async function tablesIn(folder: string): Promise<string[]> {
  const names = await readdir(folder, { recursive: true });
  return names.filter((name) => name.endsWith('.parquet')).map((name) => join(folder, name));
}

test('DuckDB reads the same rows as we do from the parts, ranges, problems and scores of a pool and from votes', {
  skip: withoutDuckdb,
}, async (t) => {
  const cwd = await temporaryFolder(t);
  const folder = join(cwd, 'pool');
  await emptyPool(folder);
  await grow(folder, samples);
  assert.deepEqual(
    (await sameInDuckdb(problemsPath(folder))).map(({ problem_id }) => problem_id),
    problems.map(({ problem_id }) => problem_id),
  );
  const count = async (side: string): Promise<number> => {
    let rows = 0;
    for (const path of await tablesIn(join(folder, side))) rows += (await sameInDuckdb(path)).length;
    return rows;
  };
  const all = samples.reduce((sum, one) => sum + one, 0);
  for (const side of ['core', 'top']) assert.equal(await count(side), all, `parts in ${side}`);

  const settings = (await readPoolSettings(folder))!;
  const manifest = await reconciled(folder);
  const { into } = await compactPool({ folder, settings, problems, manifest }, { size: 2 ** 20 });
  await manifest.save(problems);
  assert.ok(into > 0);
  for (const side of ['core', 'top']) assert.equal(await count(side), all, `ranges in ${side}`);

  const scores = new Map([
    [
      'b',
      new Map([
        [2, 5],
        [0, 0.25],
        [1, -1e-300],
      ]),
    ],
    ['a/1', new Map([[0, 1]])],
  ]);
  await writeOtherScores(folder, 'judge', scores, { source: 'a test' });
  assert.deepEqual(
    (await sameInDuckdb(scoresPath(folder, 'judge'))).map(({ score }) => score),
    [0.25, -1e-300, 5, 1],
  );

  await said(folder, join(cwd, 'run'));
  const votes = await sameInDuckdb(join(cwd, 'run', 'votes.parquet'));
  assert.ok(votes.length > 0 && votes.some(({ metric }) => metric === null));
});
