// Reads the rows of an Arrow IPC file or stream saved as a file, one record batch at a time. The library reads a
// damaged one to wherever it gets, without complaint; what must be so for it to be whole is checked here.
import { type FileHandle, open } from 'node:fs/promises';
import {
  type AsyncRecordBatchFileReader,
  type AsyncRecordBatchStreamReader,
  type RecordBatch,
  RecordBatchReader,
} from 'apache-arrow';
import { isLateBenchError, LateBenchError } from '../../errors.ts';
import { statInput } from '../input-file.ts';
import type { Row } from '../rows.ts';
import { rowReader } from './batch-rows.ts';
import { metadataKey } from './file-metadata.ts';

export interface ArrowReadOptions {
  /** Top-level columns to make rows of. */
  readonly columns?: readonly string[];
}

type AsyncReader = AsyncRecordBatchFileReader | AsyncRecordBatchStreamReader;

const magic = 'ARROW1';
/** A message of no length. */
const streamEnd = Buffer.from([0xff, 0xff, 0xff, 0xff, 0, 0, 0, 0]);

const compressed =
  "its buffers are compressed; write it with compression='uncompressed' (to_feather of pandas, write_ipc of Polars), or as Parquet";

async function bytesAt(file: FileHandle, position: number, size: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(size), 0, size, Math.max(0, position));
  return buffer.subarray(0, bytesRead);
}

/** Throws unless both ends of the file are as they should be. */
async function checkEnds(file: FileHandle): Promise<void> {
  const { size } = await file.stat();
  const head = await bytesAt(file, 0, 8);
  const tail = await bytesAt(file, size - 10, 10);
  if (head.toString('latin1', 0, magic.length) === magic) {
    // Without the mark there may be no four bytes in front of it.
    const footer = tail.toString('latin1', 4) === magic ? tail.readInt32LE(0) : 0;
    if (footer <= 0 || footer + 18 > size) throw new Error('its end is missing');
  } else if (head.length < 8 || head.readInt32LE(0) !== -1) {
    throw new Error('it is neither an Arrow IPC file nor an Arrow IPC stream');
  } else if (!tail.subarray(-streamEnd.length).equals(streamEnd)) {
    throw new Error('its end mark is missing: the stream was cut off');
  }
}

async function* batchesOf(reader: AsyncReader): AsyncGenerator<RecordBatch> {
  if (!reader.isFile()) {
    yield* reader;
    return;
  }
  for (let index = 0; index < reader.numRecordBatches; index += 1) {
    const batch = await reader.readRecordBatch(index);
    if (batch === null) throw new Error(`batch ${index} is not where the footer says`);
    yield batch;
  }
}

/** Yields the rows in small groups. */
export async function* readArrow(path: string, { columns }: ArrowReadOptions = {}): AsyncGenerator<Row[]> {
  await statInput(path);
  const file = await open(path, 'r');
  let rowsRead = 0;
  try {
    await checkEnds(file);
    const reader = await RecordBatchReader.from(file);
    // Without this the library closes the file under our feet.
    await reader.open({ autoDestroy: false });
    const text = reader.schema.metadata.get(metadataKey);
    const { rows } = rowReader(path, reader.schema, text, columns);
    for await (const batch of batchesOf(reader)) {
      for (const group of rows(batch, rowsRead)) {
        rowsRead += group.length;
        yield group;
      }
    }
  } catch (cause) {
    if (isLateBenchError(cause)) throw cause;
    const place = rowsRead === 0 ? '' : ` after row ${rowsRead}`;
    const { message } = cause as Error;
    const why = /codec not found/.test(message) ? compressed : `${message}; get or make the file again`;
    throw new LateBenchError('LB_ARROW', `${path} cannot be read as Arrow IPC${place}: ${why}`, { cause });
  } finally {
    await file.close();
  }
}
