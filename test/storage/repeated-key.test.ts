// A row in which an object has a name twice is none: JSON.parse keeps the last value and says nothing of the first.
import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import fc from 'fast-check';
import { mayRepeatKey, repeatedKey } from '../../src/records/repeated-key.ts';
import { readInput } from '../../src/storage/input.ts';
import { openJsonlTable } from '../../src/storage/jsonl-table.ts';
import type { BadRow, Row } from '../../src/storage/rows.ts';
import { temporaryFolder } from '../support/temporary.ts';

const rows = [
  '{"id":1,"problem":"a \\" b: c","x":["y",{"z":1},{"z":2}],"w":{"problem":1}}',
  '{"id":2,"problem":"p","problem":"q"}',
  '{"id":3,"meta":{"list":[{"a":1,"b":2,"\\u0061" : 1}]}}',
  '{"id":4,"__proto__":1,"":2,"a":{},"b":[[],{"a":[]}]}',
  '{"id":5,"__proto__":1,"__proto__":2}',
];

async function readAll(
  t: TestContext,
  name: string,
  text: string,
  more: { rowsPath?: string; pythonNumbers?: boolean } = {},
) {
  const path = join(await temporaryFolder(t), name);
  await writeFile(path, text);
  const bad: BadRow[] = [];
  const read: Row[] = [];
  for await (const group of readInput(path, { ...more, onBad: (one) => bad.push(one) })) read.push(...group);
  return { ids: read.map(({ id }) => id), bad, path };
}

const forms: Readonly<Record<string, { readonly text: string; readonly rowsPath?: string }>> = {
  'lines.jsonl': { text: rows.join('\n') },
  'array.json': { text: `[${rows.join(',\n')}]` },
  'objects.json': { text: rows.map((one) => one.replace('{', '{\n')).join('\n') },
  'rows.json': { text: `{"rows":[${rows.join(',')}]}` },
  'path.json': { text: `{"a":{"b":[${rows.join(',')}]}}`, rowsPath: 'a.b' },
};

for (const [name, { text, ...more }] of Object.entries(forms)) {
  test(`${name}: a row with a name twice in one object is invalid, and says which name`, async (t) => {
    const { ids, bad } = await readAll(t, name, text, more);
    assert.deepEqual(ids, [1, 4]);
    assert.deepEqual(
      bad.map(({ code, where, message }) => [
        code,
        where.line,
        /has "(\w+)" twice in one object: /.exec(message)?.[1],
      ]),
      [
        ['LB_JSON', 2, 'problem'],
        ['LB_JSON', 3, 'a'],
        ['LB_JSON', 5, '__proto__'],
      ],
    );
  });
}

test('rows with log-probabilities may repeat a name: two tokens may have one text', async (t) => {
  const row = '{"id":1,"top_logprobs":[{"\\ufffd":-1.5,"\\ufffd":-2}]}';
  for (const [name, text, more] of [
    ['a.jsonl', row, {}],
    ['a.json', `{"x":[${row}]}`, { rowsPath: 'x' }],
  ] as const) {
    assert.deepEqual((await readAll(t, name, text, { ...more, pythonNumbers: true })).bad, []);
  }
});

test('the table of a file shows such a line as invalid', async (t) => {
  const { path } = await readAll(t, 'lines.jsonl', rows.join('\n'));
  const table = await openJsonlTable(path);
  const lines = await table.read([...rows.keys()]);
  assert.match(
    JSON.stringify(lines[1]),
    /"broken":\{"line":2,"reason":"has \\"problem\\" twice in one object/,
  );
  assert.ok('row' in lines[0]!);
  await table.close();
});

test('what JSON.stringify writes repeats no name, whatever is in its texts', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.constantFrom(undefined, 1, '\t'), (value, space) => {
      assert.equal(repeatedKey(JSON.stringify(value, null, space)), null);
    }),
  );
  // The quick look is right about usual texts, and one with a colon at its beginning is only looked at again.
  const usual = JSON.stringify({ a: 'so: "x": 1', b: ['\\', 'c"', { d: null }], 'e\\': 'f:' });
  assert.equal(mayRepeatKey(usual, JSON.parse(usual)), false);
  assert.equal(mayRepeatKey('{"a":": b"}', { a: ': b' }), true);
});

test('no name that is there twice is passed over by the quick look, however it is written', () => {
  const blank = fc.constantFrom('', ' ', '\n', '\t  ');
  const text = fc.string().map((value) => JSON.stringify(value));
  fc.assert(
    fc.property(
      text,
      fc.array(fc.tuple(text, fc.jsonValue())),
      blank,
      blank,
      (name, others, before, after) => {
        const entries = [[name, 1], ...others, [name, 2]] as const;
        const object = `{${entries.map(([key, value]) => `${key}${before}:${after}${JSON.stringify(value)}`).join()}}`;
        assert.equal(mayRepeatKey(object, JSON.parse(object)), true, object);
        assert.notEqual(repeatedKey(object), null);
      },
    ),
  );
});
