// The datasets server's form of rows, `{features, rows: [{row_idx, row, truncated_cells}], num_rows_total, …}`:
// checked, and taken apart into rows. A row with a cell that was cut short is invalid: half a
// solution must not pass for a whole one.
import { z } from 'zod';
import { firstIssue } from '../../records/issue-text.ts';
import { setLocation } from '../../records/location.ts';
import { type BadRow, isRow, type Row } from '../../storage/rows.ts';

const pageSchema = z.object({
  features: z.array(z.unknown()),
  rows: z.array(
    z.object({
      row_idx: z.number().int().nonnegative(),
      // Not a copy: spellings of numbers are known by the object that holds them.
      row: z.custom<Row>(isRow, 'is not an object'),
      truncated_cells: z.array(z.string()),
    }),
  ),
  num_rows_total: z.number().int().nonnegative().optional(),
  /** The server knows only the beginning of the split. */
  partial: z.boolean().optional(),
});

export type RowsPage = z.infer<typeof pageSchema>;

/** The page, or what is wrong with it. */
export function readRowsPage(value: unknown): RowsPage | string {
  const result = pageSchema.safeParse(value);
  if (result.success) return result.data;
  return `not the datasets server's form of rows: ${firstIssue(result.error, value, 'page')}`;
}

/** The whole rows of a page. `line` of a row is its number in the split, from 1. */
export function rowsOfPage(page: RowsPage, source: string, onBad: (bad: BadRow) => void): Row[] {
  const whole: Row[] = [];
  for (const envelope of page.rows) {
    const { row_idx: index, row, truncated_cells: cut } = envelope;
    const where = { source, line: index + 1 };
    if (cut.length === 0) whole.push(setLocation(row, where));
    else {
      const message = `row ${index}: the datasets server cut ${cut.join(', ')} short; read the files instead (hf:OWNER/NAME)`;
      // With its envelope: fed through again, the row is refused again.
      onBad({ code: 'LB_HUB_TRUNCATED', message, where, raw: JSON.stringify(envelope) });
    }
  }
  return whole;
}
