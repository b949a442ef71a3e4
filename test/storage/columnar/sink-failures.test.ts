// Sinks that fail, are given up or are used after their end: which error there is, and which file.
import assert from 'node:assert/strict';
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { openArrowSink } from '../../../src/storage/columnar/arrow-sink.ts';
import { type Columns, int32, list, rest, struct, utf8 } from '../../../src/storage/columnar/column.ts';
import { ParquetReader } from '../../../src/storage/columnar/parquet-file.ts';
import { openParquetSink } from '../../../src/storage/columnar/parquet-sink.ts';
import { plain } from '../../support/bytes.ts';
import { collect, formats, scratch } from './support.ts';

const ids = (count: number): { id: number }[] => Array.from({ length: count }, (_, id) => ({ id }));

for (const { ending, code, open, read } of formats) {
  test(`an ${ending} file that was damaged while it was written does not replace that of the last run`, async (t) => {
    const folder = await scratch(t);
    const path = join(folder, `rows.${ending}`);
    await writeFile(path, 'the file of the last run');
    const write = async (spoil: (temporary: string) => Promise<void>): Promise<void> => {
      const sink = await open(path, { id: int32 }, { rowGroupRows: 2 });
      for (const row of ids(5)) await sink.write(row);
      const temporary = (await readdir(folder)).find((name) => name.startsWith('.'));
      await spoil(join(folder, temporary!));
      await sink.close();
    };
    const spoiled = { code, message: new RegExp(`^${path} was not written|^cannot write ${path}: .`) };
    for (const content of [Buffer.alloc(100_000), Buffer.alloc(100_000, 'no table ')]) {
      // Longer than the file: its end is not what the sink writes.
      const spoil = (temporary: string): Promise<void> => writeFile(temporary, content);
      await assert.rejects(write(spoil), spoiled);
      assert.deepEqual(await readdir(folder), [`rows.${ending}`]);
      assert.equal(await readFile(path, 'utf8'), 'the file of the last run');
    }
    await write(async () => {});
    assert.deepEqual(plain(await collect(read(path))), ids(5));
  });

  test(`an ${ending} sink says how many rows and bytes it wrote, and takes no more`, async (t) => {
    const path = join(await scratch(t), `rows.${ending}`);
    for (const count of [0, 1, 5]) {
      const sink = await open(path, { id: int32 }, { rowGroupRows: 2 });
      for (const row of ids(count)) await sink.write(row);
      assert.deepEqual(await sink.close(), { rows: count, bytes: (await stat(path)).size });
      const closed = { code: 'LB_INTERNAL', message: `${path}: the sink has been closed` };
      await assert.rejects(async () => sink.write({ id: 1 }), closed);
      await assert.rejects(sink.close(), closed);
      await sink.abort();
      await assert.rejects(async () => sink.write({ id: 1 }), closed);
      assert.deepEqual(plain(await collect(read(path))), ids(count));
    }
  });

  test(`an ${ending} sink that was given up writes nothing, whatever is asked of it`, async (t) => {
    const folder = await scratch(t);
    for (const count of [0, 1, 5]) {
      const sink = await open(join(folder, `rows.${ending}`), { id: int32 }, { rowGroupRows: 2 });
      for (const row of ids(count)) await sink.write(row);
      await sink.abort();
      const aborted = { code: 'LB_INTERNAL', message: /: the sink has been aborted$/ };
      await assert.rejects(async () => sink.write({ id: 1 }), aborted);
      await assert.rejects(sink.close(), aborted);
      await sink.abort();
      assert.deepEqual(await readdir(folder), []);
    }
  });

  test(`a value without a JSON form is null in ${ending}, and one that JSON rejects an error that names its row`, async (t) => {
    const path = join(await scratch(t), `rows.${ending}`);
    const columns: Columns = { a: { kind: 'json', keepsNull: true }, extra: rest };
    const sink = await open(path, columns);
    for (const a of [() => 1, Symbol('s'), undefined, null, [() => 1], { b: undefined }])
      await sink.write({ a });
    await sink.write({ a: 1, b: () => 1 });
    await sink.close();
    assert.deepEqual(
      plain(await collect(read(path))),
      [null, null, null, null, [null], {}, 1].map((a) => ({ a })),
    );
    const spoiled = await open(path, columns);
    await spoiled.write({ a: 1 });
    const message = `${path}: row 2: Do not know how to serialize a BigInt`;
    await assert.rejects(async () => spoiled.write({ a: 1n }), { code: 'LB_SCHEMA', message });
    await assert.rejects(spoiled.close(), { code: 'LB_SCHEMA', message });
    assert.equal((await collect(read(path))).length, 7);
  });
}

test('undefined in a list is null, as it is in JSON', async (t) => {
  const path = join(await scratch(t), 'rows.arrow');
  const sink = await openArrowSink(path, { a: list(int32), b: list(list(utf8)) });
  await sink.write({ a: [1, undefined, new Array(2)[0]], b: [undefined, ['x', undefined]] });
  await sink.close();
  const [row] = await collect(formats[1].read(path));
  assert.deepEqual({ ...row }, { ...row, a: [1, null, null], b: [null, ['x', null]] });
});

test('a field that a struct has no column for goes to the nearest place for others', async (t) => {
  const path = join(await scratch(t), 'rows.arrow');
  const open = struct({ a: int32, extra: rest });
  const closed = struct({ a: int32 });
  const entries = { kind: 'entries', key: 'name', keyKind: 'utf8', fields: open.fields } as const;
  const columns: Columns = {
    one: open,
    many: list(open),
    keyed: entries,
    within: struct({ closed, extra: rest }),
  };
  const part = { a: 1, b: 2, extra: 3 };
  const row = { one: part, many: [part, null], keyed: { x: part }, within: { closed: part } };
  const sink = await openArrowSink(path, columns);
  await sink.write(row);
  await sink.close();
  assert.deepEqual(plain(await collect(formats[1].read(path))), [row]);
  const spoiled = await openArrowSink(path, { one: closed });
  await assert.rejects(async () => spoiled.write({ one: part }), {
    message: `${path}: row 1: column "one" cannot hold a object`,
  });
  await spoiled.abort();
});

test('row groups hold 65,536 rows or 8 MiB unless the writer says otherwise', async (t) => {
  const path = join(await scratch(t), 'rows.parquet');
  const groups = async (
    columns: Columns,
    rows: Iterable<Record<string, unknown>>,
  ): Promise<readonly number[]> => {
    const sink = await openParquetSink(path, columns);
    for (const row of rows) await sink.write(row);
    await sink.close();
    const reader = new ParquetReader();
    const { groupRows } = await reader.open(path);
    await reader.close();
    return groupRows;
  };
  assert.deepEqual(await groups({ id: int32 }, ids(65_537)), [65_536, 1]);
  // With the four bytes of where it ends, each text is a mebibyte.
  const text = 'x'.repeat(1024 * 1024 - 4);
  assert.deepEqual(await groups({ text: utf8 }, new Array(17).fill({ text })), [8, 8, 1]);
});
