// An export format is a pure function from a record to a row of another project's layout, or the reason why the record
// is dropped. Every format is written as JSON lines; none needs a header. Those that have columns are tables too.
import type { Solution } from '../../records/solution.ts';
import type { Columns } from '../../storage/columnar/column.ts';
import { type Drop, drop } from '../../stream/stage.ts';
import { goldSteps } from './gold.ts';

export interface ExportOptions {
  /** What a critic is asked about a solution, for the formats that hold a prompt. Never given more than these two. */
  readonly prompt: (judged: { readonly problem: string; readonly steps: readonly string[] }) => string;
}

export interface ExportFormat {
  readonly name: string;
  readonly about: string;
  /** The columns of the rows in Parquet and Arrow files; without them there are text files only. */
  readonly columns?: Columns;
  row(record: Solution, options: ExportOptions): Record<string, unknown> | Drop;
}

interface LabelledFormat extends Pick<ExportFormat, 'name' | 'about' | 'columns'> {
  row(record: Solution, gold: readonly number[], options: ExportOptions): Record<string, unknown> | Drop;
}

/** A format whose rows need a label: a record whose errors are not known is dropped. */
export function labelledFormat({ row, ...facts }: LabelledFormat): ExportFormat {
  return {
    ...facts,
    row(record, options) {
      const gold = goldSteps(record);
      return gold === null ? drop('no label') : row(record, gold, options);
    },
  };
}
