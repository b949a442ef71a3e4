// Values at the edges of what columns hold: packed lists, values of other types, texts that look like numbers.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import fc from 'fast-check';
import { openArrowSink } from '../../../src/storage/columnar/arrow-sink.ts';
import { readArrow } from '../../../src/storage/columnar/arrow-source.ts';
import {
  bool,
  type Columns,
  float32,
  float64,
  int32,
  int64,
  keepNull,
  list,
  rest,
  struct,
  textOrNumber,
  utf8,
} from '../../../src/storage/columnar/column.ts';
import { PackedTexts } from '../../../src/storage/columnar/packed-texts.ts';
import { fromCellText, isNumberText, toCellText } from '../../../src/storage/columnar/text-or-number.ts';
import type { Row } from '../../../src/storage/rows.ts';
import { plain } from '../../support/bytes.ts';
import { collect, scratch } from './support.ts';

async function roundTrip(
  path: string,
  columns: Columns,
  rows: readonly Row[],
  rowGroupRows = 2,
): Promise<Row[]> {
  const sink = await openArrowSink(path, columns, { rowGroupRows });
  for (const row of rows) await sink.write(row);
  await sink.close();
  return plain(await collect(readArrow(path)));
}

test('packed lists are stored as lists of the same values, NaN as null', async (t) => {
  const path = join(await scratch(t), 'x.arrow');
  const columns = {
    f: list(float32),
    d: list(float64),
    i: list(int32),
    b: list(int64),
    s: keepNull(list(utf8)),
    n: int32,
  };
  const texts = PackedTexts.copy(Buffer.from('skipéab'), Int32Array.of(0, 4, 6, 6, 8), 1, 4);
  assert.deepEqual([texts.toStrings(), texts.length, texts.ends[0]], [['é', '', 'ab'], 3, 0]);
  const packed = {
    f: Float32Array.of(0.5, Number.NaN, -1),
    d: Float64Array.of(Number.NaN, 0.1),
    i: Int32Array.of(-7, 2 ** 31 - 1),
    b: Int32Array.of(5),
    s: texts,
    n: 1,
  };
  const same = { f: [0.5, null, -1], d: [null, 0.1], i: [-7, 2 ** 31 - 1], b: [5], s: ['é', '', 'ab'], n: 1 };
  const long = {
    f: new Float32Array(3_000).fill(0.25),
    s: PackedTexts.of(new Array(3_000).fill('xyz')),
    n: 2,
  };
  const empty = { f: new Float32Array(0), s: PackedTexts.empty(0), n: 3 };
  const bare = { f: [null, 1], s: null, n: 4 };
  const read = await roundTrip(path, columns, [packed, long, packed, same, empty, bare, packed], 3);
  assert.deepEqual(read[0], same);
  assert.deepEqual([read[2], read[3], read[6]], [same, same, same]);
  assert.deepEqual(read[1], { f: [...long.f], s: long.s.toStrings(), n: 2 });
  assert.deepEqual([read[4], read[5]], [{ f: [], s: [], n: 3 }, bare]);
});

test('a value that its column cannot hold is an error that names row, column and what it is', async (t) => {
  const path = join(await scratch(t), 'x.arrow');
  const columns = {
    t: utf8,
    i: int32,
    b: int64,
    f: float32,
    d: float64,
    ok: bool,
    mixed: textOrNumber,
    fs: list(float32),
    ts: list(utf8),
    s: struct({ a: int32 }),
    gate: { kind: 'entries', key: 'check', keyKind: 'utf8', fields: { ok: bool } },
    notes: { kind: 'entries', key: 'step', keyKind: 'int32', value: 'text', fields: { text: utf8 } },
  } as const satisfies Columns;
  const good: Row = {
    t: 'é😀',
    i: -1,
    b: -(2 ** 53) + 1,
    f: 1,
    d: 0.1,
    ok: false,
    mixed: '5',
    fs: [1, null],
    ts: ['', null],
    s: { a: null },
    gate: { late: { ok: true } },
    notes: { 3: 'x', '-1': '' },
  };
  const { s: _, ...others } = good;
  assert.deepEqual(await roundTrip(path, columns, [{ s: { a: 1, b: undefined, toString: undefined } }]), [
    { s: { a: 1 } },
  ]);
  assert.deepEqual(await roundTrip(path, columns, [good, {}]), [{ ...others, s: {} }, {}]);
  const wrong: Row[] = [
    { t: 5 },
    { t: '\ud800' },
    { i: 1.5 },
    { i: '1' },
    { b: 0.5 },
    { f: Number.POSITIVE_INFINITY },
    { f: 1e39 },
    { fs: [-1e39] },
    { fs: Float64Array.of(0, 1e39) },
    { d: Number.NaN },
    { d: '1' },
    { ok: 1 },
    { mixed: Number.NaN },
    { mixed: '\udc00' },
    { mixed: true },
    { fs: Float32Array.of(1, Number.POSITIVE_INFINITY) },
    { fs: Float64Array.of(Number.NEGATIVE_INFINITY) },
    { fs: ['1'] },
    { fs: PackedTexts.of(['1']) },
    { fs: 1 },
    { fs: new DataView(new ArrayBuffer(4)) },
    { ts: Float32Array.of(1) },
    { ts: 'abc' },
    { s: [] },
    { s: { a: 'x' } },
    { s: { b: 1 } },
    { s: { toString: 1 } },
    { gate: [] },
    { gate: { late: { ok: 1 } } },
    { gate: { late: null } },
    { gate: { '\ud800': { ok: true } } },
    { notes: { x: 'a' } },
    { notes: { '01': 'a' } },
    { notes: { 3: 1 } },
    { notes: { '2147483648': 'a' } },
  ];
  for (const row of wrong) {
    const sink = await openArrowSink(path, columns);
    await sink.write(good);
    const [name] = Object.keys(row);
    await assert.rejects(
      async () => sink.write(row),
      (error: Error & { code?: string }) => {
        assert.equal(error.code, 'LB_SCHEMA', JSON.stringify(row));
        assert.ok(error.message.startsWith(`${path}: row 2: column "${name}" cannot hold `), error.message);
        return true;
      },
    );
    await assert.rejects(async () => sink.write(good), { code: 'LB_SCHEMA' });
    await sink.abort();
  }
  const sink = await openArrowSink(path, columns);
  await assert.rejects(async () => sink.write({ other: 1 }), /row 1: column "other" does not exist/);
  await sink.abort();
  await assert.rejects(async () => sink.write({ other: undefined }), /row 1: column "other" does not exist/);
});

test('what a struct has no column for is in its rest, under any name', async (t) => {
  const path = join(await scratch(t), 'x.arrow');
  const own = JSON.parse('{"a":1,"__proto__":{"b":2},"x":null,"constructor":[1]}') as Row;
  const rows = [
    { s: own, id: 'one' },
    { s: { a: 'text' }, id: 5 },
    { s: null, id: 'three' },
    { s: {}, more: '\ud800' },
  ];
  const columns = { s: keepNull(struct({ a: int32, extra: rest })), id: utf8, extra: rest };
  assert.deepEqual(await roundTrip(path, columns, rows), rows);
});

test('a text that looks like a number comes back as text, and a number as a number', () => {
  for (const [value, cell] of [
    [5, '5'],
    ['5', '"5"'],
    ['5.0', '5.0'],
    ['05', '05'],
    ['1e3', '1e3'],
    [1e21, '1e+21'],
    ['1e+21', '"1e+21"'],
    [-0.5, '-0.5'],
    ['', ''],
    ['"', '"\\""'],
    ['"a"', '"\\"a\\""'],
    ['a"b', 'a"b'],
    ['Infinity', 'Infinity'],
    ['NaN', 'NaN'],
    [' 5', ' 5'],
    [' "a"', ' "a"'],
    ['\n"5" ', '\n"5" '],
    ['true', 'true'],
    ['[1]', '[1]'],
  ] as const) {
    assert.equal(toCellText(value), cell);
    assert.equal(fromCellText(cell), value);
    assert.equal(isNumberText(cell), typeof value === 'number', cell);
  }
  // Another tool's text may begin with a quotation mark.
  for (const text of ['"quoted" word', '"', '"5', '"a\\x"']) assert.equal(fromCellText(text), text);
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.double({ noNaN: true, noDefaultInfinity: true }).map((n) => n + 0),
      ),
      (value) => {
        assert.equal(fromCellText(toCellText(value)), value);
      },
    ),
  );
});

test('rows come in groups that are small where rows are large', async (t) => {
  const path = join(await scratch(t), 'x.arrow');
  const groupsOf = async (rows: readonly Row[]): Promise<number[]> => {
    const sink = await openArrowSink(path, { id: utf8 });
    for (const row of rows) await sink.write(row);
    await sink.close();
    const sizes: number[] = [];
    for await (const group of readArrow(path)) sizes.push(group.length);
    return sizes;
  };
  assert.deepEqual(
    await groupsOf(Array.from({ length: 600 }, (_, at) => ({ id: String(at) }))),
    [256, 256, 88],
  );
  const large = await groupsOf(Array.from({ length: 8 }, () => ({ id: 'x'.repeat(400_000) })));
  assert.deepEqual(large, [2, 2, 2, 2]);
  assert.deepEqual(await groupsOf([{ id: 'y'.repeat(3_000_000) }, { id: 'z' }]), [1, 1]);
});
