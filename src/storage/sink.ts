// What every output is to those who write to it; which one it is, its file ending says (output.ts).
import type { Row } from './rows.ts';

export interface Written {
  readonly rows: number;
  readonly bytes: number;
}

export interface Sink {
  /** Resolves (or returns) when more may be written. */
  write(row: Row): Promise<void> | void;
  /** Makes everything durable under the final name. Before this, there is no file of that name. */
  close(): Promise<Written>;
  /** Gives up: nothing appears under the final name. */
  abort(): Promise<void>;
  /** After `abort` none of its rows is anywhere: a file. What went to standard output is there. */
  readonly discards?: boolean;
}
