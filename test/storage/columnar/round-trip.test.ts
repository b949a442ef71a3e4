import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import fc from 'fast-check';
import { canonicalJson } from '../../../src/records/identity.ts';
import { locationOf } from '../../../src/records/location.ts';
import { solutionColumns } from '../../../src/storage/columnar/schema.ts';
import type { Row } from '../../../src/storage/rows.ts';
import { nullInRecord, record } from '../arbitrary-record.ts';
import { collect, formats, fullRecord, scratch, writeRecords } from './support.ts';
import { rowWithoutNulls } from './without-nulls.ts';

/** The record with absent and null made the same: where the schema keeps nulls null, elsewhere absent. */
function settled(row: Row): Row {
  return rowWithoutNulls(row, solutionColumns);
}

for (const { ending, open, read } of formats) {
  test(`any record comes back from ${ending} as it was written`, async (t) => {
    const folder = await scratch(t);
    const path = join(folder, `records.${ending}`);
    await fc.assert(
      fc.asyncProperty(
        fc.array(record, { maxLength: 25, size: 'max' }),
        fc.integer({ min: 1, max: 9 }),
        async (rows, group) => {
          const sink = await open(path, solutionColumns, { rowGroupRows: group });
          for (const row of rows) await sink.write(row);
          assert.equal((await sink.close()).rows, rows.length);
          const back = await collect(read(path));
          assert.equal(back.length, rows.length);
          for (const [index, row] of rows.entries()) {
            assert.equal(canonicalJson(settled(back[index]!)), canonicalJson(settled(row)));
          }
        },
      ),
      ending === 'arrow' ? { numRuns: 30 } : { numRuns: 2 },
    );
  });

  test(`a record with every nested part comes back from ${ending}, its nulls in place`, async (t) => {
    const path = join(await scratch(t), `records.${ending}`);
    const rows = [0, 1, 2].map(fullRecord);
    await writeRecords(path, rows);
    const back = await collect(read(path));
    assert.deepEqual(JSON.parse(JSON.stringify(back)), rows);
    assert.deepEqual(locationOf(back[2]!), { source: path, line: 3 });
  });

  test(`fields that a record lacks come back from ${ending} as null, those of its parts not at all`, async (t) => {
    const path = join(await scratch(t), `records.${ending}`);
    const least = { id: 'a', problem: 'p', steps: ['s'] };
    const part = { critic: 'c', protocol: 'first_error', status: 'unparsed', model: null };
    await writeRecords(path, [
      { ...least, meta: null },
      { ...least, critiques: [part] },
    ]);
    const back = await collect(read(path));
    const nulls = Object.fromEntries(nullInRecord.map((name) => [name, null]));
    const [lean, judged] = JSON.parse(JSON.stringify(back));
    assert.deepEqual(lean, { ...least, ...nulls });
    const { model: _, ...rest } = part;
    assert.deepEqual(judged.critiques, [{ ...rest, first_error: null, error_steps: null }]);
  });

  test(`${ending} gives back the wanted columns only, fields of the record that have none included`, async (t) => {
    const path = join(await scratch(t), `records.${ending}`);
    await writeRecords(path, [{ ...fullRecord(7), id: '\ud800', tool: 1 }]);
    const [row] = await collect(read(path, { columns: ['steps', 'id'] }));
    assert.equal(canonicalJson(row), canonicalJson({ id: '\ud800', steps: fullRecord(7).steps }));
    const [rest] = await collect(read(path, { columns: ['meta', 'label'] }));
    assert.equal(canonicalJson(rest), canonicalJson({ meta: fullRecord(7).meta, tool: 1 }));
  });

  test(`${ending} without rows is a valid file with the columns`, async (t) => {
    const path = join(await scratch(t), `records.${ending}`);
    await writeRecords(path, []);
    assert.deepEqual(await collect(read(path, { columns: ['critiques'] })), []);
    await assert.rejects(
      collect(read(path, { columns: ['critics'] })),
      /no column "critics"; it has id, dataset/,
    );
  });
}
