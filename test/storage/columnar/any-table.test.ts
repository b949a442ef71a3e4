// Tables of any columns, as our readers, Arrow's own and DuckDB read them.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { type Data, tableFromIPC } from 'apache-arrow';
import fc from 'fast-check';
import { sameInDuckdb, withoutDuckdb } from '../../support/in-duckdb.ts';
import { packedRow, table } from './any-table.ts';
import { collect, formats, scratch } from './support.ts';
import { rowWithoutNulls } from './without-nulls.ts';

/** In the order of their names, since a column's place is not the row's. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.entries(value)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, cell]) => [name, sorted(cell)]);
}

for (const { ending, open, read } of formats) {
  test(`a table of any columns comes back from ${ending}, from packed lists as from others`, async (t) => {
    const path = join(await scratch(t), `rows.${ending}`);
    await fc.assert(
      fc.asyncProperty(table, fc.integer({ min: 1, max: 9 }), async ({ columns, rows }, rowGroupRows) => {
        const sink = await open(path, columns, { rowGroupRows });
        for (const row of rows) await sink.write(row);
        for (const row of rows) await sink.write(packedRow(columns, row));
        assert.equal((await sink.close()).rows, 2 * rows.length);
        const expected = rows.map((row) => rowWithoutNulls(row, columns));
        assert.deepEqual(sorted(await collect(read(path))), sorted([...expected, ...expected]));
      }),
      { numRuns: ending === 'arrow' ? 60 : 8 },
    );
  });
}

test('DuckDB reads a table of any columns as it was written', { skip: withoutDuckdb }, async (t) => {
  const path = join(await scratch(t), 'rows.parquet');
  await fc.assert(
    fc.asyncProperty(table, async ({ columns, rows }) => {
      const sink = await formats[0].open(path, columns, { rowGroupRows: 5 });
      for (const row of rows) await sink.write(packedRow(columns, row));
      await sink.close();
      await sameInDuckdb(path);
    }),
    { numRuns: 8 },
  );
});

/** The number of nulls that each column, and each within it, says it has, beside the number of those it has. */
function nullCounts(data: Data): [said: number, has: number][] {
  const bits = data.nullBitmap;
  if (data.length === 0) return [];
  let has = 0;
  for (let at = 0; bits?.length > 0 && at < data.length; at += 1)
    if (((bits[at >> 3]! >> (at & 7)) & 1) === 0) has += 1;
  return [[data.nullCount, has], ...data.children.flatMap(nullCounts)];
}

test('each column of an Arrow file says how many nulls it has', async (t) => {
  const path = join(await scratch(t), 'rows.arrow');
  await fc.assert(
    fc.asyncProperty(table, async ({ columns, rows }) => {
      const sink = await formats[1].open(path, columns, { rowGroupRows: 5 });
      for (const row of rows) await sink.write(packedRow(columns, row));
      await sink.close();
      for (const { data } of tableFromIPC(await readFile(path)).batches)
        for (const [said, has] of nullCounts(data)) assert.equal(said, has);
    }),
    { numRuns: 30 },
  );
});
