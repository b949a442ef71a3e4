// The largest and smallest numbers of a column, and files whose row count differs from what was written.
import assert from 'node:assert/strict';
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { type Columns, float32, float64, int32, int64, list } from '../../../src/storage/columnar/column.ts';
import { plain } from '../../support/bytes.ts';
import { collect, formats, fullRecord, scratch, writeRecords } from './support.ts';

const max = 2 ** 31 - 1;
const least = -(2 ** 31);
const float32Max = 2 ** 128 - 2 ** 104;
/** Rounded to float32 it is infinite; anything smaller is `float32Max` at most. */
const tooLarge = 2 ** 128 - 2 ** 103;
const justBelow = tooLarge - 2 ** 75;

for (const { ending, code, open, read } of formats) {
  test(`the largest and smallest numbers of a column come back from ${ending}`, async (t) => {
    const path = join(await scratch(t), `rows.${ending}`);
    const rows = [
      { n: max, all: [max, least, 0], wide: Number.MAX_SAFE_INTEGER, f: justBelow, ds: [Number.MAX_VALUE] },
      {
        n: least,
        all: [least],
        wide: Number.MIN_SAFE_INTEGER,
        f: -justBelow,
        ds: [-Number.MAX_VALUE, 5e-324],
      },
    ];
    const columns: Columns = {
      n: int32,
      all: list(int32),
      wide: int64,
      f: float32,
      fs: list(float32),
      ds: list(float64),
    };
    const sink = await open(path, columns);
    for (const row of rows) await sink.write({ ...row, fs: [row.f] });
    for (const row of rows)
      await sink.write({
        ...row,
        fs: Float64Array.of(row.f),
        ds: Float64Array.from(row.ds),
        all: Int32Array.from(row.all),
      });
    await sink.close();
    const expected = rows.map((row) => {
      const f = Math.sign(row.f) * float32Max;
      return { ...row, f, fs: [f] };
    });
    assert.deepEqual(plain(await collect(read(path))), plain([...expected, ...expected]));
  });

  test(`a number just outside the range of its ${ending} column is an error, never another number`, async (t) => {
    const folder = await scratch(t);
    const columns: Columns = {
      n: int32,
      all: list(int32),
      wide: int64,
      f: float32,
      fs: list(float32),
      ds: list(float64),
    };
    for (const row of [
      { f: tooLarge },
      { f: -tooLarge },
      { f: Number.NEGATIVE_INFINITY },
      { fs: [1, tooLarge] },
      { fs: Float64Array.of(1, -tooLarge) },
      { fs: Float32Array.of(Number.POSITIVE_INFINITY) },
      { ds: Float64Array.of(1, Number.NEGATIVE_INFINITY) },
      { ds: Float32Array.of(Number.POSITIVE_INFINITY) },
      { n: max + 1 },
      { n: least - 1 },
      { all: [0, max + 1] },
      { all: [least - 1] },
      { wide: Number.MAX_SAFE_INTEGER + 1 },
      { wide: Number.MIN_SAFE_INTEGER - 1 },
    ]) {
      const sink = await open(join(folder, `rows.${ending}`), columns);
      await assert.rejects(async () => sink.write(row), { code: 'LB_SCHEMA' }, JSON.stringify(row));
      await sink.abort();
    }
    assert.deepEqual(await readdir(folder), []);
  });

  test(`step numbers of any size in a record come back from ${ending}`, async (t) => {
    const path = join(await scratch(t), `records.${ending}`);
    const rows = [max, max + 1, least, least - 1].map((step, index) => {
      const record = fullRecord(index);
      const [critique] = record.critiques as Record<string, unknown>[];
      return {
        ...record,
        error_steps: [0, step],
        critiques: [{ ...critique, first_error: step, explanations: { [step]: 'there' } }],
      };
    });
    await writeRecords(path, rows);
    const back = await collect(read(path));
    for (const [index, row] of rows.entries()) {
      const { error_steps, critiques } = back[index]!;
      const [critique] = critiques as Record<string, unknown>[];
      const { first_error, explanations } = critique!;
      assert.deepEqual(
        { error_steps, first_error, explanations },
        {
          error_steps: row.error_steps,
          first_error: row.critiques[0]!.first_error,
          explanations: row.critiques[0]!.explanations,
        },
      );
    }
  });

  for (const [what, counted] of [
    ['fewer', 4],
    ['more', 6],
    ['no', 0],
  ] as const) {
    test(`${ending} with ${what} rows than were written does not replace the file of the last run`, async (t) => {
      const folder = await scratch(t);
      const path = join(folder, `rows.${ending}`);
      await writeFile(path, 'the file of the last run');
      const other = join(folder, 'other');
      await mkdir(other);
      const write = async (target: string, rows: number) => {
        const sink = await open(target, { n: int32 }, { rowGroupRows: 2 });
        for (let n = 0; n < rows; n += 1) await sink.write({ n });
        return sink;
      };
      await (await write(join(other, 'rows'), counted)).close();
      const sink = await write(path, 5);
      // A valid file with another number of rows takes the place of the one being written.
      const temporary = (await readdir(folder)).find((name) => name.startsWith(`.rows.${ending}`));
      assert.ok(temporary !== undefined);
      await rename(join(other, 'rows'), join(folder, temporary));
      await assert.rejects(sink.close(), {
        code,
        message: `${path} was not written: its footer counts ${counted} rows of the 5 that went in`,
      });
      assert.deepEqual((await readdir(folder)).sort(), ['other', `rows.${ending}`]);
      assert.equal(await readFile(path, 'utf8'), 'the file of the last run');
    });
  }
}
