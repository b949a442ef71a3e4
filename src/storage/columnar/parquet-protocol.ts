// What the Parquet reader's two threads say to each other: the worker opens its file unasked, then answers each
// `ReadOrder` or `next` with one reply.

/** What a worker is started with. */
export interface ReaderData {
  readonly path: string;
}

export interface ReadOrder {
  readonly columns: readonly string[] | undefined;
  readonly rowGroups: readonly number[] | undefined;
}

export type Request = ReadOrder | 'next';

export type Reply =
  | {
      readonly kind: 'opened';
      /** The schema, and each batch below, as an Arrow IPC stream. */
      readonly schema: Uint8Array;
      /** The file's key-value metadata. */
      readonly metadata: ReadonlyMap<string, string>;
      /** Rows of each row group. */
      readonly groupRows: readonly number[];
    }
  | { readonly kind: 'batch'; readonly ipc: Uint8Array; readonly firstRow: number }
  | { readonly kind: 'end' }
  | { readonly kind: 'failed'; readonly message: string };
