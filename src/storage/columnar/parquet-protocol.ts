// What the Parquet reader's two threads say to each other: the worker answers each request with one reply. After
// `failed` nothing it says can be trusted to belong to a request: it is stopped.

import type { PlainError } from '../../errors.ts';
import type { WholeLimits } from './whole-limits.ts';

/** Opens a file; the one before is closed. */
export interface OpenOrder {
  readonly open: string;
  /** Row groups beyond these are read in parts. */
  readonly whole: WholeLimits;
}

export interface ReadOrder {
  readonly columns: readonly string[] | undefined;
  readonly rowGroups: readonly number[] | undefined;
  /** Rows at the beginning of the group that nobody needs; they may come all the same. With one row group only. */
  readonly from?: number | undefined;
}

/** `rest` closes the file: the worker then waits for another. */
export type Request = OpenOrder | ReadOrder | 'next' | 'rest';

export type Reply =
  | {
      readonly kind: 'opened';
      /** The schema, and each batch below, as an Arrow IPC stream. */
      readonly schema: Uint8Array;
      /** The file's key-value metadata. */
      readonly metadata: ReadonlyMap<string, string>;
      /** Rows of each row group. */
      readonly groupRows: readonly number[];
      /** Columns with their nested parts, as paths with dots: `critiques.list.element.critic`. */
      readonly paths: readonly string[];
    }
  | { readonly kind: 'batch'; readonly ipc: Uint8Array; readonly firstRow: number }
  | { readonly kind: 'end' }
  /** Bytes that the reader holds while it rests. */
  | { readonly kind: 'resting'; readonly bytes: number }
  | { readonly kind: 'failed'; readonly error: PlainError };
