import assert from 'node:assert/strict';
import { PassThrough } from 'node:stream';
import { text as textOf } from 'node:stream/consumers';
import { test } from 'node:test';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { canonicalJson } from '../../src/records/identity.ts';
import { locationOf } from '../../src/records/location.ts';
import { csvForm } from '../../src/storage/csv-form.ts';
import { readCsv } from '../../src/storage/csv-source.ts';
import type { BadRow, Row } from '../../src/storage/rows.ts';
import { textSink } from '../../src/storage/text-sink.ts';
import { collectGroups, cutAt, inChunks, plain } from '../support/bytes.ts';
import { nullInRecord, record, text, withNulls } from './arbitrary-record.ts';

async function read(
  input: string | Buffer,
  options: { chunk?: number; maxRowBytes?: number } = {},
): Promise<{ rows: Row[]; bad: BadRow[] }> {
  const { chunk = 5, ...limit } = options;
  const bad: BadRow[] = [];
  const onBad = (row: BadRow): number => bad.push(row);
  const chunks = inChunks(Buffer.from(input as string), chunk);
  return { rows: await collectGroups(readCsv(chunks, { source: 'in.csv', onBad, ...limit })), bad };
}

async function write(rows: readonly Row[]): Promise<Buffer> {
  const output = new PassThrough();
  const written = textOf(output);
  const sink = textSink(output, csvForm());
  for (const row of rows) await sink.write(row);
  await sink.close();
  output.end();
  return Buffer.from(await written);
}

async function readCut(bytes: Buffer, places: readonly number[]): Promise<Row[]> {
  const onBad = (bad: BadRow): never => assert.fail(`${bad.message}: ${bad.raw}`);
  return plain(await collectGroups(readCsv(cutAt(bytes, places), { source: 'in', onBad })));
}

const places = fc.array(fc.nat(2000), { maxLength: 20 });

test('any record comes back from CSV as it was written, wherever the bytes are cut', async () => {
  const settled = (row: Row): string => {
    const unknown = Object.keys(row).filter((name) => !nullInRecord.includes(name));
    return canonicalJson(withNulls(row, nullInRecord, unknown));
  };
  await fc.assert(
    fc.asyncProperty(fc.array(record, { maxLength: 6 }), places, async (rows, cuts) => {
      const back = await readCut(await write(rows), cuts);
      assert.deepEqual(back.map(settled), rows.map(settled));
    }),
    { numRuns: 60 },
  );
});

test('any row under any names comes back, absent fields as null', async () => {
  const value = fc.oneof(
    text,
    fc.constantFrom('5', 'true', '[1]', '"', '"a"', '{"a":1}', ''),
    fc.jsonValue(),
  );
  const row = fc.dictionary(fc.oneof(text, fc.constantFrom('extra', '__proto__', 'id')), value, {
    maxKeys: 4,
  });
  const settled = (each: Row): string => canonicalJson(withNulls(each, [], Object.keys(each)));
  await fc.assert(
    fc.asyncProperty(fc.array(row, { maxLength: 5 }), places, async (generated, cuts) => {
      const rows = plain(generated);
      assert.deepEqual((await readCut(await write(rows), cuts)).map(settled), rows.map(settled));
    }),
    { numRuns: 300 },
  );
});

test('reads what csv-parse reads', async () => {
  // Not those that are JSON strings: they are read as such.
  const cell = fc.stringMatching(/^[ab"\r\n, é]{0,6}$/).filter((value) => !/^".*"$/s.test(value));
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(cell, cell, fc.boolean()), { minLength: 1 }),
      fc.constantFrom('\n', '\r\n'),
      fc.boolean(),
      places,
      async (cells, ending, bom, cuts) => {
        const quoted = (value: string, always: boolean): string =>
          always || /[",\r\n]/.test(value) || value === '' ? `"${value.replaceAll('"', '""')}"` : value;
        const lines = cells.map(([a, b, always]) => `${quoted(a, always)},${quoted(b, always)}`);
        const file = `${bom ? '\ufeff' : ''}${['x,y', ...lines].join(ending)}${cells.length % 2 ? ending : ''}`;
        const expected = parse(file, { columns: true, bom: true, record_delimiter: ['\n', '\r\n'] });
        assert.deepEqual(await readCut(Buffer.from(file), cuts), plain(expected as Row[]));
      },
    ),
    { numRuns: 200 },
  );
});

test('text is in quotes, so numbers, booleans, lists and null come back as themselves', async () => {
  const row = { a: '5', b: 5, c: 'true', d: false, e: '', f: null, g: [1, null], h: '[1]', i: '07' };
  const file = (await write([row])).toString();
  assert.equal(
    file,
    '"a","b","c","d","e","f","g","h","i","extra"\n"5",5,"true",false,"",,"[1,null]","""[1]""","07",\n',
  );
  assert.deepEqual(plain((await read(file)).rows), [row]);
  const foreign = 'a,b,c,d\n5,5.0,TRUE,"[1, 2]"\n-1.5,07,nan,[x]\n';
  assert.deepEqual(plain((await read(foreign)).rows), [
    { a: 5, b: '5.0', c: true, d: [1, 2] },
    { a: -1.5, b: '07', c: 'nan', d: '[x]' },
  ]);
});

test('a record that a spreadsheet has written again is a record still', async () => {
  const file = '\ufeffid,problem,steps,answer,final_answer,extra\r\n7,p,"[""s""]",12,"[0,1]","{""n"":1}"\r\n';
  const { rows } = await read(file);
  assert.deepEqual(plain(rows), [
    { id: '7', problem: 'p', steps: ['s'], answer: '12', final_answer: '[0,1]', n: 1 },
  ]);
});

test('invalid records are reported with their line, and those around them are read', async () => {
  const file = Buffer.from('a,b\n1,"x\ny"\n2\n3,"x"y\n4,\xff\n\n5,say "hi"\n6,"open\n7,z\n', 'latin1');
  const { rows, bad } = await read(file);
  assert.deepEqual(plain(rows), [
    { a: 1, b: 'x\ny' },
    { a: 5, b: 'say "hi"' },
  ]);
  assert.deepEqual(
    bad.map(({ code, where, raw }) => [code, where.line, where.byte, raw]),
    [
      ['LB_CSV', 4, 12, '2'],
      ['LB_CSV', 5, 14, '3,"x"y'],
      ['LB_UTF8', 6, 21, '4,\xff'],
      ['LB_TORN_LINE', 9, 37, '6,"open\n7,z\n'],
    ],
  );
  assert.deepEqual(
    rows.map((row) => locationOf(row)?.line),
    [2, 8],
  );
});

test('only the beginning of a record over the cap is kept', async () => {
  const file = `a,b\n1,"${'x\n'.repeat(2000)}"\n2,y\n`;
  const { rows, bad } = await read(file, { chunk: 50, maxRowBytes: 1000 });
  assert.deepEqual(plain(rows), [{ a: 2, b: 'y' }]);
  assert.equal(bad[0]?.code, 'LB_LINE_TOO_LONG');
  assert.ok(bad[0]!.raw.length <= 1024);
  assert.equal(locationOf(rows[0]!)?.line, 2003);
});

test('a header that cannot be read is an error', async () => {
  await assert.rejects(read('a,b,a\n1,2,3\n'), {
    code: 'LB_CSV',
    message: /column "a" is twice in the header/,
  });
  await assert.rejects(read('a,"b"c\n1,2\n'), { code: 'LB_CSV', message: /in\.csv: header: cell 2/ });
  assert.deepEqual(await read(''), { rows: [], bad: [] });
  assert.deepEqual(await read('a,b\n'), { rows: [], bad: [] });
});
