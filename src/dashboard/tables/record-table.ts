// What the dashboard reads records from, whatever the file: pages by row number, and one pass that fills the columns.
import type { Row } from '../../storage/rows.ts';
import type { RecordColumns } from '../records/columns.ts';

/** A row, or why there is none and what is there instead. */
export type Entry =
  | { readonly row: Row }
  | { readonly broken: { readonly line: number; readonly reason: string; readonly raw: string } };

/** What is known in memory: the short fields first, then critics' verdicts, then how many steps there are. */
export const parts = ['fields', 'verdicts', 'steps'] as const;
export type Part = (typeof parts)[number];

export interface RecordTable {
  readonly rows: number;
  /** `summary` may leave the long texts out, all but the problem. */
  read(rows: readonly number[], what: 'summary' | 'whole'): Promise<Entry[]>;
  /** Fills the columns part by part; `onShare` hears how much of the part is done, 0 to 1. */
  fill(
    columns: RecordColumns,
    firstRow: number,
    onPart: (part: Part) => void,
    onShare: (share: number) => void,
  ): Promise<void>;
  /** Every row in order, null where there is none: `texts` may leave out what a search does not look at. */
  all(
    what: 'texts' | 'whole',
  ): AsyncIterable<{ readonly firstRow: number; readonly rows: readonly (Row | null)[] }>;
  close(): Promise<void>;
}
