// Files of records as DuckDB reads them: the documented types, and every value.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import fc from 'fast-check';
import { sameInDuckdb, typesInDuckdb, withoutDuckdb } from '../../support/in-duckdb.ts';
import { record } from '../arbitrary-record.ts';
import { fullRecord, scratch, writeRecords } from './support.ts';

test('DuckDB sees our Parquet columns with the documented types', { skip: withoutDuckdb }, async (t) => {
  const path = join(await scratch(t), 'records.parquet');
  await writeRecords(path, [fullRecord(0)]);
  const [documented] = /(?<=^```\n)[\s\S]*?(?=\n```$)/m.exec(await readFile('docs/formats.md', 'utf8'))!;
  assert.deepEqual(await typesInDuckdb(path), documented.split('\n'));
});

test('DuckDB reads any record as it was written, whatever its columns cannot hold', {
  skip: withoutDuckdb,
}, async (t) => {
  const folder = await scratch(t);
  const outside = { id: 7, problem: null, steps: 'none', label: 'of its own', error_steps: [2 ** 40] };
  const drawn = [...fc.sample(record, { numRuns: 60, seed: 5 }), outside];
  const path = join(folder, "drawn 'records'.parquet");
  await writeRecords(path, drawn, { rowGroupRows: 7, metadata: { version: 'test "0"' } });
  const ids = (await sameInDuckdb(path)).map(({ id }) => id);
  assert.deepEqual(
    ids,
    drawn.map(({ id }) => id),
  );
  const many = Array.from({ length: 300 }, (_, index) => fullRecord(index));
  await writeRecords(join(folder, 'many.parquet'), many, { rowGroupRows: 64 });
  assert.equal((await sameInDuckdb(join(folder, 'many.parquet'))).length, many.length);
  await writeRecords(join(folder, 'none.parquet'), []);
  assert.deepEqual(await sameInDuckdb(join(folder, 'none.parquet')), []);
});
