// Range files as the command makes them: DuckDB, a second reader, finds in them what the manifest says; and wherever the
// process was killed, every sample can be read once, and the next one makes the files that an undisturbed one makes.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { PoolManifest } from '../../../src/deepconf/pool/manifest.ts';
import { compactUntil, killedCompactions } from '../../support/killed-compaction.ts';
import { temporaryFolder } from '../../support/temporary.ts';
import { emptyPool, grow, long, problems } from './seeded-pool.ts';

const duckdb = await import('@duckdb/node-api').catch(() => undefined);
const skip = duckdb === undefined ? 'needs the development dependency @duckdb/node-api' : false;
const samples = [150, 3, 0, 20, 130];

test('DuckDB counts in the range files what the manifest says, and their row groups name their problems', {
  skip,
}, async (t) => {
  const cwd = await temporaryFolder(t);
  const pool = join(cwd, 'pool');
  await emptyPool(pool);
  await grow(pool, samples, long);
  const { code, stderr } = await compactUntil(cwd, pool, Number.POSITIVE_INFINITY);
  assert.equal(code, 0, stderr);
  const manifest = await PoolManifest.read(pool);
  const instance = await duckdb!.DuckDBInstance.create(':memory:', { threads: '2' });
  const connection = await instance.connect();
  t.after(() => {
    connection.closeSync();
    instance.closeSync();
  });
  const query = async (sql: string) => (await connection.runAndReadAll(sql)).getRowsJson();
  for (const side of ['core', 'top'] as const) {
    const files = `'${join(pool, side)}/*.parquet'`;
    assert.ok(manifest.ranges(side).length > 1, side);
    const counted = await query(
      `SELECT problem_id, count(DISTINCT sample_id)::INTEGER, count(*)::INTEGER FROM ${files} GROUP BY ALL ORDER BY ALL`,
    );
    const told = problems.map(({ problem_id }) => {
      const rows = manifest.slices(side, problem_id).reduce((sum, slice) => sum + slice[3], 0);
      return [problem_id, rows, rows];
    });
    assert.deepEqual(
      counted,
      told.filter(([, rows]) => rows !== 0),
      side,
    );
    assert.deepEqual(
      told.map(([, rows]) => rows),
      samples,
      side,
    );
    const groups = await query(
      `SELECT parse_filename(file_name), row_group_id::INTEGER, stats_min_value, stats_max_value, row_group_num_rows::INTEGER
       FROM parquet_metadata(${files}) WHERE path_in_schema = 'problem_id' ORDER BY 1, 2`,
    );
    const rows = await query(
      `SELECT problem_id FROM read_parquet(${files}, filename = true, file_row_number = true)
       ORDER BY parse_filename(filename), file_row_number`,
    );
    let at = 0;
    for (const [file, group, least, most, count] of groups) {
      const ids = rows.slice(at, at + Number(count)).map(([id]) => String(id));
      at += Number(count);
      assert.deepEqual([least, most], [ids.toSorted()[0], ids.toSorted().at(-1)], `${side}/${file} ${group}`);
    }
    assert.equal(at, rows.length);
  }
});

test('a pool whose compaction is killed has each sample once, and gets the files of an undisturbed one', async (t) => {
  const { killed, findings, different } = await killedCompactions({
    folder: await temporaryFolder(t),
    seed: 1,
    kills: 2,
    async make(pool) {
      await emptyPool(pool);
      await grow(pool, samples, long);
    },
  });
  assert.ok(killed > 0);
  assert.deepEqual(findings, []);
  assert.deepEqual(different, []);
});
