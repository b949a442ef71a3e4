// Which table reads a file, and several files of one run as one table.
import { isRecord } from '../../datasets/adapt.ts';
import { openJsonlTable } from '../../storage/jsonl-table.ts';
import { jsonlRecords } from './jsonl.ts';
import { openParquetRecords } from './parquet.ts';
import { type Entry, parts, type RecordTable } from './record-table.ts';
import { spoolRecords } from './spool.ts';

/** Whether the file is JSONL whose first row is a record of ours. */
async function holdsRecords(path: string): Promise<boolean> {
  const table = await openJsonlTable(path, 1);
  try {
    const [first] = table.rows === 0 ? [] : await table.read([0]);
    return first === undefined || ('row' in first && isRecord(first.row));
  } finally {
    await table.close();
  }
}

/** Lines that a run has not given their last name yet. */
const isUnfinished = (path: string): boolean => /\.(jsonl|ndjson)\.tmp-[^/]*$/i.test(path);

export async function openTable(path: string, say: (line: string) => void): Promise<RecordTable> {
  if (isUnfinished(path)) return jsonlRecords(await openJsonlTable(path));
  if (/\.parquet$/i.test(path)) {
    const table = await openParquetRecords(path);
    if (table !== undefined) return table;
  } else if (/\.(jsonl|ndjson)$/i.test(path) && (await holdsRecords(path)))
    return jsonlRecords(await openJsonlTable(path));
  return spoolRecords(path, say);
}

/** The rows of all tables, one after the other. */
export function joinTables(tables: readonly RecordTable[]): RecordTable {
  const [only] = tables;
  if (only !== undefined && tables.length === 1) return only;
  const starts: number[] = [];
  let rows = 0;
  for (const table of tables) {
    starts.push(rows);
    rows += table.rows;
  }
  const at = (row: number): number => starts.findLastIndex((start) => start <= row);
  return {
    rows,
    async read(requested, what) {
      const found = new Map<number, Entry>();
      for (const [index, table] of tables.entries()) {
        const mine = requested.filter((row) => at(row) === index);
        if (mine.length === 0) continue;
        const entries = await table.read(
          mine.map((row) => row - starts[index]!),
          what,
        );
        for (const [place, row] of mine.entries()) found.set(row, entries[place]!);
      }
      return requested.map((row) => found.get(row)!);
    },
    async fill(columns, firstRow, onPart, onShare) {
      // A run that has only begun has no records: that is known at once.
      if (tables.length === 0) for (const part of parts) onPart(part);
      for (const [index, table] of tables.entries()) {
        const last = index === tables.length - 1;
        await table.fill(columns, firstRow + starts[index]!, last ? onPart : () => {}, (share) =>
          onShare((index + share) / tables.length),
        );
      }
    },
    async *all(what) {
      for (const [index, table] of tables.entries()) {
        for await (const group of table.all(what))
          yield { ...group, firstRow: group.firstRow + starts[index]! };
      }
    },
    async close() {
      for (const table of tables) await table.close();
    },
  };
}
