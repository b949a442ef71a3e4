// One Parquet file, opened: its schema and its record batches, row group by row group and in bounded memory. What the
// batches mean, rows or columns, is for whoever asks.
import { type RecordBatch, RecordBatchReader, type Schema } from 'apache-arrow';
import { fromPlainError, isLateBenchError, LateBenchError } from '../../errors.ts';
import { statInput } from '../input-file.ts';
import { metadataKey } from './file-metadata.ts';
import type { ParquetClient } from './parquet-client.ts';
import type { ReadOrder, Reply } from './parquet-protocol.ts';
import { returnThread, takeThread } from './parquet-threads.ts';
import { type WholeLimits, wholeLimits } from './whole-limits.ts';

export interface ParquetFile {
  readonly schema: Schema;
  /** What the file's metadata say under our key. */
  readonly metadata: string | undefined;
  /** Rows of each row group. */
  readonly groupRows: readonly number[];
  /** Columns with their nested parts, as paths with dots; a read order takes these too. */
  readonly paths: readonly string[];
  /** `firstRow` is the 0-based position of the batch's first row in the file. */
  batches(
    order?: Partial<ReadOrder>,
  ): AsyncGenerator<{ readonly batch: RecordBatch; readonly firstRow: number }>;
  /** Runs `work` on what was read; damage that shows only there becomes an error that names the file. */
  decode<T>(work: () => T): T;
}

const encrypted = 'it is encrypted, which is not supported; write it again without encryption';

/** A worker thread that opens one file after the other. */
export class ParquetReader {
  #client: ParquetClient | undefined;

  /** The file that was opened before is closed. `whole`: what a row group may hold to be read as a whole. */
  async open(path: string, whole: WholeLimits = wholeLimits): Promise<ParquetFile> {
    await statInput(path);
    let rowsRead = 0;
    const broken = (reason: string, cause?: unknown): LateBenchError => {
      const place = rowsRead === 0 ? '' : ` after row ${rowsRead}`;
      const why = /encrypt/i.test(reason) ? encrypted : `${reason}; get or make the file again`;
      const message = `${path} cannot be read as Parquet${place}: ${why}`;
      return new LateBenchError('LB_PARQUET', message, { cause });
    };
    const decode = <T>(work: () => T): T => {
      try {
        return work();
      } catch (cause) {
        throw isLateBenchError(cause) ? cause : broken((cause as Error).message, cause);
      }
    };
    this.#client ??= takeThread();
    const client = this.#client;
    /** The reply, of one of the kinds that its request has. */
    const answered = async <K extends Reply['kind']>(
      coming: Promise<Reply>,
    ): Promise<Extract<Reply, { kind: K }>> => {
      const reply = await coming;
      if (reply.kind !== 'failed') return reply as Extract<Reply, { kind: K }>;
      this.#client = undefined;
      await client.stop();
      const error = fromPlainError(reply.error);
      throw isLateBenchError(error) ? error : broken(error.message.replace('Parquet error: ', ''), error);
    };
    const opened = await answered<'opened'>(client.ask({ open: path, whole }));
    const { schema } = decode(() => RecordBatchReader.from(opened.schema).open());
    const { groupRows } = opened;
    return {
      schema,
      metadata: opened.metadata.get(metadataKey),
      groupRows,
      paths: opened.paths,
      decode,
      async *batches({ columns, rowGroups, from } = {}) {
        const missing = rowGroups?.find((index) => groupRows[index] === undefined);
        if (missing !== undefined) {
          const message = `${path} has no row group ${missing}; it has ${groupRows.length}, counted from 0`;
          throw new LateBenchError('LB_USAGE', message);
        }
        let coming: Promise<Reply> | undefined = client.ask({ columns, rowGroups, from });
        try {
          for (;;) {
            const reply = await answered<'batch' | 'end'>(coming);
            coming = undefined;
            if (reply.kind === 'end') return;
            // The worker is at the next batch while this one is used.
            coming = client.ask('next');
            let { firstRow } = reply;
            for (const batch of decode(() => [...RecordBatchReader.from(reply.ipc)])) {
              yield { batch, firstRow };
              firstRow += batch.numRows;
              rowsRead = firstRow;
            }
          }
        } finally {
          // Whoever stops early must not leave a reply behind for the next request.
          await coming;
        }
      },
    };
  }

  /** Closes the file, and lets the thread go; the next `open` takes one again. */
  async close(): Promise<void> {
    const client = this.#client;
    this.#client = undefined;
    if (client !== undefined) await returnThread(client);
  }
}
