// Reads the rows of a Parquet file, from us or from other programs, row group by row group and in bounded memory: a row
// group that is small (whole-limits.ts), or a few megabytes of rows of a large one.
import type { Row } from '../rows.ts';
import { rowReader } from './batch-rows.ts';
import { ParquetReader } from './parquet-file.ts';
import type { WholeLimits } from './whole-limits.ts';

export interface ParquetReadOptions {
  /** Top-level columns to read; others are not even fetched. Their order does not matter. */
  readonly columns?: readonly string[];
  /** Row groups to read, by their 0-based number, in this order. */
  readonly rowGroups?: readonly number[];
  /** Whose thread reads, where one is there already; a new one is started and ended otherwise. */
  readonly reader?: ParquetReader;
  /** What a row group may hold to be read as a whole; others are read in parts. */
  readonly whole?: WholeLimits;
}

/** Yields the rows in small groups. */
export async function* readParquet(
  path: string,
  { columns, rowGroups, reader: given, whole }: ParquetReadOptions = {},
): AsyncGenerator<Row[]> {
  const parquet = given ?? new ParquetReader();
  try {
    const { schema, metadata, decode, batches } = await parquet.open(path, whole);
    const reader = decode(() => rowReader(path, schema, metadata, columns));
    for await (const { batch, firstRow } of batches({ columns: reader.columns, rowGroups })) {
      const groups = reader.rows(batch, firstRow);
      for (let group = decode(() => groups.next()); !group.done; group = decode(() => groups.next())) {
        yield group.value;
      }
    }
  } finally {
    if (given === undefined) await parquet.close();
  }
}
