// The records that a run starts from: what is read of which input, what is known of it meanwhile, and named files.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { Readable } from 'node:stream';
import { type TestContext, test } from 'node:test';
import type { RemoteInputs } from '../../src/datasets/open-inputs.ts';
import { syntheticRecords } from '../../src/datasets/synthetic.ts';
import { namedFiles, noFiles } from '../../src/executor/named-files.ts';
import { openSource, type SourcePlan } from '../../src/executor/source.ts';
import { rowText } from '../../src/storage/original-text.ts';
import type { BadRow, Row } from '../../src/storage/rows.ts';
import { temporaryFolder } from '../support/temporary.ts';

const remote: RemoteInputs = () => Promise.reject(new Error('nothing is on the network'));
const records = (count: number, seed: number): Row[] =>
  JSON.parse(JSON.stringify([...syntheticRecords({ count, seed })])) as Row[];
const text = (rows: readonly Row[]): string => rows.map((row) => `${JSON.stringify(row)}\n`).join('');
/** Without what only this process knows of a row: where it was read. */
const plain = (group: readonly Row[]): Row[] => JSON.parse(JSON.stringify(group)) as Row[];
const sha256 = (of: string): string => createHash('sha256').update(of).digest('hex');

/** Files a.jsonl with 300 records and b.jsonl with 5. */
async function two(t: TestContext) {
  const folder = await temporaryFolder(t);
  const [a, b] = [join(folder, 'a.jsonl'), join(folder, 'b.jsonl')];
  const [first, second] = [text(records(300, 1)), text(records(5, 2))];
  await writeFile(a, first);
  await writeFile(b, second);
  return { folder, a, b, first, second };
}

/** Reads a plan to its end. */
async function read(
  plan: SourcePlan,
  { stdin, from = remote }: { stdin?: Readable; from?: RemoteInputs } = {},
) {
  const bad: BadRow[] = [];
  const said: string[] = [];
  const source = await openSource(plan, {
    ...{ stdin, remote: from },
    onBad: (row) => void bad.push(row),
    say: (line) => void said.push(line),
  });
  const rows: Row[] = [];
  const sizes: number[] = [];
  for await (const group of source.groups) {
    rows.push(...plain(group));
    sizes.push(group.length);
  }
  return { ...source, rows, sizes, bad, said };
}

test('files are read in their order, then come generated problems, as many as were asked for', async (t) => {
  const { a, b, first, second } = await two(t);
  const { rows, inputs, expected } = await read({
    files: [b, a],
    synthetic: { count: 130, seed: 9 },
    hash: true,
  });
  assert.deepEqual(rows, [...records(5, 2), ...records(300, 1), ...records(130, 9)]);
  assert.deepEqual(inputs, [
    { path: b, bytes: second.length, sha256: sha256(second) },
    { path: a, bytes: first.length, sha256: sha256(first) },
  ]);
  assert.equal(Math.round(expected()!), 435);
  const generated = await read({ files: [], synthetic: { count: 130, seed: 9 } });
  assert.deepEqual([generated.sizes, generated.expected(), generated.share()], [[64, 64, 2], 130, null]);
  const even = await read({ files: [], synthetic: { count: 128, seed: 9 } });
  assert.deepEqual(even.sizes, [64, 64]);
  assert.deepEqual((await read({ files: [] })).rows, []);
});

test('inputs are hashed only where a manifest needs that', async (t) => {
  const { b, second } = await two(t);
  const { inputs } = await read({ files: [b] });
  assert.deepEqual(inputs, [{ path: b, bytes: second.length, sha256: null }]);
});

test('a limit counts all records of a run; a limit for each holds for files and generated ones alike', async (t) => {
  const { a, b } = await two(t);
  const files = [a, b];
  const synthetic = { count: 9, seed: 9 };
  const some = await read({ files, limit: 302 });
  assert.deepEqual(some.rows, [...records(300, 1), ...records(2, 2)]);
  assert.deepEqual((await read({ files, limit: 0 })).rows, []);
  const each = await read({ files, synthetic, limitEach: 3 });
  assert.deepEqual(each.rows, [
    ...records(300, 1).slice(0, 3),
    ...records(5, 2).slice(0, 3),
    ...records(9, 9).slice(0, 3),
  ]);
  assert.ok(each.expected()! <= 9, `${each.expected()}`);
  const wide = await read({ files, synthetic, limitEach: 100_000 });
  assert.equal(wide.rows.length, 314);
  const both = await read({ files, limit: 4, limitEach: 3 });
  assert.equal(both.rows.length, 4);
});

test('the share of the input and the number of records are known from the bytes that were read', async (t) => {
  const { a, b, first, second } = await two(t);
  const source = await openSource({ files: [a, b] }, { remote, onBad: () => {}, say: () => {} });
  assert.deepEqual([source.share(), source.expected()], [0, null]);
  let seen = 0;
  for await (const group of source.groups) {
    seen += group.length;
    const share = source.share()!;
    assert.ok(share > 0 && share <= 1, `${share}`);
    const { bytes } = source.inputs[0]!;
    if (seen <= 300) assert.ok(Math.abs(share - bytes / (first.length + second.length)) < 1e-9);
  }
  assert.equal(source.share(), 1);
  assert.equal(source.expected(), 305);
});

test('of standard input neither the size nor the share is known, and what was read is hashed all the same', async () => {
  const given = text(records(3, 1));
  const { rows, inputs, share, expected } = await read(
    { files: ['-'], hash: true },
    { stdin: Readable.from([Buffer.from(given)]) },
  );
  assert.equal(rows.length, 3);
  assert.deepEqual([share(), expected()], [null, null]);
  assert.deepEqual(inputs, [{ path: 'stdin', bytes: given.length, sha256: sha256(given) }]);
});

test('an empty file has no share, and a missing one is an error before the first record is read', async (t) => {
  const { folder, a } = await two(t);
  const empty = join(folder, 'empty.jsonl');
  await writeFile(empty, '');
  const { rows, share, expected } = await read({ files: [empty] });
  assert.deepEqual([rows, share(), expected()], [[], null, null]);
  await assert.rejects(
    openSource({ files: [a, join(folder, 'c.jsonl')] }, { remote, onBad: () => {}, say: () => {} }),
    {
      code: 'LB_INPUT_MISSING',
    },
  );
});

test('rows of other projects become records, unless they are asked for as they are', async (t) => {
  const folder = await temporaryFolder(t);
  const path = join(folder, 'mine.jsonl');
  const row = { question: 'What is 1 + 1?', answer: 'Add. #### 2' };
  await writeFile(path, `${JSON.stringify(row)}\n{torn\n`);
  const adapted = await read({ files: [path] });
  assert.equal(adapted.rows[0]!.problem, 'What is 1 + 1?');
  assert.deepEqual(
    adapted.bad.map(({ code, where }) => [code, where.line]),
    [['LB_JSON', 2]],
  );
  assert.match(adapted.said.join('\n'), /not our records; read as jsonl rows/);
  const raw = await read({ files: [path], raw: true });
  assert.deepEqual([raw.rows, raw.bad.length], [[row], 1]);
  const named = await read({
    files: [path],
    nameOf: (input) => ({ path: basename(input.name), source: 'other/part' }),
  });
  assert.deepEqual(
    named.inputs.map((input) => input.path),
    ['mine.jsonl'],
  );
  assert.match(named.rows[0]!.id as string, /part/);
});

test('rows in a document of JSON are found where a path says they are', async (t) => {
  const path = join(await temporaryFolder(t), 'all.json');
  await writeFile(path, JSON.stringify({ data: { rows: [{ a: 1 }, { a: 2 }] } }));
  assert.deepEqual((await read({ files: [path], raw: true, rowsPath: 'data.rows' })).rows, [
    { a: 1 },
    { a: 2 },
  ]);
});

test('of an input whose hash is known beforehand that hash and the whole size are noted, however much was fetched', async () => {
  const input = (size: number | null, hash: string | null, fetched: number) => async () => [
    {
      ...{ name: 'hf:o/n/x', source: 'hf:o/n/x', size, sha256: hash },
      async *read({ onBytes }: { onBytes?: (chunk: Uint8Array) => void }) {
        onBytes?.(new Uint8Array(fetched));
        yield [{ a: 1 }];
      },
    },
  ];
  const noted = async (size: number | null, hash: string | null, fetched: number) => {
    const { inputs } = await read(
      { files: ['hf:o/n/x'], raw: true, hash: true },
      { from: input(size, hash, fetched) },
    );
    return [inputs[0]!.bytes, inputs[0]!.sha256];
  };
  assert.deepEqual(await noted(100, 'known', 30), [100, 'known']);
  assert.deepEqual(await noted(null, 'known', 30), [30, 'known']);
  const zeros = (count: number): string => createHash('sha256').update(new Uint8Array(count)).digest('hex');
  assert.deepEqual(await noted(30, null, 30), [30, zeros(30)]);
  assert.deepEqual(await noted(null, null, 30), [30, zeros(30)]);
  assert.deepEqual(await noted(100, null, 30), [30, null], 'what was fetched is not the file');
});

test('rows of a file that an option names are read whole, and a wrong row ends the run', async (t) => {
  const folder = await temporaryFolder(t);
  const path = join(folder, 'scores.jsonl');
  await writeFile(path, '{"a":1}\n{"a":2}\n');
  const { rows } = namedFiles({
    stdin: Readable.from([Buffer.from('{"a":3}\n')]),
    remote,
    source: { files: [] },
  });
  const all = async (of: string, onBytes?: (chunk: Uint8Array) => void): Promise<Row[]> => {
    const found: Row[] = [];
    for await (const group of rows(of, '--scores', onBytes)) found.push(...plain(group));
    return found;
  };
  let bytes = 0;
  const count = (chunk: Uint8Array): void => {
    bytes += chunk.length;
  };
  assert.deepEqual(await all(path, count), [{ a: 1 }, { a: 2 }]);
  assert.equal(bytes, 16);
  assert.deepEqual(await all('-'), [{ a: 3 }]);
  await assert.rejects(all(join(folder, 'none.jsonl')), { code: 'LB_INPUT_MISSING' });
  await mkdir(join(folder, 'folder'));
  await assert.rejects(all(join(folder, 'folder')), { code: 'LB_INPUT_DIRECTORY' });
  await writeFile(path, '{"a":1}\n{torn\n');
  await assert.rejects(all(path), (error: { code: string; message: string; where: object }) => {
    assert.equal(error.code, 'LB_CONFIG');
    assert.match(error.message, / \(--scores\)$/);
    assert.deepEqual((error.where as { line: number }).line, 2);
    return true;
  });
});

test('an earlier pass reads the records of the source, or of a file; standard input can be read only once', async (t) => {
  const { folder, a, b } = await two(t);
  const given = (files: string[]) => namedFiles({ stdin: undefined, remote, source: { files } });
  const count = async (files: string[], path?: string) => {
    const { groups, bad } = await given(files).records('it reads twice', path);
    let seen = 0;
    for await (const group of groups) seen += group.length;
    return [seen, bad()];
  };
  assert.deepEqual(await count([a, b]), [305, 0]);
  assert.deepEqual(await count([a], b), [5, 0]);
  assert.deepEqual(await count(['-'], b), [5, 0]);
  const torn = join(folder, 'torn.jsonl');
  await writeFile(torn, `${text(records(2, 1))}{torn\n{torn\n`);
  assert.deepEqual(await count([torn]), [2, 2]);
  for (const refused of [
    () => given([a, '-']).records('it reads twice'),
    () => given([a]).records('it reads twice', '-'),
  ]) {
    await assert.rejects(refused(), { code: 'LB_USAGE', message: 'it reads twice' });
  }
});

test('a plan over records at hand has no files: an option that names one is an error', () => {
  assert.throws(() => noFiles.rows('a.jsonl', '--scores'), {
    code: 'LB_CONFIG',
    message: 'a.jsonl: an option that names a file has no place here',
  });
  assert.throws(() => noFiles.records('it reads twice'), { code: 'LB_CONFIG', message: 'it reads twice' });
});

test('the text of a line is kept where the plan asks for it, and not otherwise', async (t) => {
  const path = join(await temporaryFolder(t), 'odd.jsonl');
  const line = '{"id" : "a",  "problem":"p"}';
  await writeFile(path, `${line}\n`);
  const firstLine = async (more: Partial<SourcePlan>) => {
    const { groups } = await openSource(
      { files: [path], raw: true, ...more },
      { stdin: undefined, remote, onBad: () => assert.fail(), say: () => assert.fail() },
    );
    for await (const group of groups) return rowText(group[0]!);
    return null;
  };
  assert.equal(await firstLine({ keepText: true }), line);
  assert.equal(await firstLine({}), '{"id":"a","problem":"p"}');
});

test('nothing is expected of a file whose lines have all been invalid so far', async (t) => {
  const path = join(await temporaryFolder(t), 'bad.jsonl');
  await writeFile(path, 'no JSON\n');
  const { expected, bad, rows } = await read({ files: [path] });
  assert.deepEqual([bad.length, rows.length, expected()], [1, 0, null]);
});
