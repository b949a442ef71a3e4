// Writes rows to an Arrow IPC file, one record batch at a time, in bounded memory. The format needs no encoder:
// the builders' memory goes to the file as it is.
import { type FileHandle, open } from 'node:fs/promises';
import {
  AsyncByteQueue,
  Message,
  type RecordBatch,
  RecordBatchFileWriter,
  RecordBatchReader,
  type Schema,
  Table,
} from 'apache-arrow';
import { LateBenchError } from '../../errors.ts';
import type { PendingFile } from '../atomic-write.ts';
import type { Sink } from '../sink.ts';
import { batchBuilder } from './batch.ts';
import { type BatchWriter, type ColumnarOptions, openBatchSink } from './batch-sink.ts';
import type { Columns } from './column.ts';
import { metadataKey, metadataText } from './file-metadata.ts';

/** Hands the writer's bytes over at once; the queue it takes the place of would hold them without a limit. */
class Outbox extends AsyncByteQueue {
  #chunks: Uint8Array[] = [];

  override write(chunk: Uint8Array): void {
    this.#chunks.push(chunk);
  }

  /** A copy: the chunks are the builders' memory, which is used again. */
  take(): Buffer {
    const bytes = Buffer.concat(this.#chunks);
    this.#chunks = [];
    return bytes;
  }
}

/** Adds up the row counts in the headers of the batches; their bodies are not read. */
async function countRows(file: FileHandle): Promise<number> {
  const reader = await RecordBatchReader.from(file);
  await reader.open();
  let rows = 0;
  for (const block of reader.footer!.recordBatches()) {
    const header = Buffer.alloc(block.metaDataLength);
    await file.read(header, 0, header.length, block.offset);
    // In front of the header: the continuation mark and its length, 4 bytes each.
    const message = Message.decode(header.subarray(8));
    if (!message.isRecordBatch()) throw new Error('a batch is not where the footer says');
    rows += message.header().length;
  }
  return rows;
}

function arrowWriter(path: string, file: PendingFile, schema: Schema): BatchWriter {
  const outbox = new Outbox();
  const writer = new RecordBatchFileWriter();
  writer.reset(outbox);
  let writing = Promise.resolve();
  const writeOut = (): Promise<void> => {
    const bytes = outbox.take();
    writing = writing.then(() => file.write(bytes));
    return writing;
  };
  return {
    code: 'LB_ARROW',
    write(batch: RecordBatch) {
      writer.write(batch);
      return writeOut();
    },
    finish() {
      // Without a batch the writer has not seen the schema.
      writer.write(new Table(schema));
      writer.close();
      return writeOut();
    },
    stop: () => writing.catch(() => {}),
    async countRows(temporary) {
      const handle = await open(temporary, 'r');
      try {
        return await countRows(handle);
      } catch (cause) {
        throw new LateBenchError('LB_ARROW', `cannot write ${path}: ${(cause as Error).message}`, { cause });
      } finally {
        await handle.close();
      }
    },
  };
}

/** As `openParquetSink`, for an Arrow IPC file (also known as Feather 2), uncompressed. */
export async function openArrowSink(
  path: string,
  columns: Columns,
  options: ColumnarOptions = {},
): Promise<Sink> {
  const metadata = new Map([[metadataKey, metadataText(columns, options.metadata ?? {})]]);
  const builder = batchBuilder(columns, metadata);
  return openBatchSink(path, builder, (file) => arrowWriter(path, file, builder.schema), options);
}
