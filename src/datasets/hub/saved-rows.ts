// Rows that were saved from the datasets server, in whatever file: whole answers of it, or (where the reader of JSON
// has already gone into an answer's `rows`) single rows in their envelope, `{row_idx, row, truncated_cells}`.
import { locationOf } from '../../records/location.ts';
import { type BadRow, isRow, type Row } from '../../storage/rows.ts';

function isPage({ features, rows }: Row): boolean {
  if (!Array.isArray(features) || !Array.isArray(rows)) return false;
  const [first] = rows as unknown[];
  return first === undefined || (isRow(first) && 'row_idx' in first);
}

function isEnvelope(row: Row): boolean {
  return typeof row.row_idx === 'number' && isRow(row.row) && Array.isArray(row.truncated_cells);
}

/** Rows as they are, but a saved answer of the datasets server becomes the rows in it. */
export async function* expandSavedRows(
  groups: AsyncIterable<readonly Row[]>,
  source: string,
  onBad: (bad: BadRow) => void,
): AsyncGenerator<readonly Row[]> {
  for await (const group of groups) {
    if (!group.some((row) => isPage(row) || isEnvelope(row))) {
      yield group;
      continue;
    }
    // Loaded where it is needed: every command that reads records comes by here.
    const { readRowsPage, rowsOfPage } = await import('./rows-form.ts');
    const rows: Row[] = [];
    for (const row of group) {
      if (!isPage(row) && !isEnvelope(row)) {
        rows.push(row);
        continue;
      }
      const page = readRowsPage(isPage(row) ? row : { features: [], rows: [row] });
      if (typeof page === 'string') {
        const where = { source, ...locationOf(row) };
        onBad({ code: 'LB_SCHEMA', message: page, where, raw: JSON.stringify(row).slice(0, 4096) });
        continue;
      }
      rows.push(...rowsOfPage(page, source, onBad));
    }
    if (rows.length > 0) yield rows;
  }
}
