import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { readInput } from '../../src/storage/input.ts';
import { openOutput } from '../../src/storage/output.ts';
import type { Row } from '../../src/storage/rows.ts';
import { collectGroups, plain } from '../support/bytes.ts';
import { temporaryFolder } from '../support/temporary.ts';
import { poolProcess } from './columnar/pool.ts';
import type { PoolFacts, Quarter } from './columnar/pool-rows.ts';
import { fullRecord } from './columnar/support.ts';

const duckdb = await import('@duckdb/node-api').catch(() => undefined);
const skip = duckdb === undefined ? 'needs the development dependency @duckdb/node-api' : false;

type Query = (sql: string) => Promise<Record<string, unknown>[]>;

/** Queries in a separate folder, where files are found by name. */
async function openFolder(t: TestContext): Promise<{ folder: string; query: Query }> {
  const folder = await temporaryFolder(t);
  const instance = await duckdb!.DuckDBInstance.create(':memory:', { threads: '2' });
  const connection = await instance.connect();
  t.after(() => {
    connection.closeSync();
    instance.closeSync();
  });
  const query: Query = async (sql) => (await connection.runAndReadAll(sql)).getRowObjectsJson();
  await query(`SET file_search_path = '${folder}'`);
  return { folder, query };
}

const rows = [0, 1, 2].map(fullRecord);

async function writeAll(folder: string): Promise<void> {
  for (const ending of ['parquet', 'arrow', 'csv', 'csv.gz', 'jsonl', 'jsonl.gz']) {
    const sink = await openOutput(join(folder, `records.${ending}`));
    for (const row of rows) await sink.write(row);
    await sink.close();
  }
}

async function codeBlocks(language: string): Promise<string[]> {
  const text = await readFile('docs/formats.md', 'utf8');
  return [...text.matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm)]
    .filter(([, found]) => found === language)
    .map(([, , code]) => code!.trim());
}

test('the documented queries give what they say', { skip }, async (t) => {
  const { folder, query } = await openFolder(t);
  await writeAll(folder);
  const results = await Promise.all((await codeBlocks('sql')).map(query));
  const ids = rows.map(({ id }) => id);
  assert.deepEqual(results, [
    ids.map((id, page) => ({ id, steps: '3', first_error: 1, page: String(page) })),
    [{ critic: 'm/first_error/v2', judged: '3', right_step: 1 }],
    ids.map((id) => ({ id, step: 1, text: 'wrong sum' })),
    ids.map((id) => ({ id, check: 'late' })),
    ids.map((id, index) => ({ id, first_step: `Write it as 2 · ${index}.` })),
    ids.map((id) => ({ id, steps: '3' })),
  ]);
});

test('DuckDB reads the same records from every text form', { skip }, async (t) => {
  const { folder, query } = await openFolder(t);
  await writeAll(folder);
  const facts = `id, problem, answer, steps::VARCHAR[] AS steps, error_steps::INTEGER[] AS error_steps`;
  const expected = rows.map(({ id, problem, answer, steps, error_steps }) => ({
    id,
    problem,
    answer,
    steps,
    error_steps,
  }));
  for (const ending of ['jsonl', 'jsonl.gz']) {
    assert.deepEqual(await query(`SELECT ${facts} FROM read_json('records.${ending}')`), expected);
  }
  const lists = facts
    .replace('steps::VARCHAR[]', `from_json(steps, '["VARCHAR"]')`)
    .replace('error_steps::INTEGER[]', `from_json(error_steps, '["INTEGER"]')`);
  for (const ending of ['csv', 'csv.gz']) {
    const csv = `read_csv('records.${ending}', all_varchar = true)`;
    assert.deepEqual(await query(`SELECT ${lists} FROM ${csv}`), expected);
  }
});

test('what DuckDB writes is read: every form, nested columns and types that JSON lacks', {
  skip,
}, async (t) => {
  const { folder, query } = await openFolder(t);
  const table = `(SELECT * FROM (VALUES
    ('a', ['s', 't,"u"'], {'x': 1, 'y': [1.5, NULL]}, 5::TINYINT, DATE '2024-02-29', true),
    ('b', [], NULL, NULL, NULL, false)) AS v(name, steps, nested, small, day, ok))`;
  const expected = [
    {
      name: 'a',
      steps: ['s', 't,"u"'],
      nested: { x: 1, y: [1.5, null] },
      small: 5,
      day: '2024-02-29',
      ok: true,
    },
    { name: 'b', steps: [], nested: null, small: null, day: null, ok: false },
  ];
  const exact = table.replace('1.5', '1.5::DOUBLE');
  const forms = [
    ['t.parquet', ''],
    ['t.zstd.parquet', '(COMPRESSION zstd, PARQUET_VERSION v2)'],
    ['t.jsonl', '(FORMAT json)'],
    ['t.json', '(FORMAT json, ARRAY true)'],
    ['t.jsonl.gz', '(FORMAT json, COMPRESSION gzip)'],
  ] as const;
  for (const [name, options] of forms) {
    await query(`COPY ${exact} TO '${join(folder, name)}' ${options}`);
    const onBad = (): never => assert.fail(`${name}: no bad row expected`);
    assert.deepEqual(plain(await collectGroups(readInput(join(folder, name), { onBad }))), expected, name);
  }
  const asJson = `SELECT name, to_json(steps) AS steps, to_json(nested) AS nested, small, day, ok FROM ${exact}`;
  for (const name of ['t.csv', 't.csv.gz']) {
    await query(`COPY (${asJson}) TO '${join(folder, name)}' (FORMAT csv)`);
    const onBad = (): never => assert.fail(`${name}: no bad row expected`);
    assert.deepEqual(plain(await collectGroups(readInput(join(folder, name), { onBad }))), expected, name);
  }
});

/** By how much it grew since the first quarter of the rows, at most. */
function growth({ quarters }: PoolFacts, what: keyof Quarter): number {
  const [first = Number.NaN, ...later] = quarters.map((quarter) => quarter[what]);
  return Math.max(...later) - first;
}

function megabytes({ quarters }: PoolFacts, what: keyof Quarter): string {
  return quarters.map((quarter) => quarter[what].toFixed(1)).join(', ');
}

test('rows of a pool take bounded memory to write and read, and DuckDB adds up the same', {
  skip,
}, async (t) => {
  const { folder, query } = await openFolder(t);
  const path = join(folder, 'pool.parquet');
  const rowCount = 160;
  const written = await poolProcess('write', path, rowCount, 2 * 1024 * 1024);
  // Three quarters of the rows are 41 MB of numbers in the file, and twice that as numbers of JavaScript.
  assert.ok(growth(written, 'held') <= 4, `${megabytes(written, 'held')} MB held while writing`);
  const [sums] = await query(`SELECT count(*) AS rows, sum(list_sum(token_logprobs)) AS tokens,
    sum(list_sum(list_transform(top_logprobs, lambda top: list_sum(top)))) AS top FROM 'pool.parquet'`);
  assert.deepEqual(sums, { rows: String(rowCount), tokens: written.tokenSum, top: written.topSum });
  const read = await poolProcess('read', path, rowCount);
  assert.deepEqual([read.tokenSum, read.topSum], [written.tokenSum, written.topSum]);
  // What is held depends on how much of a batch of 4 MB has been read at the moment.
  assert.ok(growth(read, 'held') <= 16, `${megabytes(read, 'held')} MB held while reading`);
  assert.ok(growth(read, 'resident') <= 40, `${megabytes(read, 'resident')} MB resident while reading`);
  assert.ok(read.peak <= 500, `${read.peak} MB to read ${rowCount} rows`);
});

test('columns that people query are columns, and come back in their place', { skip }, async (t) => {
  const { folder, query } = await openFolder(t);
  const publication = {
    part: 'general',
    split: 'train',
    family: 'f',
    source: { file: 'a.jsonl', row_sha256: 'x' },
    licence: 'mit',
    decisions: [{ annotator: 'ann', decision: 'yes' }],
  };
  const published = { ...rows[0]!, error_type: 'of its own', publication };
  const correct = { id: 'c', problem: 'p', steps: ['s'], error_steps: [], label: 'of its own' };
  const unknown = { id: 'u', problem: 'p', steps: ['s'] };
  const sink = await openOutput(join(folder, 'published.parquet'));
  for (const row of [published, correct, unknown]) await sink.write(row);
  await sink.close();
  const columns = 'id, label, first_error, error_type, part, split, family, licence, source, difficulty';
  const none = { error_type: null, part: null, split: null, family: null, licence: null, source: null };
  const { part, split, family, licence } = publication;
  assert.deepEqual(await query(`SELECT ${columns} FROM 'published.parquet'`), [
    {
      id: 'sample/0',
      label: 1,
      first_error: 1,
      error_type: null,
      part,
      split,
      family,
      licence,
      source: 'a.jsonl',
      difficulty: '0',
    },
    { id: 'c', label: -1, first_error: null, ...none, difficulty: null },
    { id: 'u', label: null, first_error: null, ...none, difficulty: null },
  ]);
  const onBad = (): never => assert.fail('no bad row expected');
  const back = plain(await collectGroups(readInput(join(folder, 'published.parquet'), { onBad }))) as Row[];
  assert.deepEqual(back[0], published);
  assert.equal(back[1]!.label, 'of its own');
  assert.ok(!('label' in back[2]!) && !('publication' in back[2]!));
  // A tool that rewrites the file loses what its metadata say, not what the columns are.
  await query(`COPY (FROM 'published.parquet') TO '${join(folder, 'again.parquet')}'`);
  const again = plain(await collectGroups(readInput(join(folder, 'again.parquet'), { onBad }))) as Row[];
  assert.deepEqual(again, back);
  const [old] = await query(
    `SELECT count(*) AS n FROM (DESCRIBE FROM 'published.parquet') WHERE column_type LIKE '%extra%'`,
  );
  assert.equal(old!.n, '0');
});
