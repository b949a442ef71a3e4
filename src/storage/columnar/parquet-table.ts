// Looks single rows of a Parquet file up, and scans chosen columns of it, without ever holding more than one row group:
// for pages of a table that is too large to read. Reading a file from end to end is parquet-source.ts.
import type { RecordBatch } from 'apache-arrow';
import { LateBenchError } from '../../errors.ts';
import { setLocation } from '../../records/location.ts';
import type { Row } from '../rows.ts';
import { columnMeanings } from './file-metadata.ts';
import { fieldsCell } from './nested-cells.ts';
import { ParquetReader } from './parquet-file.ts';

export interface TableBatch {
  readonly batch: RecordBatch;
  /** 0-based number in the file of the batch's first row. */
  readonly firstRow: number;
}

export interface ParquetTable {
  readonly rows: number;
  /** Top-level columns. */
  readonly names: readonly string[];
  /** Columns with their nested parts, as paths with dots. */
  readonly paths: readonly string[];
  /** The rows with these 0-based numbers, in the order asked for; `paths` = these columns only. */
  read(rows: readonly number[], paths?: readonly string[]): Promise<Row[]>;
  /** All rows, of these columns where they are given, from a separate thread: pages can be read meanwhile. */
  scan(paths: readonly string[] | undefined): AsyncGenerator<TableBatch>;
  /** Reads a batch's rows one by one, as what the file says that its columns mean. */
  rowsOf(batch: RecordBatch): (index: number) => Row;
  close(): Promise<void>;
}

/** The number of starts at or below the row. */
function startsUpTo(starts: readonly number[], row: number): number {
  let [low, high] = [0, starts.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (starts[middle]! <= row) low = middle + 1;
    else high = middle;
  }
  return low;
}

export async function openParquetTable(path: string): Promise<ParquetTable> {
  const reader = new ParquetReader();
  let file = await reader.open(path);
  const names = file.schema.fields.map(({ name }) => name);
  const meanings = columnMeanings(path, file.metadata, names);
  const starts: number[] = [];
  let rows = 0;
  for (const count of file.groupRows) {
    starts.push(rows);
    rows += count;
  }

  async function readGroup(
    group: number,
    requested: ReadonlySet<number>,
    columns: readonly string[] | undefined,
    found: Map<number, Row>,
  ): Promise<void> {
    const last = Math.max(...requested);
    const from = Math.min(...requested) - starts[group]!;
    for await (const { batch, firstRow } of file.batches({ columns, rowGroups: [group], from })) {
      file.decode(() => {
        const row = fieldsCell(batch.data, meanings);
        for (const number of requested) {
          if (number < firstRow || number >= firstRow + batch.numRows) continue;
          found.set(number, setLocation(row(number - firstRow), { source: path, line: number + 1 }));
        }
      });
      if (firstRow + batch.numRows > last) return;
    }
  }

  /** The thread takes one order at a time; after one that failed it is started anew. */
  let queue: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const result = queue.then(work);
    queue = result.catch(async () => {
      await reader.close();
      file = await reader.open(path);
    });
    queue.catch(() => {});
    return result;
  };

  return {
    rows,
    names,
    paths: file.paths,
    read(numbers, columns) {
      return inTurn(async () => {
        const byGroup = new Map<number, Set<number>>();
        for (const number of numbers) {
          if (!(number >= 0 && number < rows)) {
            throw new LateBenchError(
              'LB_USAGE',
              `${path} has no row ${number}; it has ${rows}, counted from 0`,
            );
          }
          const group = startsUpTo(starts, number) - 1;
          byGroup.set(group, (byGroup.get(group) ?? new Set()).add(number));
        }
        const found = new Map<number, Row>();
        for (const [group, requested] of [...byGroup].sort(([a], [b]) => a - b)) {
          await readGroup(group, requested, columns, found);
        }
        return numbers.map((number) => found.get(number) ?? {});
      });
    },
    async *scan(columns) {
      const own = new ParquetReader();
      try {
        yield* (await own.open(path)).batches({ columns });
      } finally {
        await own.close();
      }
    },
    rowsOf: (batch) => fieldsCell(batch.data, meanings),
    async close() {
      await queue.catch(() => {});
      await reader.close();
    },
  };
}

/** Reads a batch's rows one by one, as what its types say. */
export function batchRow(batch: RecordBatch): (index: number) => Row {
  return fieldsCell(batch.data, undefined);
}
