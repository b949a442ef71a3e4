// What a file says that its columns mean: what we write, what older versions wrote, and what other tools leave of it.
import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import {
  Field,
  Int32,
  List,
  Map_,
  Struct,
  Table,
  tableFromIPC,
  tableToIPC,
  Utf8,
  type Vector,
  vectorFromArray,
} from 'apache-arrow';
import { openArrowSink } from '../../../src/storage/columnar/arrow-sink.ts';
import { readArrow } from '../../../src/storage/columnar/arrow-source.ts';
import {
  type Columns,
  int32,
  jsonAndRest,
  keepNull,
  list,
  struct,
  utf8,
} from '../../../src/storage/columnar/column.ts';
import type { Row } from '../../../src/storage/rows.ts';
import { plain } from '../../support/bytes.ts';
import { collect, scratch } from './support.ts';

async function readForeign(
  path: string,
  columns: Record<string, Vector>,
  metadata?: unknown,
  requested?: readonly string[],
): Promise<Row[]> {
  const table = new Table(columns);
  if (metadata !== undefined) {
    table.schema.metadata.set(
      'latebench',
      typeof metadata === 'string' ? metadata : JSON.stringify(metadata),
    );
  }
  await writeFile(path, tableToIPC(table, 'file'));
  return plain(await collect(readArrow(path, requested === undefined ? {} : { columns: requested })));
}

const texts = (...values: (string | null)[]): Vector => vectorFromArray(values, new Utf8());
const numbers = (...values: (number | null)[]): Vector => vectorFromArray(values, new Int32());
const field = (name: string, type: ConstructorParameters<typeof Field>[1]): Field =>
  new Field(name, type, true);

test('a file says what its columns mean, in the oldest version that knows them, and what its writer passed', async (t) => {
  const path = join(await scratch(t), 'x.arrow');
  const written = async (columns: Columns): Promise<unknown> => {
    const metadata = { tool: 'test', schema_version: '9', columns: 'mine' };
    await (await openArrowSink(path, columns, { metadata })).close();
    return JSON.parse(tableFromIPC(await readFile(path)).schema.metadata.get('latebench')!);
  };
  const plainColumns = { id: utf8, about: struct({ n: keepNull(int32) }) };
  const whole = { ...plainColumns, meta: jsonAndRest };
  assert.deepEqual(await written(plainColumns), { tool: 'test', schema_version: 1, columns: plainColumns });
  assert.deepEqual(await written(whole), { tool: 'test', schema_version: 2, columns: whole });
  assert.deepEqual(await written({ meta: jsonAndRest, id: utf8 }), {
    tool: 'test',
    schema_version: 2,
    columns: { meta: jsonAndRest, id: utf8 },
  });
});

test('what another tool has under our name in the metadata is not taken for ours', async (t) => {
  const path = join(await scratch(t), 'x.arrow');
  for (const metadata of [
    'no JSON',
    '',
    'null',
    '5',
    '[]',
    {},
    { schema_version: 1 },
    { schema_version: 9.5, columns: {} },
    { schema_version: '1', columns: { id: { kind: 'json' } } },
    { columns: { id: { kind: 'json' } } },
    { schema_version: 1, columns: { id: { kind: 'new' } } },
    { schema_version: 1, columns: { id: { kind: 'list' } } },
    { schema_version: 1, columns: { id: { kind: 'struct' } } },
    { schema_version: 1, columns: { id: { kind: 'entries', key: 'a', fields: {} } } },
    { schema_version: 1, columns: { id: { kind: 'entries', key: 'a', keyKind: 'bool', fields: {} } } },
    { schema_version: 1, columns: { id: { kind: 'json', keepsNull: false } } },
    { schema_version: 1, columns: { id: { kind: 'json', copies: {} } } },
  ]) {
    const row = { id: '{"a":1}', none: null };
    assert.deepEqual(await readForeign(path, { id: texts(row.id), none: texts(null) }, metadata), [row]);
    // It is a record still, if it has the columns of one.
    const columns = { id: texts('a'), problem: texts('p'), steps: texts('["s"]'), meta: texts('{"a":1}') };
    const record = { id: 'a', problem: 'p', steps: ['s'], meta: { a: 1 } };
    assert.deepEqual(await readForeign(path, columns, metadata), [record]);
  }
});

test('a file of any version up to ours is read, and a later one is an error that says so', async (t) => {
  const path = join(await scratch(t), 'x.arrow');
  const read = (schema_version: number) =>
    readForeign(path, { id: texts('[1]') }, { schema_version, columns: { id: { kind: 'json' } } });
  for (const version of [0, 1, 2]) assert.deepEqual(await read(version), [{ id: [1] }]);
  for (const version of [3, 100]) {
    await assert.rejects(read(version), {
      code: 'LB_SCHEMA',
      message: `${path} has table schema ${version}, and this latebench knows 2; update it`,
    });
  }
});

test('each kind of column that a file may name is read as what it means', async (t) => {
  const path = join(await scratch(t), 'x.arrow');
  const text = { a: texts('5', '"x"', 'null', 'no JSON', null) };
  const read = async (column: object): Promise<unknown[]> => {
    const rows = await readForeign(path, text, { schema_version: 1, columns: { a: column } });
    return rows.map((row) => ('a' in row ? row.a : 'absent'));
  };
  const values = [5, 'x', null, 'no JSON', null];
  for (const keepsNull of [undefined, true] as const) {
    const found = values.map((value) => (value === null && keepsNull === undefined ? 'absent' : value));
    for (const column of [
      { kind: 'json' },
      { kind: 'list', item: utf8 },
      { kind: 'struct', fields: {} },
      { kind: 'entries', key: 'k', keyKind: 'int32', fields: {} },
      { kind: 'entries', key: 'k', keyKind: 'utf8', value: 'v', fields: { v: utf8 } },
    ])
      assert.deepEqual(await read({ ...column, keepsNull }), found, column.kind);
    const none = keepsNull === undefined ? 'absent' : null;
    assert.deepEqual(await read({ kind: 'text_or_number', keepsNull }), [5, 'x', 'null', 'no JSON', none]);
    for (const kind of ['utf8', 'int32', 'int64', 'float32', 'float64', 'bool'])
      assert.deepEqual(await read({ kind, keepsNull }), ['5', '"x"', 'null', 'no JSON', none], kind);
    assert.deepEqual(
      await read({ kind: 'utf8', keepsNull, copies: { path: ['b', 0], ifEmpty: 1 } }),
      new Array(5).fill('absent'),
    );
  }
  // Fields of the row are in these; what is none is another tool's.
  assert.deepEqual(await read({ kind: 'rest' }), [5, 'x', 'absent', 'no JSON', 'absent']);
  assert.deepEqual(await read({ kind: 'json_and_rest' }), [5, 'x', 'absent', 'no JSON', 'absent']);
});

test('fields beside the columns come back from the text of other fields, and only those asked for', async (t) => {
  const path = join(await scratch(t), 'x.arrow');
  const columns = { a: texts('x', null, 'y'), more: texts('{"b":1,"a":[2],"__proto__":3}', '[4]', null) };
  const metadata = { schema_version: 1, columns: { a: utf8, more: { kind: 'rest' } } };
  const read = async (requested?: readonly string[]) =>
    JSON.stringify(await readForeign(path, columns, metadata, requested));
  assert.equal(await read(), '[{"a":[2],"b":1,"__proto__":3},{"more":[4]},{"a":"y"}]');
  assert.equal(await read(['a']), '[{"a":[2]},{},{"a":"y"}]');
  assert.equal(await read(['more']), '[{"b":1,"__proto__":3},{"more":[4]},{}]');
});

test('a list of pairs is an object where the file says so and the pairs are as it says', async (t) => {
  const path = join(await scratch(t), 'x.arrow');
  const pair = new Struct([field('step', new Int32()), field('text', new Utf8())]);
  const pairs = vectorFromArray(
    [
      [
        { step: 3, text: 'x' },
        { step: 1, text: null },
      ],
      [],
      null,
    ],
    new List(field('l', pair)),
  );
  const read = async (column: object, given: Vector = pairs): Promise<unknown[]> => {
    const columns = { a: { kind: 'entries', keyKind: 'int32', keepsNull: true, fields: {}, ...column } };
    return (await readForeign(path, { a: given }, { schema_version: 1, columns })).map(({ a }) => a);
  };
  const fields = { text: utf8 };
  assert.deepEqual(await read({ key: 'step', value: 'text', fields }), [{ 3: 'x', 1: null }, {}, null]);
  assert.deepEqual(await read({ key: 'step', fields }), [{ 3: { text: 'x' }, 1: {} }, {}, null]);
  assert.deepEqual(await read({ key: 'text', value: 'step' }), [{ x: 3, null: 1 }, {}, null]);
  const asTyped = [
    [
      { step: 3, text: 'x' },
      { step: 1, text: null },
    ],
    [],
    null,
  ];
  for (const column of [{ key: 'check' }, { key: 'check', value: 'text' }, { key: 'step', value: 'why' }])
    assert.deepEqual(await read({ ...column, fields }), asTyped, JSON.stringify(column));
  const column = { key: 'step', value: 'text', fields };
  const lists = vectorFromArray([[1], [], null], new List(field('l', new Int32())));
  assert.deepEqual(await read(column, lists), [[1], [], null]);
  assert.deepEqual(await read(column, numbers(1, null)), [1, null]);
  const map = new Map_(
    new Field('entries', new Struct([field('key', new Utf8()), field('value', new Int32())]) as never, false),
  );
  assert.deepEqual(await read(column, vectorFromArray([{ a: 1 }, null] as never, map)), [{ a: 1 }, null]);
});

test('a column under the name of something that every object has is a column like any other', async (t) => {
  const path = join(await scratch(t), 'x.arrow');
  const names = ['constructor', 'toString', '__proto__', 'hasOwnProperty'];
  const columns = { id: texts('a', 'b'), problem: texts('p', 'q'), steps: texts('["s"]', '[]') };
  const others = Object.fromEntries(names.map((name) => [name, texts('x', null)]));
  const rows = await readForeign(path, { ...columns, ...others });
  for (const [at, value] of ['x', null].entries())
    for (const name of names)
      assert.deepEqual(Object.getOwnPropertyDescriptor(rows[at]!, name)?.value, value, name);
});

test('columns of records that another tool wrote as JSON text are records again, others its own', async (t) => {
  const path = join(await scratch(t), 'x.arrow');
  const record = { id: texts('a'), problem: texts('[1]'), steps: texts('["s"]') };
  const [row] = await readForeign(path, {
    ...record,
    injection: texts('{"status":"clean","more":1}'),
    critiques: texts('[{"critic":"c"}]'),
    error_steps: texts(null),
    difficulty: texts('"5"'),
    publication: texts('no JSON'),
    subset: texts(null),
    comment: texts(null),
  });
  assert.deepEqual(row, {
    id: 'a',
    problem: '[1]',
    steps: ['s'],
    injection: { status: 'clean', more: 1 },
    critiques: [{ critic: 'c' }],
    error_steps: null,
    difficulty: '5',
    publication: 'no JSON',
    subset: null,
    comment: null,
  });
  // `label` and `source` are copies only in files that have all of them: other data sets have their own.
  const names = ['label', 'first_error', 'error_type', 'part', 'split', 'family', 'licence', 'source'];
  for (const missing of [undefined, ...names]) {
    const own = Object.fromEntries(
      names.filter((name) => name !== missing).map((name) => [name, texts('x')]),
    );
    const [found] = await readForeign(path, { ...record, ...own });
    const { id, problem, steps, ...rest } = found!;
    assert.deepEqual(
      rest,
      missing === undefined ? {} : Object.fromEntries(Object.keys(own).map((name) => [name, 'x'])),
    );
  }
  for (const name of ['id', 'problem', 'steps']) {
    const { [name as 'id']: _, ...two } = record;
    const [found] = await readForeign(path, { ...two, difficulty: texts('5'), meta: texts('{}') });
    assert.deepEqual([found!.difficulty, found!.meta], ['5', '{}'], name);
  }
});

test('the first list of a record is that of its steps, in whatever form another tool has it', async (t) => {
  const path = join(await scratch(t), 'x.arrow');
  const steps = vectorFromArray([['s', null]], new List(field('item', new Utf8())));
  assert.deepEqual(await readForeign(path, { id: numbers(5), problem: texts('p'), steps }), [
    { id: 5, problem: 'p', steps: ['s', null] },
  ]);
});

test('columns asked for are read in any order, and one that is not there is named with those that are', async (t) => {
  const path = join(await scratch(t), 'x.arrow');
  const columns = { a: list(utf8), b: int32, c: utf8 };
  const sink = await openArrowSink(path, columns);
  await sink.write({ a: ['x'], b: 1, c: 'y' });
  await sink.close();
  const read = async (...requested: string[]) =>
    plain(await collect(readArrow(path, { columns: requested })));
  assert.deepEqual(await read('c', 'a'), [{ a: ['x'], c: 'y' }]);
  assert.deepEqual(await read(), [{}]);
  await assert.rejects(read('a', 'd', 'e'), {
    code: 'LB_USAGE',
    message: `${path} has no column "d"; it has a, b, c`,
  });
});
