// JSON that would overflow the stack is one bad row in every reader, and numbers come back as they were written.
import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { parseJson } from '../../src/records/parse-json.ts';
import { mulberry32, pick, randomInt } from '../../src/statistics/random.ts';
import { readInput } from '../../src/storage/input.ts';
import { carryOriginal, keepOriginalText, rowText } from '../../src/storage/original-text.ts';
import type { BadRow, Row } from '../../src/storage/rows.ts';
import { temporaryFolder } from '../support/temporary.ts';

const lists = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth);
const objects = (depth: number): string => `${'{"a":'.repeat(depth)}1.0${'}'.repeat(depth)}`;
const row = (id: number, x: string): string => `{"id":${id},"x":${x}}`;

/** Rows 2 and 4 are too deep by one, or by very much. */
const rows = [
  row(1, '1.50'),
  row(2, lists(5_000)),
  row(3, objects(511)),
  row(4, objects(100_000)),
  row(5, '-0'),
];

const forms: Readonly<Record<string, { readonly text: string; readonly rowsPath?: string }>> = {
  'lines.jsonl': { text: `${rows.join('\n')}\n` },
  'array.json': { text: `[${rows.join(',\n')}]` },
  'objects.json': { text: rows.map((one) => one.replace('{', '{\n')).join('\n') },
  'rows.json': { text: `{"rows":[${rows.join(',')}]}` },
  'path.json': { text: `{"a":{"b":[${rows.join(',')}]}}`, rowsPath: 'a.b' },
};

for (const [name, { text, rowsPath }] of Object.entries(forms)) {
  test(`${name}: a row that is nested too deeply is one invalid row, and those around it are read`, async (t) => {
    const path = join(await temporaryFolder(t), name);
    await writeFile(path, text);
    const bad: BadRow[] = [];
    const read: Row[] = [];
    for await (const group of readInput(path, { rowsPath, onBad: (one) => bad.push(one) }))
      read.push(...group);
    assert.deepEqual(
      read.map(({ id }) => id),
      [1, 3, 5],
    );
    assert.deepEqual(
      bad.map(({ code, where }) => [code, where.line]),
      [
        ['LB_JSON', 2],
        ['LB_JSON', 4],
      ],
    );
    assert.match(bad[0]!.message, /nested more than 512 levels deep/);
    const copies = read.map((one) => rowText({ ...one, y: 1 }));
    assert.deepEqual(
      copies,
      [row(1, '1.50'), row(3, objects(511)), row(5, '-0')].map((one) => `${one.slice(0, -1)},"y":1}`),
    );
  });
}

test('brackets in texts are not depth', () => {
  const text = JSON.stringify({ steps: ['['.repeat(10_000), '\\"{'.repeat(10_000)] });
  assert.deepEqual(parseJson(text), JSON.parse(text));
  assert.throws(() => parseJson(lists(513)), SyntaxError);
  assert.doesNotThrow(() => parseJson(lists(512)));
});

const spellings = [
  '9007199254740993',
  '1e400',
  '-0',
  '1.50',
  '1E5',
  '1e-7',
  '0.0000001',
  '-1.0',
  '12',
  '0.1',
  '-3.25',
  '1e21',
  '123456789012345678',
];

/** A value as compact JSON, with names, texts and numbers of all kinds. */
function valueText(rng: () => number, depth: number): string {
  const kind = randomInt(rng, 0, depth > 4 ? 3 : 5);
  if (kind === 0) return pick(rng, spellings);
  if (kind === 1) return pick(rng, ['"\\ud800"', '"\\u0000"', '"a\\"b"', '"1.50"', '"{\\\\"', '""']);
  if (kind <= 3) return pick(rng, ['true', 'false', 'null', pick(rng, spellings)]);
  const parts = Array.from({ length: randomInt(rng, 0, 4) }, () => valueText(rng, depth + 1));
  if (kind === 4) return `[${parts.join(',')}]`;
  return `{${parts.map((part, at) => `${pick(rng, ['"a', '"é', '"__proto__'])}${at}":${part}`).join(',')}}`;
}

test('what is written is what was read, whatever became of the record', () => {
  const rng = mulberry32(1);
  for (let n = 0; n < 5_000; n += 1) {
    const inner = valueText(rng, 0);
    const text = `{"id":1.0,"x":${inner}}`;
    const spaced = text.replace('{"id":', '{ "id"\t:\r\n ');
    const read = parseJson(spaced) as Row;
    keepOriginalText(read, spaced, { asLine: false });
    assert.equal(rowText(read), text);
    assert.equal(rowText({ ...read, y: 2 }), `${text.slice(0, -1)},"y":2}`);
    const wrapped = carryOriginal(read, { meta: { x: read.x } });
    assert.equal(rowText(wrapped), `{"meta":{"x":${inner}}}`);
  }
});

test('a number that was changed is written as it is now', () => {
  const text = '{"a":1.50,"b":[1.0,2.0],"c":1.0,"c":2}';
  const read = parseJson(text) as { a: number; b: number[] } & Row;
  keepOriginalText(read, text, { asLine: false });
  assert.equal(rowText({ ...read, a: 1.25 }), '{"a":1.25,"b":[1.0,2.0],"c":2}');
  assert.equal(rowText({ ...read, b: [1, 3] }), '{"a":1.50,"b":[1.0,3],"c":2}');
});
