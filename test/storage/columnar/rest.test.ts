// What does not fit the columns of a record is stored by path, and the rest of it in its columns.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import fc from 'fast-check';
import { canonicalJson } from '../../../src/records/identity.ts';
import { openArrowSink } from '../../../src/storage/columnar/arrow-sink.ts';
import { readArrow } from '../../../src/storage/columnar/arrow-source.ts';
import { batchBuilder } from '../../../src/storage/columnar/batch.ts';
import {
  type Columns,
  copyOf,
  float32,
  int32,
  jsonAndRest,
  type ListColumn,
  list,
  type StructColumn,
  struct,
  utf8,
} from '../../../src/storage/columnar/column.ts';
import { PackedTexts } from '../../../src/storage/columnar/packed-texts.ts';
import { restoreRest, rowFitter } from '../../../src/storage/columnar/rest.ts';
import { recordColumns, solutionColumns } from '../../../src/storage/columnar/schema.ts';
import type { Row } from '../../../src/storage/rows.ts';
import { table } from './any-table.ts';
import { collect, scratch } from './support.ts';
import { rowWithoutNulls } from './without-nulls.ts';

const entries = (value?: string) =>
  ({ kind: 'entries', key: 'name', keyKind: 'utf8', value, fields: { ok: int32 } }) as const;
const columns: Columns = {
  id: utf8,
  about: struct({ status: utf8, tries: int32 }),
  votes: list(struct({ sample: int32 })),
  gate: entries(),
  notes: entries('ok'),
  steps: list(utf8),
  meta: jsonAndRest,
  first: copyOf(int32, ['votes', 0, 'sample']),
  count: copyOf(int32, ['votes', 0], -1),
};
const fit = rowFitter(columns);
const all: (name: string) => boolean = () => true;

/** The row, from what its columns hold. */
function restored(fitting: Row, requested = all): Row {
  const { meta, first: _, count: __, ...row } = structuredClone(fitting);
  restoreRest(row, 'meta', meta ?? null, requested);
  return row;
}

test('the parts of a value that fit are in its columns, and the others beside them by path', () => {
  for (const [row, held, rest] of [
    [{ about: { status: 'ok', tries: 'many' } }, { about: { status: 'ok' } }, [['about', 'tries']]],
    [{ about: { status: 'ok', more: null } }, { about: { status: 'ok' } }, [['about', 'more']]],
    [{ about: ['ok'] }, {}, [['about']]],
    [
      { votes: [{ sample: 1 }, null, { sample: 'x' }] },
      { votes: [{ sample: 1 }, null, {}] },
      [['votes', 2, 'sample']],
    ],
    [{ votes: [{ sample: 1 }, 'none'] }, {}, [['votes']]],
    [{ votes: { sample: 1 } }, {}, [['votes']]],
    [
      { gate: { late: { ok: 1 }, same: { ok: 'no' } } },
      { gate: { late: { ok: 1 }, same: {} } },
      [['gate', 'same', 'ok']],
    ],
    [{ gate: { late: 1 } }, {}, [['gate']]],
    [{ gate: { '\ud800': { ok: 'no' } } }, {}, [['gate']]],
    [{ notes: { a: 1, b: 'x' } }, {}, [['notes']]],
    [{ steps: ['a', 5] }, {}, [['steps']]],
    [{ id: 5, first: 3 }, {}, [['id'], ['first']]],
    [{ id: 'a', other: [1] }, { id: 'a' }, [['other']]],
  ] as const satisfies readonly (readonly [Row, Row, readonly unknown[]])[]) {
    const { meta, first, count, ...fitting } = fit(row as Row);
    const misplaced = (meta as { latebench_rest: { at: unknown }[] }).latebench_rest;
    assert.deepEqual([fitting, misplaced.map(({ at }) => at)], [held, rest]);
    assert.deepEqual(restored({ ...fitting, meta }), row);
    assert.ok(first === null || first === 1, String(count));
  }
});

test('copies are those of nested values, and null where there is none', () => {
  const copies = (row: Row): unknown => [fit(row).first, fit(row).count];
  assert.deepEqual(copies({ votes: [{ sample: 4 }] }), [4, null]);
  assert.deepEqual(copies({ votes: [] }), [null, -1]);
  assert.deepEqual(copies({ votes: [5] }), [null, 5]);
  for (const votes of [null, undefined, 'x', [null], [{}], [{ sample: 'x' }]])
    assert.deepEqual(copies({ votes }), [null, null]);
});

test('the columns for queries of a record are those of its parts', () => {
  const {
    publication: _,
    injection: __,
    meta: ___,
    ...copied
  } = rowFitter(solutionColumns)({
    error_steps: [2, 3],
    injection: { error_type: 'sign' },
    publication: { part: 'general', split: 'dev', family: 'f', source: { file: 'a.jsonl' }, licence: 'mit' },
  });
  assert.deepEqual(copied, {
    error_steps: [2, 3],
    label: 2,
    first_error: 2,
    error_type: 'sign',
    part: 'general',
    split: 'dev',
    family: 'f',
    licence: 'mit',
    source: 'a.jsonl',
  });
});

test('a row whose own value looks like what is stored beside it comes back as it was', () => {
  const rest = [{ at: ['id'], value: 1 }];
  for (const meta of [
    { a: 1 },
    {},
    null,
    'text',
    [],
    0,
    { latebench_rest: rest },
    { latebench_rest: rest, a: 1 },
    { latebench_rest: 5 },
  ]) {
    for (const more of [{}, { other: 2 }]) {
      const row = { id: 'a', meta, ...more };
      const expected: Row = { id: 'a', ...more, ...(meta === null ? {} : { meta }) };
      assert.deepEqual(restored(fit(row)), expected, JSON.stringify(row));
    }
  }
  assert.deepEqual(fit({ id: 'a' }), { id: 'a', first: null, count: null });
  const plainFit = rowFitter({ id: utf8 });
  const row = { id: 5, other: 1 };
  assert.equal(plainFit(row), row);
});

test('a row that belongs to another table comes back as it was, and is in the columns as far as it fits', async (t) => {
  const path = join(await scratch(t), 'rows.arrow');
  await fc.assert(
    fc.asyncProperty(table, table, async (own, other) => {
      const columns = { ...own.columns, meta: jsonAndRest };
      const rows = [
        ...own.rows,
        ...other.rows,
        ...other.rows.map((row, at) => ({ ...row, ...own.rows[at], meta: row })),
      ];
      const sink = await openArrowSink(path, columns, { rowGroupRows: 7 });
      for (const row of rows) await sink.write(row);
      await sink.close();
      // Columns of float32 round.
      const rounded = (_: string, value: unknown) =>
        typeof value === 'number' ? String(Math.fround(value)) : value;
      const settled = (row: Row): unknown =>
        canonicalJson(JSON.parse(JSON.stringify(rowWithoutNulls(row, columns), rounded)));
      assert.deepEqual((await collect(readArrow(path))).map(settled), rows.map(settled));
    }),
    { numRuns: 15 },
  );
});

test('the fields of an object are to be seen beside what is stored with them', () => {
  const other = { at: ['other'], value: 2 };
  for (const [meta, seen] of [
    [
      { a: 1, b: null },
      { a: 1, b: null, latebench_rest: [other] },
    ],
    [{}, { latebench_rest: [other, { at: ['meta'], value: {} }] }],
    [['x'], { latebench_rest: [other, { at: ['meta'], value: ['x'] }] }],
    [0, { latebench_rest: [other, { at: ['meta'], value: 0 }] }],
    [null, { latebench_rest: [other] }],
    [undefined, { latebench_rest: [other] }],
  ])
    assert.deepEqual(fit({ other: 2, meta }).meta, seen);
  assert.deepEqual(fit({ meta: { latebench_rest: 1, a: 2 } }).meta, {
    latebench_rest: [{ at: ['meta'], value: { latebench_rest: 1, a: 2 } }],
  });
});

test('what another tool put in place of it is a value like any other', () => {
  for (const stored of [
    { latebench_rest: 'x' },
    { latebench_rest: [{ at: ['a'], value: 1 }, 'x'] },
    { latebench_rest: [{ at: [], value: 1 }] },
    { latebench_rest: [{ at: 'a', value: 1 }] },
    { latebench_rest: [{ at: ['a'] }] },
    [1],
    'text',
  ]) {
    assert.deepEqual(restored({ id: 'a', meta: stored }), { id: 'a', meta: stored });
  }
  // A place that is not there is left.
  const lost = [
    { at: ['about', 'tries'], value: 1 },
    { at: ['id', 'x'], value: 1 },
    { at: ['votes', 3, 'sample'], value: 1 },
    { at: ['steps', 0, 'x', 'y'], value: 1 },
  ];
  const row = { id: 'a', votes: [], steps: [null] };
  assert.deepEqual(restored({ ...row, meta: { latebench_rest: lost } }), row);
});

test('only what is asked for is put back', () => {
  const fitting = fit({ id: 5, other: 1, meta: { a: 1 } });
  assert.deepEqual(
    restored(fitting, (name) => name === 'id'),
    { id: 5 },
  );
  assert.deepEqual(
    restored(fitting, (name) => name === 'meta'),
    { meta: { a: 1 } },
  );
  assert.deepEqual(
    restored({ meta: { a: 1 } }, (name) => name === 'id'),
    {},
  );
});

test('a batch counts its bytes, packed or not, and none once it is reset', () => {
  const builder = batchBuilder({
    f: list(float32),
    s: list(utf8),
    about: struct({ ok: { kind: 'bool' }, n: { kind: 'int64' } }),
  });
  const bytes = (row: Row): number => {
    builder.reset();
    assert.deepEqual([builder.bytes, builder.rows], [0, 0]);
    builder.append(row);
    assert.equal(builder.rows, 1);
    return builder.bytes;
  };
  const about = { ok: true, n: 1 };
  const lists = bytes({ f: [1, 2, 3], s: ['é', 'abc'], about });
  // Three floats, five bytes of text in two cells, an offset a list, a bit that counts as a byte, eight of a number.
  assert.equal(lists, 3 * 4 + (5 + 2 * 4) + 2 * 4 + 1 + 8);
  assert.equal(bytes({ f: Float32Array.of(1, 2, 3), s: PackedTexts.of(['é', 'abc']), about }), lists);
});

test('a record file of version 1 that does not say so has text for the rest of each struct', () => {
  const names = ['id', 'problem', 'steps'];
  const old = recordColumns([...names, 'extra'])!;
  const { injection, critiques, publication } = old as Record<string, StructColumn>;
  const critique = (critiques as unknown as ListColumn).item as StructColumn;
  for (const fields of [old, injection!.fields, critique.fields, publication!.fields])
    assert.equal(fields.extra?.kind, 'rest');
  const { gate } = injection!.fields as unknown as { gate: StructColumn };
  assert.equal(gate.fields.extra?.kind, 'rest');
  const { explanations } = critique.fields as unknown as { explanations: StructColumn };
  assert.deepEqual(Object.keys(explanations.fields), ['text']);
  assert.ok(!('label' in old) && !('extra' in recordColumns(names)!));
  assert.equal(recordColumns(['id', 'problem']), undefined);
});
