import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { locationOf } from '../../src/records/location.ts';
import { readJsonl } from '../../src/storage/jsonl.ts';
import type { BadRow, Row } from '../../src/storage/rows.ts';
import { anyText } from '../support/any-text.ts';
import { collectGroups, cutAt, inChunks, plain } from '../support/bytes.ts';

async function read(
  input: string | Uint8Array,
  chunk = 7,
  maxRowBytes?: number,
): Promise<{ rows: Row[]; bad: BadRow[] }> {
  const bad: BadRow[] = [];
  const limit = maxRowBytes === undefined ? {} : { maxRowBytes };
  const options = { source: 'in.jsonl', onBad: (row: BadRow) => bad.push(row), ...limit };
  const rows = await collectGroups(readJsonl(inChunks(Buffer.from(input as string), chunk), options));
  return { rows, bad };
}

test('reads the same rows wherever the bytes are cut', async () => {
  const row = fc.record({
    id: fc.string({ unit: 'grapheme' }),
    n: fc.integer(),
    text: anyText(),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.array(row),
      fc.array(fc.nat(400)),
      fc.constantFrom('\n', '\r\n'),
      async (rows, places, ending) => {
        const bytes = Buffer.from(rows.map((value) => JSON.stringify(value) + ending).join(''));
        const options = { source: 'in', onBad: (bad: BadRow) => assert.fail(bad.message) };
        const back = await collectGroups(readJsonl(cutAt(bytes, places), options));
        assert.equal(JSON.stringify(back), JSON.stringify(rows));
      },
    ),
    { numRuns: 200 },
  );
});

test('knows the line and the byte of each row', async () => {
  const { rows } = await read('{"a":1}\n\n  \n{"a":"é"}\r\n{"a":3}');
  assert.deepEqual(
    rows.map((row) => locationOf(row)),
    [
      { source: 'in.jsonl', line: 1, byte: 0 },
      { source: 'in.jsonl', line: 4, byte: 12 },
      { source: 'in.jsonl', line: 5, byte: 24 },
    ],
  );
});

test('passes over a byte order mark and reads a last line without a newline', async () => {
  const { rows, bad } = await read('\ufeff{"a":1}\n{"a":2}');
  assert.deepEqual([plain(rows), bad], [[{ a: 1 }, { a: 2 }], []]);
});

test('reports each invalid line with its place and reads the lines around it', async () => {
  const invalid = Buffer.concat([
    Buffer.from('{"a":1}\nnope\n[1]\n"x"\n{"a":"'),
    Buffer.from([0xff]),
    Buffer.from('"}\n{"a":2}\n'),
  ]);
  const { rows, bad } = await read(invalid);
  assert.deepEqual(plain(rows), [{ a: 1 }, { a: 2 }]);
  assert.deepEqual(
    bad.map(({ code, where }) => [code, where.line, where.byte]),
    [
      ['LB_JSON', 2, 8],
      ['LB_JSON', 3, 13],
      ['LB_JSON', 4, 17],
      ['LB_UTF8', 5, 21],
    ],
  );
  assert.equal(bad[0]?.raw, 'nope');
});

test('calls a broken last line torn, and a broken ended line not JSON', async () => {
  assert.deepEqual(
    (await read('{"a":1}\n{"a":')).bad.map(({ code }) => code),
    ['LB_TORN_LINE'],
  );
  assert.deepEqual(
    (await read('{"a":1}\n{"a":\n')).bad.map(({ code }) => code),
    ['LB_JSON'],
  );
});

test('keeps only the beginning of a line over the cap, and continues behind it', async () => {
  const long = `{"a":"${'x'.repeat(5000)}"}`;
  for (const chunk of [3, 64, 100_000]) {
    const { rows, bad } = await read(`{"a":1}\n${long}\n{"a":2}\n`, chunk, 2000);
    assert.deepEqual(plain(rows), [{ a: 1 }, { a: 2 }]);
    assert.equal(bad.length, 1);
    assert.equal(bad[0]?.code, 'LB_LINE_TOO_LONG');
    assert.deepEqual([bad[0]?.where.line, bad[0]?.where.byte], [2, 8]);
    assert.match(bad[0]?.message ?? '', /5008 bytes/);
    assert.ok(bad[0] !== undefined && bad[0].raw.length <= 1024 && long.startsWith(bad[0].raw));
  }
});

test('reads nothing from an empty input', async () => {
  assert.deepEqual(await read(''), { rows: [], bad: [] });
});
