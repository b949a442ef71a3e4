// Row groups that are too large to be read as a whole, which is how parquet-wasm reads them: their pages are walked, and
// it is given a few rows at a time as small files (pages/).
import { ParquetFile } from 'parquet-wasm';
import { BytesBlob } from './bytes-blob.ts';
import type { FileLayout, GroupLayout } from './pages/file-layout.ts';
import { canWalk, groupWindows, requestedChunks } from './pages/group-windows.ts';
import type { ReadOrder } from './parquet-protocol.ts';
import type { ReadRange } from './read-layout.ts';
import type { WholeLimits } from './whole-limits.ts';

/** The group, where it has to be read in parts and can be. */
export function largeGroup(
  layout: FileLayout,
  index: number,
  { columns }: ReadOrder,
  limits: WholeLimits,
): GroupLayout | undefined {
  const group = layout.groups[index];
  if (group === undefined) return undefined;
  const chunks = requestedChunks(group, columns);
  let bytes = 0;
  for (const { rawBytes } of chunks) bytes += rawBytes;
  const isLarge = bytes > limits.bytes || group.rows > limits.rows;
  return isLarge && chunks.length > 0 && canWalk(chunks) ? group : undefined;
}

/** Batches of the group's rows from `from` on, as Arrow IPC streams, with the number of rows in the group before each. */
export async function* groupBatches(
  layout: FileLayout,
  group: GroupLayout,
  read: ReadRange,
  { columns, from }: ReadOrder,
  batch: { readonly bytes: number; readonly rows: number },
): AsyncGenerator<{ readonly ipc: Uint8Array; readonly before: number }> {
  const request = { columns, from: from ?? 0, ...batch };
  for await (const { file, rows, before } of groupWindows(layout, group, read, request)) {
    // The synchronous reader of parquet-wasm decodes all columns, whichever are asked for.
    const parquet = await ParquetFile.fromFile(new BytesBlob(file));
    const table = await parquet.read({ batchSize: rows, ...(columns && { columns: [...columns] }) });
    parquet.free();
    yield { ipc: table.intoIPCStream(), before };
  }
}
