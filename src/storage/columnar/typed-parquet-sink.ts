// Writes rows of texts, numbers and lists of them to a Parquet file, from the typed arrays that hold them: for the traces of
// a pool, of which parquet-wasm took four times as long. Its files are those of any other writer to a reader.
import { open } from 'node:fs/promises';
import type { RecordBatch } from 'apache-arrow';
import { isLateBenchError, LateBenchError } from '../../errors.ts';
import type { PendingFile } from '../atomic-write.ts';
import type { Sink } from '../sink.ts';
import { batchBuilder } from './batch.ts';
import { type BatchWriter, type ColumnarOptions, openBatchSink } from './batch-sink.ts';
import type { Columns } from './column.ts';
import { ChunkEncoder } from './encode/chunk.ts';
import { footerBytes, type RowGroup } from './encode/footer.ts';
import { type Leaf, leavesOf } from './encode/leaf.ts';
import { PageBytes } from './encode/page-bytes.ts';
import { metadataKey, metadataText } from './file-metadata.ts';
import { numberAt } from './pages/thrift.ts';
import { layoutOf, rangeReader } from './read-layout.ts';

const magic = Buffer.from('PAR1');

/** Encodes row groups, and knows where each is in the file. */
class GroupEncoder {
  readonly groups: RowGroup[] = [];
  readonly #leaves: readonly Leaf[];
  readonly #chunks = new ChunkEncoder();
  #end = magic.length;

  constructor(leaves: readonly Leaf[]) {
    this.#leaves = leaves;
  }

  add(out: PageBytes, batch: RecordBatch): void {
    const start = this.#end;
    const entries = this.#leaves.map((leaf, index) =>
      this.#chunks.add(out, start, leaf, batch.data.children[index]!),
    );
    const rawBytes = entries.reduce((sum, { rawBytes }) => sum + rawBytes, 0);
    const chunks = entries.map(({ entry }) => entry);
    this.groups.push({ rows: batch.numRows, chunks, start, bytes: out.length, rawBytes });
    this.#end += out.length;
  }
}

function typedWriter(
  path: string,
  file: PendingFile,
  leaves: readonly Leaf[],
  metadata: string,
): BatchWriter {
  const encoder = new GroupEncoder(leaves);
  let written = Promise.resolve();
  let isStarted = false;
  /** Memory of the row group before, once that is in the file. */
  let spare: PageBytes | undefined;

  const append = (bytes: Uint8Array): Promise<void> => {
    written = written.then(() => file.write(bytes));
    // Whoever waits hears of a failure; nobody may be waiting yet.
    written.catch(() => {});
    return written;
  };
  const start = (): void => {
    if (!isStarted) void append(magic);
    isStarted = true;
  };
  return {
    code: 'LB_PARQUET',
    async write(batch) {
      start();
      const pages = spare ?? new PageBytes();
      spare = undefined;
      pages.reset();
      encoder.add(pages, batch);
      await append(pages.filled());
      spare = pages;
    },
    async finish() {
      start();
      const footer = footerBytes({ leaves, groups: encoder.groups, metadata: { [metadataKey]: metadata } });
      const length = Buffer.alloc(4);
      length.writeUInt32LE(footer.length);
      await append(Buffer.concat([footer, length, magic]));
    },
    stop: () => written.catch(() => {}),
    async countRows(temporary) {
      const handle = await open(temporary, 'r');
      try {
        const { footer } = layoutOf(rangeReader(handle.fd), (await handle.stat()).size);
        return numberAt(footer, 3) ?? -1;
      } catch (cause) {
        throw isLateBenchError(cause)
          ? cause
          : new LateBenchError('LB_PARQUET', `cannot write ${path}: ${String(cause)}`, { cause });
      } finally {
        await handle.close();
      }
    },
  };
}

/**
 * As `openParquetSink`, for columns of texts, numbers of 32 bits, doubles, and lists of them; which columns get a
 * dictionary, their values decide. The same rows and metadata give the same bytes.
 */
export function openTypedParquetSink(
  path: string,
  columns: Columns,
  options: Omit<ColumnarOptions, 'dictionaries'> = {},
): Promise<Sink> {
  const builder = batchBuilder(columns);
  const leaves = leavesOf(builder.schema);
  const metadata = metadataText(columns, options.metadata ?? {});
  return openBatchSink(path, builder, (file) => typedWriter(path, file, leaves, metadata), options);
}
