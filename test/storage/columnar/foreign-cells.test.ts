// Cells of other tools: types that JSON lacks, and offsets that are damaged.
import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import {
  Binary,
  Decimal,
  Field,
  FixedSizeList,
  Float16,
  Int32,
  List,
  Map_,
  makeData,
  Null,
  RecordBatch,
  Schema,
  Struct,
  Table,
  tableToIPC,
  Utf8,
  Vector,
  vectorFromArray,
} from 'apache-arrow';
import { readArrow } from '../../../src/storage/columnar/arrow-source.ts';
import { fieldsCell } from '../../../src/storage/columnar/nested-cells.ts';
import { plain } from '../../support/bytes.ts';
import { collect, scratch } from './support.ts';

test('values of types that JSON lacks are read in a form that loses nothing', async (t) => {
  const path = join(await scratch(t), 'x.arrow');
  const type = new Decimal(2, 10, 128);
  const words = (value: bigint): number[] =>
    [0n, 32n, 64n, 96n].map((by) => Number((value >> by) & 0xffffffffn));
  const data = Uint32Array.from([12_345n, -12_345n, 5n, 0n, -(10n ** 30n)].flatMap(words));
  const pairs = new Map_<Utf8, Int32>(
    new Field(
      'entries',
      new Struct([new Field('key', new Utf8(), false), new Field('value', new Int32(), true)] as never),
      false,
    ),
  );
  const columns = {
    amount: new Vector([makeData({ type, length: 5, data })]),
    whole: new Vector([makeData({ type: new Decimal(0, 10, 128), length: 5, data: data.slice() })]),
    bytes: vectorFromArray([Uint8Array.of(1, 2, 255), null, Uint8Array.of(), null, null], new Binary()),
    half: new Vector([
      makeData({ type: new Float16(), length: 5, data: Uint16Array.of(0x3c00, 0xc000, 0, 0x3800, 0x7e00) }),
    ]),
    none: vectorFromArray([null, null, null, null, null], new Null()),
    point: vectorFromArray(
      [[1, 2], null, [3, 4], [5, null], [6, 7]],
      new FixedSizeList(2, new Field('item', new Int32(), true)),
    ),
    map: vectorFromArray([{ a: 1 }, { b: 2, c: 3 }, {}, { '5': null }, null] as never, pairs),
  };
  await writeFile(path, tableToIPC(new Table(columns as never), 'file'));
  const read = plain(await collect(readArrow(path)));
  const column = (name: string): unknown[] => read.map((row) => row[name]);
  assert.deepEqual(column('amount'), ['123.45', '-123.45', '0.05', '0.00', `-1${'0'.repeat(28)}.00`]);
  assert.deepEqual(column('whole'), ['12345', '-12345', '5', '0', `-1${'0'.repeat(30)}`]);
  assert.deepEqual(column('bytes'), ['AQL/', null, '', null, null]);
  assert.deepEqual(column('half'), [1, -2, 0, 0.5, null]);
  assert.deepEqual(column('none'), [null, null, null, null, null]);
  assert.deepEqual(column('point'), [[1, 2], null, [3, 4], [5, null], [6, 7]]);
  assert.deepEqual(column('map'), [{ a: 1 }, { b: 2, c: 3 }, {}, { 5: null }, null]);
});

test('offsets that lead outside of their column are damage, not other values', () => {
  const texts = (...ends: number[]) =>
    makeData({
      type: new Utf8(),
      length: ends.length - 1,
      valueOffsets: Int32Array.from(ends),
      data: Buffer.from('abcdef'),
    });
  const read = (data: ReturnType<typeof makeData>, index: number): unknown => {
    const schema = new Schema([new Field('x', data.type, true)]);
    const row = makeData({
      type: new Struct(schema.fields),
      length: data.length,
      nullCount: 0,
      children: [data],
    });
    return fieldsCell(new RecordBatch(schema, row as never).data, undefined)(index).x;
  };
  assert.deepEqual(
    [read(texts(0, 2, 6), 0), read(texts(0, 2, 6), 1), read(texts(0, 0), 0)],
    ['ab', 'cdef', ''],
  );
  for (const ends of [
    [-1, 2],
    [4, 2],
    [0, 7],
  ])
    assert.throws(() => read(texts(...ends), 0), /a text reaches from byte -?\d+ to \d+ of 6/);
  const lists = (...ends: number[]) =>
    makeData({
      type: new List(new Field('item', new Utf8(), true)),
      length: ends.length - 1,
      valueOffsets: Int32Array.from(ends),
      child: texts(0, 2, 6),
    });
  assert.deepEqual([read(lists(0, 2), 0), read(lists(1, 1), 0)], [['ab', 'cdef'], []]);
  for (const ends of [
    [-1, 1],
    [2, 1],
    [0, 3],
  ])
    assert.throws(() => read(lists(...ends), 0), /a list reaches from -?\d+ to \d+ of 2 items/);
});
