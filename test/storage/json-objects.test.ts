import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { locationOf } from '../../src/records/location.ts';
import { readInput } from '../../src/storage/input.ts';
import { readJsonObjects, rowListNames } from '../../src/storage/json-objects.ts';
import type { BadRow, Row } from '../../src/storage/rows.ts';
import { collectGroups, cutAt, inChunks, plain } from '../support/bytes.ts';
import { temporaryFolder } from '../support/temporary.ts';

async function read(input: string, maxRowBytes?: number): Promise<{ rows: Row[]; bad: BadRow[] }> {
  const bad: BadRow[] = [];
  const limit = maxRowBytes === undefined ? {} : { maxRowBytes };
  const options = { source: 'in.json', onBad: (row: BadRow) => bad.push(row), ...limit };
  return { rows: await collectGroups(readJsonObjects(inChunks(Buffer.from(input), 5), options)), bad };
}

const row = fc.dictionary(fc.string(), fc.jsonValue());
const indent = fc.nat(3);
const places = fc.array(fc.nat(600));
const onBad = (bad: BadRow): never => assert.fail(`${bad.message}: ${bad.raw}`);

test('the rows of a list under a known name are read one by one, whatever is around it', async () => {
  const others = fc.dictionary(
    fc.string().map((name) => `-${name}`),
    fc.jsonValue(),
    { maxKeys: 3 },
  );
  await fc.assert(
    fc.asyncProperty(
      fc.tuple(others, fc.constantFrom(...rowListNames), fc.array(row), others),
      indent,
      places,
      async ([before, name, rows, after], spaces, cuts) => {
        const bytes = Buffer.from(JSON.stringify({ ...before, [name]: rows, ...after }, null, spaces));
        const back = await collectGroups(readJsonObjects(cutAt(bytes, cuts), { source: 'in', onBad }));
        assert.deepEqual(plain(back), plain(rows));
        for (const [index, each] of back.entries()) {
          const { line, byte } = locationOf(each)!;
          assert.equal(line, index + 1);
          assert.equal(bytes[byte!], '{'.charCodeAt(0));
        }
      },
    ),
    { numRuns: 200 },
  );
});

test('objects over several lines are read one after another', async () => {
  const unlisted = row.filter((each) => !rowListNames.some((name) => name in each));
  await fc.assert(
    fc.asyncProperty(fc.array(unlisted), indent, places, async (rows, spaces, cuts) => {
      const text = rows.map((each) => JSON.stringify(each, null, spaces)).join('\n');
      const chunks = cutAt(Buffer.from(`\ufeff${text}`), cuts);
      const back = await collectGroups(readJsonObjects(chunks, { source: 'in', onBad }));
      assert.deepEqual(plain(back), plain(rows));
    }),
    { numRuns: 200 },
  );
});

test('a list that holds other things than objects is part of its row', async () => {
  const rows = [{ data: [1, { a: 1 }] }, { rows: 'x', meta: { data: [{ a: 1 }] } }, { items: [[{}]] }];
  assert.deepEqual(plain((await read(rows.map((each) => JSON.stringify(each)).join(' '))).rows), rows);
});

test('what is broken is reported, and what is around it is read', async () => {
  const broken = await read('{"a": 1}\n{"a": x}\n{"a": 2}\n{"a": "');
  assert.deepEqual(plain(broken.rows), [{ a: 1 }, { a: 2 }]);
  assert.deepEqual(
    broken.bad.map(({ code, where }) => [code, where.line, where.byte]),
    [
      ['LB_JSON', 2, 9],
      ['LB_TORN_LINE', 4, 34],
    ],
  );
  const list = await read('{"rows": [{"a": 1}, 5, {"a": 2}], "n": ');
  assert.deepEqual(plain(list.rows), [{ a: 1 }, { a: 2 }]);
  assert.deepEqual(
    list.bad.map(({ code }) => code),
    ['LB_JSON', 'LB_TORN_LINE'],
  );
  assert.match((await read('{"rows": [{}]} {}')).bad[0]?.message ?? '', /after the end of the JSON object/);
  assert.match((await read('{} x')).bad[0]?.message ?? '', /begins with "\{"/);
});

test('an object over the cap is not kept, but its rows are read when it turns out to hold some', async () => {
  const long = 'x'.repeat(3000);
  assert.equal((await read(`{"a": "${long}"}`, 1000)).bad[0]?.code, 'LB_LINE_TOO_LONG');
  const listed = await read(`{"about": "${long}", "rows": [{"a": 1}]}`, 1000);
  assert.deepEqual([plain(listed.rows), listed.bad], [[{ a: 1 }], []]);
});

test('the name and the first line tell which form text is in', async (t) => {
  const folder = await temporaryFolder(t);
  const rows = [{ a: 1 }, { a: 2 }];
  const listed = { features: [{ name: 'a' }], rows };
  const lines = '{"a":1}\n{"a":2}\n';
  const cases: [string, string, unknown[]][] = [
    ['pretty.json', JSON.stringify(listed, null, 2), rows],
    ['one-line.json', `${JSON.stringify(listed)}\n`, rows],
    ['lines.json', lines, rows],
    ['array.json', JSON.stringify(rows, null, 1), rows],
    ['single.json', JSON.stringify(rows[0], null, 1), [rows[0]]],
    ['record.jsonl', `${JSON.stringify({ data: rows })}\n`, [{ data: rows }]],
    ['table.csv', 'a\n1\n2\n', rows],
    ['empty.json', '\n', []],
  ];
  for (const [name, text, expected] of cases) {
    await writeFile(join(folder, name), text);
    await writeFile(join(folder, `${name}.gz`), gzipSync(text));
    for (const path of [name, `${name}.gz`]) {
      const back = await collectGroups(readInput(join(folder, path), { onBad }));
      assert.deepEqual(plain(back), expected, path);
    }
  }
  for (const [text, expected] of [
    [JSON.stringify(listed, null, 2), rows],
    [`${JSON.stringify(listed)}\n`, [listed]],
    [JSON.stringify(rows), rows],
    [lines, rows],
  ] as const) {
    for (const size of [1, 7, 1000]) {
      const stdin = inChunks(Buffer.from(text), size);
      assert.deepEqual(plain(await collectGroups(readInput('-', { stdin, onBad }))), expected);
    }
  }
});
