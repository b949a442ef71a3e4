// Cells of other tools: types that JSON lacks, and offsets that are damaged.
import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import {
  Binary,
  Bool,
  type DataType,
  DateDay,
  DateMillisecond,
  Decimal,
  Dictionary,
  DurationMillisecond,
  Field,
  FixedSizeBinary,
  FixedSizeList,
  Float16,
  Float32,
  Int8,
  Int16,
  Int32,
  Int64,
  IntervalDayTime,
  LargeUtf8,
  List,
  Map_,
  makeData,
  Null,
  RecordBatch,
  Schema,
  Struct,
  Table,
  TimeNanosecond,
  TimeSecond,
  TimestampMicrosecond,
  TimestampMillisecond,
  TimestampNanosecond,
  TimestampSecond,
  tableToIPC,
  Uint8,
  Uint16,
  Uint32,
  Uint64,
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

test('numbers, times and spans of every width are read as what they are, to the last digit', async (t) => {
  const path = join(await scratch(t), 'x.arrow');
  const of = (type: DataType, data: ArrayBufferView): Vector =>
    new Vector([
      makeData({ type, length: 3, nullCount: 1, nullBitmap: Uint8Array.of(0b101), data } as never),
    ]);
  const ints = [1, 9, 2];
  const bigs = [2n ** 53n, 9n, -3n];
  const moment = BigInt(Date.UTC(2024, 1, 29, 1, 2, 3)) / 1000n;
  const moments = (perSecond: bigint) => BigInt64Array.of(moment * perSecond, 9n, -perSecond);
  const columns = {
    int8: of(new Int8(), Int8Array.of(-128, 9, 127)),
    int16: of(new Int16(), Int16Array.of(-32_768, 9, 32_767)),
    uint8: of(new Uint8(), Uint8Array.of(255, 9, 0)),
    uint16: of(new Uint16(), Uint16Array.of(65_535, 9, 0)),
    uint32: of(new Uint32(), Uint32Array.of(2 ** 32 - 1, 9, 0)),
    int64: of(new Int64(), BigInt64Array.from(bigs)),
    uint64: of(new Uint64(), BigUint64Array.of(2n ** 64n - 1n, 9n, 2n ** 53n - 1n)),
    float32: of(new Float32(), Float32Array.of(0.5, 9, Number.NaN)),
    seconds: of(new TimestampSecond(), moments(1n)),
    millis: of(new TimestampMillisecond(), moments(1000n)),
    micros: of(new TimestampMicrosecond(), moments(1_000_000n)),
    nanos: of(new TimestampNanosecond(), moments(1_000_000_000n)),
    day: of(new DateDay(), Int32Array.of(19_782, 9, -1)),
    day64: of(new DateMillisecond(), BigInt64Array.of(moment * 1000n, 9n, -1n)),
    time: of(new TimeSecond(), Int32Array.from(ints)),
    time64: of(new TimeNanosecond(), BigInt64Array.from([1n, 9n, 2n ** 60n])),
    span: of(new DurationMillisecond(), BigInt64Array.from(bigs)),
    interval: of(new IntervalDayTime(), Int32Array.of(1, 2, 9, 9, 3, -4)),
    word: vectorFromArray(['x', null, 'y'], new Dictionary(new Utf8(), new Int8())),
    code: vectorFromArray([7n, null, 2n ** 60n], new Dictionary(new Int64(), new Int8())),
    fixed: of(new FixedSizeBinary(2), Uint8Array.of(1, 2, 9, 9, 3, 255)),
    large: vectorFromArray(['ü', null, ''], new LargeUtf8()),
    flag: of(new Bool(), Uint8Array.of(0b001)),
  };
  await writeFile(path, tableToIPC(new Table(columns as never), 'file'));
  const read = plain(await collect(readArrow(path)));
  const [at, before] = ['2024-02-29T01:02:03.000Z', '1969-12-31T23:59:59.000Z'];
  const expected: Record<keyof typeof columns, readonly [unknown, unknown]> = {
    int8: [-128, 127],
    int16: [-32_768, 32_767],
    uint8: [255, 0],
    uint16: [65_535, 0],
    uint32: [2 ** 32 - 1, 0],
    int64: ['9007199254740992', -3],
    uint64: ['18446744073709551615', 2 ** 53 - 1],
    float32: [0.5, null],
    seconds: [at, before],
    millis: [at, before],
    micros: [at, before],
    nanos: [at, before],
    day: ['2024-02-29', '1969-12-31'],
    day64: ['2024-02-29', '1969-12-31'],
    time: ['00:00:01', '00:00:02'],
    time64: ['00:00:00.000000001', '320255:58:24.606846976'],
    span: ['PT9007199254740.992S', '-PT0.003S'],
    interval: [
      [1, 2],
      [3, -4],
    ],
    word: ['x', 'y'],
    code: [7, String(2n ** 60n)],
    fixed: ['AQI=', 'A/8='],
    large: ['ü', ''],
    flag: [true, false],
  };
  for (const [name, [first, last]] of Object.entries(expected))
    assert.deepEqual(
      read.map((row) => row[name]),
      [first, null, last],
      name,
    );
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
