// The rows of a row group of any size, some at a time, each time as a small Parquet file: memory is what one window
// takes, whatever the sizes of the group and of its pages.
import { FarCopyError } from './block-codecs.ts';
import { knowsCodec } from './decompress.ts';
import type { Chunk, FileLayout, GroupLayout } from './file-layout.ts';
import { LeafCursor, type ReadRange } from './leaf-cursor.ts';
import { encodings } from './page-values.ts';
import { windowFile } from './window-file.ts';

export interface Window {
  readonly file: Buffer;
  /** Rows in it, and how many of the group come before. */
  readonly rows: number;
  readonly before: number;
}

export interface WindowRequest {
  readonly columns: readonly string[] | undefined;
  /** Rows of the group to leave out at its beginning. */
  readonly from: number;
  /** Decoded bytes of a window, about, and rows at most. */
  readonly bytes: number;
  readonly rows: number;
}

/** Rows of the first window; each after it has up to twice as many. */
const firstRows = 32;

/** Read at a time for all columns together. */
const readBytes = 4 * 1024 * 1024;

/** Whether a column is among those asked for: by its own path, or by that of what it is a part of. */
function isRequested({ leaf }: Chunk, columns: readonly string[] | undefined): boolean {
  return columns?.some((name) => leaf.path === name || leaf.path.startsWith(`${name}.`)) ?? true;
}

export function requestedChunks({ chunks }: GroupLayout, columns: readonly string[] | undefined): Chunk[] {
  return chunks.filter((chunk) => isRequested(chunk, columns));
}

/** Whether every page of these columns can be read here: old packed levels, LZO and Hadoop's LZ4 cannot. */
export function canWalk(chunks: readonly Chunk[]): boolean {
  const known = Object.values(encodings).filter((encoding) => encoding !== encodings.bitPacked) as number[];
  return chunks.every(
    ({ leaf, codec, encodings: used }) =>
      knowsCodec(codec) &&
      leaf.type >= 0 &&
      leaf.type <= 7 &&
      used.every((encoding) => known.includes(encoding) || leaf.maxDefinition + leaf.maxRepetition === 0),
  );
}

async function* walk(
  layout: FileLayout,
  group: GroupLayout,
  read: ReadRange,
  { columns, from, bytes, rows }: WindowRequest,
  farCopies: boolean,
): AsyncGenerator<Window> {
  const requested = new Set(requestedChunks(group, columns));
  const pieceBytes = Math.max(
    16 * 1024,
    Math.min(256 * 1024, Math.floor(readBytes / Math.max(1, requested.size))),
  );
  const leafBytes = Math.max(64 * 1024, (2 * bytes) / Math.max(1, requested.size));
  const cursors = new Map<Chunk, LeafCursor>();
  for (const chunk of requested) cursors.set(chunk, new LeafCursor(chunk, read, pieceBytes, farCopies));
  let rowBytes = 0;
  for (const { rawBytes } of requested) rowBytes += rawBytes / Math.max(1, group.rows);
  const target = Math.max(1, Math.min(rows, Math.floor(bytes / Math.max(1, rowBytes))));
  try {
    for (const cursor of cursors.values()) await cursor.skip(from);
    // Small windows first: whoever wants the first row should not wait for thousands.
    let size = Math.min(target, firstRows);
    for (let before = from; before < group.rows; size = Math.min(target, size * 2)) {
      let count = Math.min(size, group.rows - before);
      for (const cursor of cursors.values()) {
        await cursor.fill(count, leafBytes);
        count = Math.min(count, cursor.rows);
      }
      if (count === 0) throw new Error(`a row group gave ${before} rows of its ${group.rows}`);
      const parts = group.chunks.map((chunk) => {
        const cursor = cursors.get(chunk);
        if (cursor === undefined) return { chunk, pages: [], entries: 0, dictionary: undefined };
        const { pages, entries, usesDictionary } = cursor.cut(count);
        return { chunk, pages, entries, dictionary: usesDictionary ? cursor.dictionary : undefined };
      });
      yield { file: windowFile(layout, count, parts), rows: count, before };
      before += count;
    }
  } finally {
    for (const cursor of cursors.values()) await cursor.close();
  }
}

/** The group's rows from `request.from` on. */
export async function* groupWindows(
  layout: FileLayout,
  group: GroupLayout,
  read: ReadRange,
  request: WindowRequest,
): AsyncGenerator<Window> {
  let from = request.from;
  try {
    for await (const window of walk(layout, group, read, request, false)) {
      from = window.before + window.rows;
      yield window;
    }
  } catch (cause) {
    if (!(cause instanceof FarCopyError)) throw cause;
    yield* walk(layout, group, read, { ...request, from }, true);
  }
}
