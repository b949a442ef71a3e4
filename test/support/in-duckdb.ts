// DuckDB as a second reader of the Parquet files that users get. It knows nothing of what we mean by a column, so that is
// read here from the file's metadata as docs/formats.md describes it, without the code that reads our files.
import assert from 'node:assert/strict';
import type { Column, Columns } from '../../src/storage/columnar/column.ts';
import { readParquet } from '../../src/storage/columnar/parquet-source.ts';
import type { Row } from '../../src/storage/rows.ts';
import { collectGroups, plain } from './bytes.ts';

const duckdb = await import('@duckdb/node-api').catch(() => undefined);
export const withoutDuckdb =
  duckdb === undefined ? 'needs the development dependency @duckdb/node-api' : false;

type Query = (sql: string) => Promise<Row[]>;
let opened: Promise<Query> | undefined;

/** One database for the files of a test process: to open it takes longer than to read most of them. */
async function open(): Promise<Query> {
  const connection = await (await duckdb!.DuckDBInstance.create(':memory:', { threads: '1' })).connect();
  return async (sql) => (await connection.runAndReadAll(sql)).getRowObjectsJS() as Row[];
}

const scalarTypes = {
  utf8: 'VARCHAR',
  int32: 'INTEGER',
  int64: 'BIGINT',
  float32: 'FLOAT',
  float64: 'DOUBLE',
  bool: 'BOOLEAN',
  json: 'VARCHAR',
  text_or_number: 'VARCHAR',
  json_and_rest: 'VARCHAR',
  rest: 'VARCHAR',
} as const;

function typeOf(column: Column): string {
  if (column.kind === 'list') return `${typeOf(column.item)}[]`;
  if (column.kind === 'struct') return structType(column.fields);
  if (column.kind === 'entries') {
    const key = { kind: column.keyKind };
    return `${structType({ [column.key]: key, ...column.fields })}[]`;
  }
  return scalarTypes[column.kind];
}

function structType(fields: Columns): string {
  return `STRUCT(${Object.entries(fields)
    .map(([name, column]) => `${name} ${typeOf(column)}`)
    .join(', ')})`;
}

function textOrNumber(text: string): unknown {
  if (text.startsWith('"')) return JSON.parse(text);
  return String(Number(text)) === text && Number.isFinite(Number(text)) ? Number(text) : text;
}

function meant(column: Column, cell: unknown): unknown {
  if (cell === null) return null;
  switch (column.kind) {
    case 'list':
      return (cell as unknown[]).map((item) => meant(column.item, item));
    case 'struct':
      return meantRow(column.fields, cell as Row);
    case 'entries':
      return Object.fromEntries(
        (cell as Row[]).map(({ [column.key]: key, ...entry }) => {
          const { value } = column;
          const is =
            value === undefined ? meantRow(column.fields, entry) : meant(column.fields[value]!, entry[value]);
          return [String(key), is];
        }),
      );
    case 'json':
    case 'json_and_rest':
    case 'rest':
      return JSON.parse(cell as string);
    case 'text_or_number':
      return textOrNumber(cell as string);
    case 'int64':
      return Number(cell);
    default:
      return cell;
  }
}

type Misplaced = readonly {
  readonly at: readonly [string, ...(string | number)[]];
  readonly value: unknown;
}[];

function put(row: Row, name: string, value: unknown): void {
  Object.defineProperty(row, name, { value, enumerable: true, configurable: true, writable: true });
}

function meantRow(columns: Columns, cells: Row): Row {
  const row: Row = {};
  let left: Misplaced = [];
  for (const [name, column] of Object.entries(columns)) {
    if (column.copies !== undefined) continue;
    const value = meant(column, cells[name]);
    if (value === null && column.keepsNull !== true) continue;
    if (column.kind === 'rest') {
      for (const [other, own] of Object.entries(value as Row)) put(row, other, own);
    } else if (column.kind === 'json_and_rest' && Object.hasOwn(value as Row, 'latebench_rest')) {
      const { latebench_rest, ...own } = value as Row;
      left = latebench_rest as Misplaced;
      if (Object.keys(own).length > 0) put(row, name, own);
    } else put(row, name, value);
  }
  for (const { at, value } of left) {
    const place = at.slice(0, -1).reduce<unknown>((within, key) => (within as Row)[key], row);
    put(place as Row, String(at.at(-1)), value);
  }
  return row;
}

/** What each chunk of columns of a file has: its compression, encodings and statistics. */
export async function chunksInDuckdb(path: string): Promise<Row[]> {
  opened ??= open();
  const query = await opened;
  return query(`FROM parquet_metadata('${path.replaceAll("'", "''")}') ORDER BY row_group_id, column_id`);
}

/** Names and types of the columns, as DuckDB writes them. */
export async function typesInDuckdb(path: string): Promise<string[]> {
  opened ??= open();
  const query = await opened;
  const types = await query(
    `DESCRIBE FROM read_parquet('${path.replaceAll("'", "''")}', hive_partitioning = false)`,
  );
  return types.map(({ column_name, column_type }) => `${column_name} ${column_type}`);
}

const withoutQuotes = (type: string): string => type.replaceAll('"', '');

/**
 * Compares what DuckDB reads of a file of ours with what our own reader gives: types, metadata, number and order of rows,
 * and each value.
 *
 * @returns The rows; none is compared where DuckDB is not installed.
 */
export async function sameInDuckdb(path: string): Promise<Row[]> {
  const ours = plain(await collectGroups(readParquet(path)));
  if (duckdb === undefined) return ours;
  opened ??= open();
  const query = await opened;
  const file = `'${path.replaceAll("'", "''")}'`;
  const entries = await query(
    `SELECT decode("key") AS name, decode("value") AS text FROM parquet_kv_metadata(${file})
       WHERE decode("key") <> 'ARROW:schema'`,
  );
  assert.deepEqual(
    entries.map(({ name }) => name),
    ['latebench'],
    `${path}: keys of the metadata`,
  );
  const { columns } = JSON.parse(String(entries[0]!.text)) as { columns: Columns };
  assert.deepEqual(
    (await typesInDuckdb(path)).map(withoutQuotes),
    Object.entries(columns).map(([name, column]) => `${name} ${typeOf(column)}`),
    `${path}: types`,
  );
  const [footer] = await query(`SELECT num_rows, created_by FROM parquet_file_metadata(${file})`);
  assert.deepEqual(footer, { num_rows: BigInt(ours.length), created_by: 'latebench' }, path);
  const theirs = await query(
    `FROM read_parquet(${file}, hive_partitioning = false, file_row_number = true) ORDER BY file_row_number`,
  );
  assert.equal(theirs.length, ours.length, `${path}: rows`);
  for (const [at, cells] of theirs.entries()) {
    assert.deepEqual(meantRow(columns, cells), ours[at], `${path}: row ${at + 1}`);
  }
  return ours;
}
