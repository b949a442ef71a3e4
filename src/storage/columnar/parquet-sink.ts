// Writes rows to a Parquet file, one row group at a time, in bounded memory. parquet-wasm ends its output as a valid,
// shorter file when its source fails; so the file stays under a temporary name until its footer counts every row.
import {
  DataType,
  type RecordBatch,
  RecordBatchStreamWriter,
  type Schema,
  Table,
  tableToIPC,
} from 'apache-arrow';
import {
  Compression,
  EnabledStatistics,
  transformParquetStream,
  Table as WasmTable,
  type WriterProperties,
  WriterPropertiesBuilder,
  writeParquet,
} from 'parquet-wasm';
import { isLateBenchError, LateBenchError } from '../../errors.ts';
import type { PendingFile } from '../atomic-write.ts';
import type { Sink } from '../sink.ts';
import { batchBuilder } from './batch.ts';
import { type BatchWriter, type ColumnarOptions, openBatchSink } from './batch-sink.ts';
import type { Columns } from './column.ts';
import { metadataKey, metadataText } from './file-metadata.ts';
import { BatchFeed } from './parquet-feed.ts';
import { countFooterRows } from './parquet-footer.ts';

interface Writing {
  readonly metadata: string;
  readonly dictionaries: boolean;
}

function writerProperties({ metadata, dictionaries }: Writing, schema: Schema): WriterProperties {
  const properties = new WriterPropertiesBuilder()
    .setCompression(Compression.ZSTD)
    .setDictionaryEnabled(dictionaries)
    .setStatisticsEnabled(EnabledStatistics.None)
    // The limit is looked at after each batch: 1 makes every batch a row group, whatever its size.
    .setMaxRowGroupBytes(1)
    .setCreatedBy('latebench')
    .setKeyValueMetadata(new Map([[metadataKey, metadata]]));
  // Readers skip row groups by them. Nobody does by what is inside lists, where they are a fifth of the work.
  return schema.fields
    .filter(({ type }) => !DataType.isList(type) && !DataType.isStruct(type))
    .reduce((all, { name }) => all.setColumnStatisticsEnabled(name, EnabledStatistics.Chunk), properties)
    .build();
}

function parquetWriter(path: string, file: PendingFile, schema: Schema, writing: Writing): BatchWriter {
  const feed = new BatchFeed();
  let encoding: Promise<void> | undefined;
  let complete = false;
  let stopped = false;

  const failed = (cause: unknown): LateBenchError =>
    isLateBenchError(cause)
      ? cause
      : new LateBenchError('LB_PARQUET', `cannot write ${path}: ${String(cause)}`, { cause });
  const encode = async (): Promise<void> => {
    try {
      const output = await transformParquetStream(feed.stream, writerProperties(writing, schema));
      for await (const chunk of output) {
        if (stopped) break;
        await file.write(chunk);
      }
    } catch (cause) {
      if (!stopped) throw failed(cause);
    }
    // Whoever still waits for the encoder to ask must be told.
    if (stopped) throw new LateBenchError('LB_ABORTED', `writing ${path} was cancelled`);
    if (!complete) throw failed('the encoder ended before the rows did');
  };
  /** The encoder asks for nothing more once it has failed: whoever waits for it must hear of that. */
  const unlessFailed = (work: Promise<void>): Promise<void> =>
    Promise.race([work, encoding!.then(() => work)]).catch((cause) => {
      throw failed(cause);
    });

  return {
    code: 'LB_PARQUET',
    write(batch: RecordBatch) {
      const ipc = RecordBatchStreamWriter.writeAll([batch]).toUint8Array(true);
      if (encoding === undefined) {
        encoding = encode();
        encoding.catch(() => {});
      }
      return unlessFailed(feed.give(ipc));
    },
    async finish() {
      if (encoding === undefined) {
        // The encoder takes its schema from the first batch, and there is none.
        const empty = WasmTable.fromIPCStream(tableToIPC(new Table(schema), 'stream'));
        await file.write(writeParquet(empty, writerProperties(writing, schema)));
        return;
      }
      complete = true;
      await unlessFailed(feed.end());
      await encoding;
    },
    async stop() {
      stopped = true;
      feed.fail(new Error('stopped'));
      await encoding?.catch(() => {});
    },
    async countRows(temporary) {
      try {
        return await countFooterRows(temporary);
      } catch (cause) {
        throw failed(cause);
      }
    },
  };
}

/**
 * Opens a Parquet file for rows with these columns. `write` resolves when more may come; `close` gives the file its
 * name once it is on the disk and its footer counts every row; without `close` nothing appears under `path`. The
 * same rows and metadata give the same bytes.
 */
export async function openParquetSink(
  path: string,
  columns: Columns,
  options: ColumnarOptions = {},
): Promise<Sink> {
  const builder = batchBuilder(columns);
  const { metadata = {}, dictionaries = true } = options;
  const writing = { metadata: metadataText(columns, metadata), dictionaries };
  return openBatchSink(path, builder, (file) => parquetWriter(path, file, builder.schema, writing), options);
}
