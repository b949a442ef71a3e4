import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { closeSync, openSync, writeSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { locationOf } from '../../src/records/location.ts';
import { readInput } from '../../src/storage/input.ts';
import type { BadRow, Row } from '../../src/storage/rows.ts';
import { readRowsAtPath } from '../../src/storage/rows-at-path.ts';
import { collectGroups, cutAt, inChunks, plain } from '../support/bytes.ts';
import { temporaryFolder } from '../support/temporary.ts';

async function read(
  input: string | Buffer,
  path: string,
  maxRowBytes?: number,
): Promise<{ rows: Row[]; bad: readonly (readonly [string, number | undefined, string])[] }> {
  const bad: BadRow[] = [];
  const limit = maxRowBytes === undefined ? {} : { maxRowBytes };
  const options = { source: 'in.json', onBad: (row: BadRow) => bad.push(row), ...limit };
  const rows = await collectGroups(readRowsAtPath(inChunks(Buffer.from(input), 5), options, path));
  return { rows, bad: bad.map(({ code, where, message }) => [code, where.line, message]) };
}

test('the rows of a list in a document are what JSON.parse reads there, wherever the bytes are cut', async () => {
  // stream-json loses a field of this name, however deep it is.
  const keepable = (value: unknown): boolean => !JSON.stringify(value).includes('"__proto__"');
  const row = fc.dictionary(fc.string(), fc.jsonValue()).filter(keepable);
  const others = fc.dictionary(
    fc.string().map((name) => `-${name}`),
    fc.jsonValue(),
    { maxKeys: 3 },
  );
  await fc.assert(
    fc.asyncProperty(
      fc.tuple(others, others, fc.array(row), others),
      fc.nat(3),
      fc.array(fc.nat(600)),
      async ([before, inner, rows, after], indent, cuts) => {
        const document = { ...before, data: { ...inner, rows }, ...after };
        const bytes = Buffer.from(`\ufeff${JSON.stringify(document, null, indent)}`);
        const onBad = (bad: BadRow): never => assert.fail(bad.message);
        const back = await collectGroups(
          readRowsAtPath(cutAt(bytes, cuts), { source: 'in', onBad }, 'data.rows'),
        );
        assert.equal(JSON.stringify(back), JSON.stringify(rows));
        assert.deepEqual(
          back.map((each) => locationOf(each)?.line),
          rows.map((_, index) => index + 1),
        );
      },
    ),
    { numRuns: 200 },
  );
});

test('a path names an object, a list in a list, or with * every name and index', async () => {
  const document = JSON.stringify({
    splits: { train: { rows: [{ a: 1 }] }, test: { rows: [{ a: 2 }] } },
    byId: { x: { a: 3 }, y: { a: 4 } },
    lists: [[{ a: 5 }], [{ a: 6 }]],
  });
  for (const [path, expected] of [
    ['splits.test.rows', [2]],
    ['splits.*.rows', [1, 2]],
    ['byId.y', [4]],
    ['byId.*', [3, 4]],
    ['lists.1', [6]],
    ['lists.*', [5, 6]],
  ] as const) {
    const { rows, bad } = await read(document, path);
    assert.deepEqual([rows.map(({ a }) => a), bad], [expected, []], path);
  }
  // Several documents one after another, a line each.
  assert.deepEqual(plain((await read('{"d": [{"a": 1}]}\n{"d": [{"a": 2}]}\n', 'd')).rows), [
    { a: 1 },
    { a: 2 },
  ]);
  assert.deepEqual(await read('{"d": []}', 'd'), { rows: [], bad: [] });
});

test('what is wrong is reported with its row, and the rows before it are kept', async () => {
  const mixed = await read('{"d": [{"a": 1}, 5, null, {"a": 2}]}', 'd');
  assert.deepEqual(plain(mixed.rows), [{ a: 1 }, { a: 2 }]);
  assert.deepEqual(
    mixed.bad.map(([code, line]) => [code, line]),
    [
      ['LB_JSON', 2],
      ['LB_JSON', 3],
    ],
  );
  const tail = ', {"a": 3}'.repeat(5);
  for (const [text, code, message] of [
    [`{"d": [{"a": 1}, {"a": x}${tail}]}`, 'LB_JSON', /not JSON: expected a value, after row 1 at d/],
    ['{"d": [{"a": 1}, {"a": 2', 'LB_TORN_LINE', /is cut off/],
    ['{"d": [{"a": 1}', 'LB_TORN_LINE', /is cut off/],
    ['{"d": [{"a": 1}], "e": "', 'LB_TORN_LINE', /is cut off/],
    [Buffer.from('{"d": [{"a": 1}, {"a": "\xff"}]}', 'latin1'), 'LB_UTF8', /iconv/],
    [`{"d": [{"a": 1}, {"a": "${'x'.repeat(900)}"}]}`, 'LB_LINE_TOO_LONG', /limit of 500/],
  ] as const) {
    const { rows, bad } = await read(text, 'd', 500);
    assert.deepEqual(plain(rows), [{ a: 1 }], String(text));
    assert.deepEqual([bad.length, bad[0]?.[0], bad[0]?.[1]], [1, code, 2], String(text));
    assert.match(bad[0]![2], message);
  }
});

test('a path that leads nowhere is an error that names what is there', async () => {
  const text = '{"meta": {"n": 1}, "data": {"items": [{"a": 1}], "n": 1}}';
  await assert.rejects(read(text, 'data.rows'), {
    code: 'LB_USAGE',
    message: 'in.json: nothing is at --rows-path data.rows; there is data.items, data.n',
  });
  await assert.rejects(read(text, 'rows'), /there is meta, data$/);
});

test('files are read by path whatever their size on disk, tables are not', async (t) => {
  const folder = await temporaryFolder(t);
  const onBad = (bad: BadRow): never => assert.fail(bad.message);
  const text = JSON.stringify({ data: { rows: [{ a: 1 }] } });
  for (const [name, bytes] of [
    ['a.json', text],
    ['a.jsonl', text],
    ['a.json.gz', gzipSync(text)],
  ] as const) {
    const path = join(folder, name);
    await writeFile(path, bytes);
    assert.deepEqual(plain(await collectGroups(readInput(path, { onBad, rowsPath: 'data.rows' }))), [
      { a: 1 },
    ]);
  }
  for (const name of ['a.csv', 'a.parquet', 'a.arrow']) {
    const path = join(folder, name);
    await writeFile(path, 'a\n1\n');
    const rows = collectGroups(readInput(path, { onBad, rowsPath: 'data.rows' }));
    await assert.rejects(rows, {
      code: 'LB_USAGE',
      message: /is not a JSON document: leave out --rows-path/,
    });
  }
});

test('a document of 100 MB is read in a heap of 32 MB', async (t) => {
  const folder = await temporaryFolder(t);
  const path = join(folder, 'large.json');
  const row = JSON.stringify({ problem: 'x'.repeat(50_000), steps: [{ text: 'y' }] });
  const count = 2000;
  const file = openSync(path, 'w');
  writeSync(file, '{"meta": {"about": "z"}, "data": {"rows": [');
  for (let at = 0; at < count; at += 1) writeSync(file, at === 0 ? row : `,\n${row}`);
  writeSync(file, '], "n": 1}}');
  closeSync(file);
  const script = `
    import { readInput } from '${pathToFileURL('dist/src/storage/input.js').href}';
    let rows = 0;
    const options = { rowsPath: 'data.rows', onBad: (bad) => { throw new Error(bad.message); } };
    for await (const group of readInput(process.argv[1], options)) rows += group.length;
    console.log(rows);`;
  const flags = ['--max-old-space-size=32', '--input-type=module', '-e', script, path];
  const { stdout } = await promisify(execFile)(process.execPath, flags);
  assert.equal(Number(stdout), count);
});
