// Files in which an answer of the datasets server was saved: told from other files, and their rows taken out. One
// that somebody has formatted spans lines, and the line reader cannot take it: it is known by how it begins and read
// whole, as an answer holds at most a hundred rows.
import { open, readFile } from 'node:fs/promises';
import { LateBenchError } from '../../errors.ts';
import { locationOf } from '../../records/location.ts';
import { type BadRow, defaultMaxRowBytes, isRow, type Row } from '../../storage/rows.ts';

/** `{`, a line break, then names and texts up to `"features": [`. */
const beginning =
  /^(?:\ufeff)?\s*\{\s*\n\s*(?:"(?:dataset|config|split)"\s*:\s*"[^"\n]*"\s*,\s*){0,3}"features"\s*:\s*\[/;

export async function isFormattedRows(path: string): Promise<boolean> {
  const file = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(4096), 0, 4096, 0);
    return beginning.test(buffer.toString('utf8', 0, bytesRead));
  } finally {
    await file.close();
  }
}

export async function* readFormattedRows(
  path: string,
  onBytes?: (chunk: Uint8Array) => void,
): AsyncGenerator<Row[]> {
  const bytes = await readFile(path);
  onBytes?.(bytes);
  if (bytes.length > defaultMaxRowBytes) {
    const message = `${path} is an answer of the datasets server of ${bytes.length} bytes, more than the limit of ${defaultMaxRowBytes}; save fewer rows a file`;
    throw new LateBenchError('LB_INPUT_READ', message);
  }
  let value: unknown;
  try {
    value = JSON.parse(bytes.toString('utf8').replace(/^\ufeff/, ''));
  } catch (cause) {
    const message = `${path} begins as an answer of the datasets server and is not whole JSON: ${(cause as Error).message}`;
    throw new LateBenchError('LB_INPUT_READ', message, { cause });
  }
  if (isRow(value)) yield [value];
}

function looksLikeRowsPage(row: Row): boolean {
  const { features, rows } = row;
  if (!Array.isArray(features) || !Array.isArray(rows)) return false;
  const [first] = rows as unknown[];
  return first === undefined || (typeof first === 'object' && first !== null && 'row_idx' in first);
}

export interface SavedRowsOptions {
  readonly source: string;
  readonly onBad: (bad: BadRow) => void;
  readonly say: (line: string) => void;
}

/** Rows as they are, but a saved answer of the datasets server becomes the rows in it. */
export async function* expandSavedRows(
  groups: AsyncIterable<readonly Row[]>,
  { source, onBad, say }: SavedRowsOptions,
): AsyncGenerator<readonly Row[]> {
  for await (const group of groups) {
    if (!group.some(looksLikeRowsPage)) {
      yield group;
      continue;
    }
    // Loaded where it is needed: every command that reads records comes by here.
    const { readRowsPage, rowsOfPage } = await import('./rows-form.ts');
    const rows: Row[] = [];
    for (const row of group) {
      if (!looksLikeRowsPage(row)) {
        rows.push(row);
        continue;
      }
      const page = readRowsPage(row);
      if (typeof page === 'string') {
        const where = { source, ...locationOf(row) };
        onBad({ code: 'LB_SCHEMA', message: page, where, raw: JSON.stringify(row).slice(0, 4096) });
        continue;
      }
      rows.push(...rowsOfPage(page, source, onBad));
      if (page.num_rows_total !== undefined && page.num_rows_total > page.rows.length) {
        say(`${source}: a saved answer with ${page.rows.length} of the split's ${page.num_rows_total} rows`);
      }
    }
    if (rows.length > 0) yield rows;
  }
}
