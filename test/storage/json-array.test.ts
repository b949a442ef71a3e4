import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import fc from 'fast-check';
import streamArrayModule from 'stream-json/streamers/stream-array.js';
import { locationOf } from '../../src/records/location.ts';
import { readJsonArray } from '../../src/storage/json-array.ts';
import type { BadRow, Row } from '../../src/storage/rows.ts';
import { collectGroups, cutAt, inChunks, plain } from '../support/bytes.ts';

async function read(input: string, chunk = 5, maxRowBytes?: number): Promise<{ rows: Row[]; bad: BadRow[] }> {
  const bad: BadRow[] = [];
  const limit = maxRowBytes === undefined ? {} : { maxRowBytes };
  const options = { source: 'in.json', onBad: (row: BadRow) => bad.push(row), ...limit };
  return { rows: await collectGroups(readJsonArray(inChunks(Buffer.from(input), chunk), options)), bad };
}

async function byStreamJson(text: string): Promise<unknown[]> {
  const values: unknown[] = [];
  const elements = Readable.from([text]).pipe(streamArrayModule.withParserAsStream());
  for await (const { value } of elements as AsyncIterable<{ value: unknown }>) values.push(value);
  return values;
}

test('reads what stream-json reads, wherever the bytes are cut', async () => {
  // stream-json loses a field of this name, however deep it stands.
  const element = fc
    .dictionary(fc.string(), fc.jsonValue())
    .filter((each) => !JSON.stringify(each).includes('"__proto__"'));
  await fc.assert(
    fc.asyncProperty(
      fc.array(element, { maxLength: 8 }),
      fc.array(fc.nat(500)),
      fc.nat(4),
      async (rows, places, indent) => {
        const text = JSON.stringify(rows, null, indent);
        const options = { source: 'in', onBad: (bad: BadRow) => assert.fail(bad.message) };
        const back = await collectGroups(readJsonArray(cutAt(Buffer.from(text), places), options));
        assert.equal(JSON.stringify(back), JSON.stringify(await byStreamJson(text)));
      },
    ),
    { numRuns: 150 },
  );
});

test('loses no element before or after a broken one, and says where it stood', async () => {
  const { rows, bad } = await read('[{"a":1}, 5, {"a":x}, {"a":"],{"}]');
  assert.deepEqual(plain(rows), [{ a: 1 }, { a: '],{' }]);
  assert.deepEqual(
    bad.map(({ code, where }) => [code, where.line, where.byte]),
    [
      ['LB_JSON', 2, 10],
      ['LB_JSON', 3, 13],
    ],
  );
  assert.deepEqual(
    rows.map((row) => locationOf(row)?.line),
    [1, 4],
  );
});

test('says when the array breaks off, after handing out what is whole', async () => {
  for (const text of ['[{"a":1},{"a":2}', '[{"a":1},{"a":', '[{"a":1},', '[{"a":1}, {"b": "\\']) {
    const { rows, bad } = await read(text);
    assert.deepEqual(plain(rows)[0], { a: 1 }, text);
    assert.deepEqual(
      bad.map(({ code }) => code),
      ['LB_TORN_LINE'],
      text,
    );
  }
});

test('refuses text after the array and a comma before its end', async () => {
  assert.match((await read('[{"a":1}] x')).bad[0]?.message ?? '', /after the end/);
  assert.equal((await read('[{"a":1},]')).bad.length, 1);
  assert.deepEqual(await read(' \n[ ] \n'), { rows: [], bad: [] });
});

test('keeps only the beginning of an element over the cap', async () => {
  const { rows, bad } = await read(`[{"a":"${'x'.repeat(3000)}"},{"a":2}]`, 50, 1000);
  assert.deepEqual(plain(rows), [{ a: 2 }]);
  assert.equal(bad[0]?.code, 'LB_LINE_TOO_LONG');
});
