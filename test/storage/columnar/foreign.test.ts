import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import {
  Bool,
  type DataType,
  DateDay,
  Dictionary,
  DurationMicrosecond,
  Field,
  Float64,
  Int32,
  Int64,
  LargeUtf8,
  List,
  makeData,
  makeVector,
  Null,
  RecordBatch,
  Schema,
  Struct,
  Table,
  TimeMicrosecond,
  TimeSecond,
  TimestampMicrosecond,
  TimestampMillisecond,
  TimestampNanosecond,
  TimestampSecond,
  tableFromArrays,
  tableToIPC,
  Utf8,
  type Vector,
  vectorFromArray,
} from 'apache-arrow';
import { Table as WasmTable, writeParquet } from 'parquet-wasm';
import { readArrow } from '../../../src/storage/columnar/arrow-source.ts';
import { readParquet } from '../../../src/storage/columnar/parquet-source.ts';
import { collect, scratch } from './support.ts';

const compressedFile = [
  'QVJST1cxAAD/////cAAAABAAAAAAAAoADAAGAAUACAAKAAAAAAEEAAwAAAAIAAgAAAAEAAgAAAAEAAAAAQAAABQAAAAQABQA',
  'CAAGAAcADAAAABAAEAAAAAAAAQUQAAAAGAAAAAQAAAAAAAAAAQAAAGEAAAAEAAQABAAAAAAAAAD/////qAAAABQAAAAAAAAA',
  'DAAYAAYABQAIAAwADAAAAAADBAAcAAAAOAAAAAAAAAAAAAAADAAcABAABAAIAAwADAAAAFgAAAAcAAAAFAAAAAEAAAAAAAAA',
  'AAAAAAQABAAEAAAAAwAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAB8AAAAAAAAAIAAAAAAAAAAYAAAAAAAAAAAAAAABAAAA',
  'AQAAAAAAAAAAAAAAAAAAAAgAAAAAAAAABCJNGGBAgggAAIAAAAAAAQAAAAAAAAAAAQAAAAAAAAAEIk0YYECCAQAAgGIAAAAA',
  '/////wAAAAAQAAAADAAUAAYACAAMABAADAAAAAAABAA4AAAAKAAAAAQAAAABAAAAgAAAAAAAAACwAAAAAAAAADgAAAAAAAAA',
  'AAAAAAAAAAAIAAgAAAAEAAgAAAAEAAAAAQAAABQAAAAQABQACAAGAAcADAAAABAAEAAAAAAAAQUQAAAAGAAAAAQAAAAAAAAA',
  'AQAAAGEAAAAEAAQABAAAAJgAAABBUlJPVzE=',
].join('');

async function writeForeign(
  folder: string,
  columns: Record<string, Vector>,
): Promise<Record<string, string>> {
  const ipc = tableToIPC(new Table(columns), 'stream');
  const paths = {
    parquet: join(folder, 'x.parquet'),
    stream: join(folder, 'x.arrows'),
    file: join(folder, 'x.arrow'),
  };
  await writeFile(paths.parquet, writeParquet(WasmTable.fromIPCStream(ipc)));
  await writeFile(paths.stream, ipc);
  await writeFile(paths.file, tableToIPC(new Table(columns), 'file'));
  return paths;
}

/** Columns of 64-bit counts, which vectorFromArray would take for milliseconds. */
function counted(counts: readonly bigint[], type: DataType): Vector {
  return makeVector(makeData({ type, length: counts.length, data: BigInt64Array.from(counts) } as never));
}

async function readAll(paths: Record<string, string>): Promise<unknown[]> {
  const readings = [readParquet(paths.parquet!), readArrow(paths.stream!), readArrow(paths.file!)];
  return Promise.all(readings.map(async (rows) => JSON.parse(JSON.stringify(await collect(rows)))));
}

test('a file of another tool is read as what its types say', async (t) => {
  const point = new Struct([new Field('x', new Int32(), true), new Field('y', new Utf8(), true)]);
  const paths = await writeForeign(await scratch(t), {
    question: vectorFromArray(['a', null, 'ü'], new Utf8()),
    solution: vectorFromArray(['s', 't', 'u'], new LargeUtf8()),
    source: vectorFromArray(['aops', 'aops', 'cn'], new Dictionary(new Utf8(), new Int32())),
    level: vectorFromArray([1n, null, 2n ** 53n + 1n], new Int64()),
    score: vectorFromArray([0.5, Number.NaN, null], new Float64()),
    unused: vectorFromArray([null, null, null], new Null()),
    ok: vectorFromArray([true, false, null], new Bool()),
    day: vectorFromArray([new Date('2024-02-29'), null, new Date('1969-12-31')], new DateDay()),
    at: vectorFromArray([new Date('2024-02-29T01:02:03.004Z'), null, null], new TimestampMillisecond()),
    points: vectorFromArray([[{ x: 1, y: 'p' }, null], [], null], new List(new Field('item', point, true))),
    meta: vectorFromArray(['{"a":1}', null, 'text'], new Utf8()),
  });
  const rows = [
    {
      question: 'a',
      solution: 's',
      source: 'aops',
      level: 1,
      score: 0.5,
      unused: null,
      ok: true,
      day: '2024-02-29',
      at: '2024-02-29T01:02:03.004Z',
      points: [{ x: 1, y: 'p' }, null],
      meta: '{"a":1}',
    },
    {
      question: null,
      solution: 't',
      source: 'aops',
      level: null,
      score: null,
      unused: null,
      ok: false,
      day: null,
      at: null,
      points: [],
      meta: null,
    },
    {
      question: 'ü',
      solution: 'u',
      source: 'cn',
      level: '9007199254740993',
      score: null,
      unused: null,
      ok: null,
      day: '1969-12-31',
      at: null,
      points: null,
      meta: 'text',
    },
  ];
  assert.deepEqual(await readAll(paths), [rows, rows, rows]);
});

test('dates, times and durations keep every digit, in whatever unit the file counts', async (t) => {
  const paths = await writeForeign(await scratch(t), {
    second: vectorFromArray([1_700_000_000_000, -1000, null], new TimestampSecond()),
    micro: counted([1_700_000_000_123_456n, -1n, 2n ** 63n - 1n], new TimestampMicrosecond()),
    nano: counted([1_700_000_000_123_456_789n, -1n, 1_000_000_000n], new TimestampNanosecond()),
    clock: vectorFromArray([3723, 0, null], new TimeSecond()),
    fine: counted([3_723_000_004n, 0n, 86_399_999_999n], new TimeMicrosecond()),
    length: counted([86_400_000_000n, -500_000n, 0n], new DurationMicrosecond()),
  });
  const rows = [
    {
      second: '2023-11-14T22:13:20.000Z',
      micro: '2023-11-14T22:13:20.123456Z',
      nano: '2023-11-14T22:13:20.123456789Z',
      clock: '01:02:03',
      fine: '01:02:03.000004',
      length: 'PT86400S',
    },
    {
      second: '1969-12-31T23:59:59.000Z',
      micro: '1969-12-31T23:59:59.999999Z',
      nano: '1969-12-31T23:59:59.999999999Z',
      clock: '00:00:00',
      fine: '00:00:00',
      length: '-PT0.5S',
    },
    {
      second: null,
      // DuckDB writes it for infinity.
      micro: '9223372036854775807',
      nano: '1970-01-01T00:00:01.000Z',
      clock: null,
      fine: '23:59:59.999999',
      length: 'PT0S',
    },
  ];
  assert.deepEqual(await readAll(paths), [rows, rows, rows]);
});

test('a column that is there twice is an error, as in CSV, and not the last of the two', async (t) => {
  const path = join(await scratch(t), 'x.parquet');
  const [first, second] = ['one', 'two'].map((text) => vectorFromArray([text], new Utf8()).data[0]!);
  const type = new Struct([new Field('problem', new Utf8(), true), new Field('problem', new Utf8(), true)]);
  const batch = new RecordBatch(
    new Schema(type.children),
    makeData({ type, length: 1, nullCount: 0, children: [first!, second!] }),
  );
  const ipc = tableToIPC(new Table([batch]), 'stream');
  await writeFile(path, writeParquet(WasmTable.fromIPCStream(ipc)));
  await writeFile(`${path}.arrows`, ipc);
  const twice = { code: 'LB_SCHEMA', message: /column "problem" is twice in the file; rename one/ };
  await assert.rejects(collect(readParquet(path)), twice);
  await assert.rejects(collect(readArrow(`${path}.arrows`)), twice);
});

test('an Arrow file whose buffers are compressed is said to be that, with the way out', async (t) => {
  const path = join(await scratch(t), 'x.arrow');
  // One column "a" with the text "b", as to_feather of pandas writes it: LZ4.
  await writeFile(path, Buffer.from(compressedFile, 'base64'));
  const message = /its buffers are compressed; write it with compression='uncompressed'/;
  await assert.rejects(collect(readArrow(path)), { code: 'LB_ARROW', message });
});

test('records that went through another tool are records again', async (t) => {
  const entry = new Struct([new Field('step', new Int32(), true), new Field('text', new Utf8(), true)]);
  const critique = new Struct([
    new Field('critic', new Utf8(), true),
    new Field('explanations', new List(new Field('l', entry, true)), true),
    new Field('added', new Int32(), true),
  ]);
  const paths = await writeForeign(await scratch(t), {
    id: vectorFromArray(['a'], new Utf8()),
    problem: vectorFromArray(['p'], new Utf8()),
    steps: vectorFromArray([['s', 't']], new List(new Field('item', new Utf8(), true))),
    difficulty: vectorFromArray(['"7"'], new Utf8()),
    meta: vectorFromArray(['{"a":[1]}'], new Utf8()),
    critiques: vectorFromArray(
      [[{ critic: 'c', explanations: [{ step: 1, text: 'why' }], added: null }]],
      new List(new Field('item', critique, true)),
    ),
    extra: vectorFromArray(['{"tool":1}'], new Utf8()),
  });
  const row = {
    id: 'a',
    problem: 'p',
    steps: ['s', 't'],
    difficulty: '7',
    meta: { a: [1] },
    critiques: [{ critic: 'c', explanations: { 1: 'why' }, added: null }],
    tool: 1,
  };
  assert.deepEqual(await readAll(paths), [[row], [row], [row]]);
});

test('a file of a later version is not guessed at', async (t) => {
  const path = join(await scratch(t), 'x.arrow');
  const table = tableFromArrays({ id: ['a'] });
  table.schema.metadata.set('latebench', '{"schema_version":3,"columns":{"id":{"kind":"new"}}}');
  await writeFile(path, tableToIPC(table, 'file'));
  await assert.rejects(collect(readArrow(path)), {
    code: 'LB_SCHEMA',
    message: /x\.arrow has table schema 3/,
  });
});
