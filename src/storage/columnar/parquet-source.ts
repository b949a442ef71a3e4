// Reads the rows of a Parquet file, ours or somebody else's, row group by row group and in bounded memory: one row
// group of the columns read, compressed, and a few megabytes of rows.
import { RecordBatchReader } from 'apache-arrow';
import { LateBenchError } from '../../errors.ts';
import { statInput } from '../input.ts';
import type { Row } from '../rows.ts';
import { rowReader } from './batch-rows.ts';
import { metadataKey } from './file-metadata.ts';
import { ParquetClient } from './parquet-client.ts';
import type { Reply } from './parquet-protocol.ts';

export interface ParquetReadOptions {
  /** Top-level columns to read; others are not even fetched. Their order does not matter. */
  readonly columns?: readonly string[];
  /** Row groups to read, by their 0-based number, in this order. */
  readonly rowGroups?: readonly number[];
}

/** Yields the rows in small groups. */
export async function* readParquet(
  path: string,
  { columns, rowGroups }: ParquetReadOptions = {},
): AsyncGenerator<Row[]> {
  await statInput(path);
  let rowsRead = 0;
  const broken = (reason: string, cause?: unknown): LateBenchError => {
    const place = rowsRead === 0 ? '' : ` after row ${rowsRead}`;
    return new LateBenchError(
      'LB_PARQUET',
      `${path} cannot be read as Parquet${place}: ${reason}; get or make the file again`,
      { cause },
    );
  };
  const expect = <K extends Reply['kind']>(reply: Reply, ...kinds: K[]): Extract<Reply, { kind: K }> => {
    if (reply.kind === 'failed') throw broken(reply.message);
    if (kinds.includes(reply.kind as K)) return reply as Extract<Reply, { kind: K }>;
    throw new LateBenchError('LB_INTERNAL', `the Parquet reader said ${reply.kind} out of turn`);
  };
  const decode = <T>(work: () => T): T => {
    try {
      return work();
    } catch (cause) {
      throw cause instanceof LateBenchError ? cause : broken((cause as Error).message, cause);
    }
  };

  const client = new ParquetClient(path);
  try {
    const opened = expect(await client.opened(), 'opened');
    const missing = rowGroups?.find((index) => opened.groupRows[index] === undefined);
    if (missing !== undefined) {
      throw new LateBenchError(
        'LB_USAGE',
        `${path} has no row group ${missing}; it has ${opened.groupRows.length}, counted from 0`,
      );
    }
    const { schema } = decode(() => RecordBatchReader.from(opened.schema).open());
    const reader = decode(() => rowReader(path, schema, opened.metadata.get(metadataKey), columns));
    let coming = client.ask({ columns: reader.columns, rowGroups });
    for (;;) {
      const reply = expect(await coming, 'batch', 'end');
      if (reply.kind === 'end') return;
      // The worker is at the next batch while this one becomes rows.
      coming = client.ask('next');
      for (const batch of decode(() => [...RecordBatchReader.from(reply.ipc)])) {
        const groups = reader.rows(batch, reply.firstRow);
        for (;;) {
          const group = decode(() => groups.next());
          if (group.done) break;
          rowsRead += group.value.length;
          yield group.value;
        }
      }
    }
  } finally {
    await client.stop();
  }
}
