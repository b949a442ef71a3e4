// The thread that reads Parquet: damage that makes the WASM reader trap ends this thread, not the process.
// Bytes in, Arrow IPC out; rows are made by whoever asks (parquet-source.ts).
import { closeSync, fstatSync, openSync } from 'node:fs';
import { parentPort } from 'node:worker_threads';
import { ParquetFile, type RecordBatch, wasmMemory } from 'parquet-wasm';
import { toPlainError } from '../../errors.ts';
import { missingInput } from '../input-file.ts';
import { FileBlob } from './file-blob.ts';
import { groupBatches, largeGroup } from './large-groups.ts';
import type { FileLayout } from './pages/file-layout.ts';
import type { OpenOrder, ReadOrder, Reply, Request } from './parquet-protocol.ts';
import { layoutOf, type ReadRange, rangeReader } from './read-layout.ts';
import type { WholeLimits } from './whole-limits.ts';

/** About how much Arrow data one reply carries, and how many rows at most. */
const batchBytes = 4 * 1024 * 1024;
const maxBatchRows = 4096;

if (parentPort === null) throw new Error('parquet-worker runs in a worker thread only');
const port = parentPort;

/** A row group: its rows, and its bytes before compression. */
interface Group {
  readonly rows: number;
  readonly bytes: number;
}

interface OpenFile {
  readonly file: ParquetFile;
  /** Read once: each look at the metadata copies all of them, for as long as nobody collects the copies. */
  readonly groups: readonly Group[];
  readonly read: ReadRange;
  readonly layout: () => FileLayout;
  readonly whole: WholeLimits;
}

/** One group after the other, so that no two are in memory; the reader would otherwise fetch ahead. */
async function* readBatches(
  { file, groups, ...open }: OpenFile,
  order: ReadOrder,
): AsyncGenerator<Reply, undefined> {
  const { columns, rowGroups } = order;
  const starts: number[] = [];
  let rows = 0;
  for (const group of groups) {
    starts.push(rows);
    rows += group.rows;
  }
  for (const index of rowGroups ?? groups.keys()) {
    const group = groups[index]!;
    // Where the whole group is small, so are its columns; the layout of a file of many groups takes tens of megabytes.
    const isSmall = group.bytes <= open.whole.bytes && group.rows <= open.whole.rows;
    const large = isSmall ? undefined : largeGroup(open.layout(), index, order, open.whole);
    if (large !== undefined) {
      const limits = { bytes: batchBytes, rows: maxBatchRows };
      for await (const { ipc, before } of groupBatches(open.layout(), large, open.read, order, limits)) {
        yield { kind: 'batch', ipc, firstRow: starts[index]! + before };
      }
      continue;
    }
    const rowBytes = group.bytes / Math.max(1, group.rows);
    const batchSize = Math.max(1, Math.min(maxBatchRows, Math.floor(batchBytes / Math.max(1, rowBytes))));
    const stream: ReadableStream<RecordBatch> = await file.stream({
      rowGroups: [index],
      batchSize,
      ...(columns && { columns: [...columns] }),
    });
    let read = 0;
    for await (const batch of stream) {
      const { numRows } = batch;
      yield { kind: 'batch', ipc: batch.intoIPCStream(), firstRow: starts[index]! + read };
      read += numRows;
    }
    if (read !== group.rows) {
      throw new Error(`row group ${index} gave ${read} rows of its ${group.rows}`);
    }
  }
  yield { kind: 'end' };
  return undefined;
}

function sendFailure(cause: unknown): void {
  port.postMessage({ kind: 'failed', error: toPlainError(cause) } satisfies Reply);
}

let fd: number | undefined;
let opened: OpenFile | undefined;
let batches: AsyncGenerator<Reply, undefined> | undefined;

function closeFile(): void {
  batches = undefined;
  opened?.file.free();
  opened = undefined;
  if (fd !== undefined) closeSync(fd);
  fd = undefined;
}

async function openFile({ open: path, whole }: OpenOrder): Promise<Reply> {
  closeFile();
  try {
    fd = openSync(path, 'r');
  } catch (cause) {
    throw missingInput(path, cause);
  }
  const { size } = fstatSync(fd);
  const read = rangeReader(fd);
  let layout: FileLayout | undefined;
  const layoutOnce = (): FileLayout => {
    layout ??= layoutOf(read, size);
    return layout;
  };
  const file = await ParquetFile.fromFile(new FileBlob(fd, 0, size, sendFailure));
  const metadata = file.metadata();
  const described = metadata.rowGroups();
  const groups = described.map((group) => ({ rows: group.numRows(), bytes: group.totalByteSize() }));
  const paths = described[0]?.columns().map((column) => column.columnPath().join('.')) ?? [];
  for (const group of described) group.free();
  opened = { file, groups, read, layout: layoutOnce, whole };
  return {
    kind: 'opened',
    schema: file.schema().intoIPCStream(),
    metadata: metadata.fileMetadata().keyValueMetadata() as Map<string, string>,
    groupRows: groups.map(({ rows }) => rows),
    paths,
  };
}

async function answer(request: Request): Promise<Reply | undefined> {
  if (request === 'rest') {
    await batches?.return(undefined);
    closeFile();
    return { kind: 'resting', bytes: wasmMemory().buffer.byteLength };
  }
  if (request !== 'next' && 'open' in request) return openFile(request);
  if (request !== 'next' && opened !== undefined) {
    // An order that nobody read to its end holds decoded pages.
    await batches?.return(undefined);
    batches = readBatches(opened, request);
  }
  return (await batches?.next())?.value;
}

port.on('message', async (request: Request) => {
  try {
    const reply = await answer(request);
    if (reply === undefined) return;
    port.postMessage(reply, reply.kind === 'batch' ? [reply.ipc.buffer as ArrayBuffer] : []);
  } catch (cause) {
    sendFailure(cause);
  }
});
