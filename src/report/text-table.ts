// A table as aligned text, for people at a terminal.
import { type Column, cellText, shownColumns, type Table } from './table.ts';
import { textWidth } from './text-width.ts';
import { visibleLine } from './visible-text.ts';
import { fittingWidths, wrapped } from './wrap-columns.ts';

function padded(text: string, width: number, align: Column['align']): string {
  const gap = ' '.repeat(Math.max(0, width - textWidth(text)));
  return align === 'right' ? gap + text : text + gap;
}

export interface TextTableOptions {
  /** A rule under the header and before each group; on unless switched off. */
  readonly rule?: boolean;
  /** Escape codes for a terminal (bold header, dim rules); off unless asked for. */
  readonly colour?: boolean;
}

/** Aligned columns, two spaces apart, no spaces at line ends; columns that may wrap do so beyond 80 columns. */
export function textTable(table: Table, options: TextTableOptions = {}): string {
  const { rule = true, colour = false } = options;
  const columns = shownColumns(table);
  const titles = columns.map((column) => column.title.split('\n').map(visibleLine));
  const titleLines = Math.max(1, ...titles.map((parts) => parts.length));
  const cells = table.rows.map((row) => columns.map((column) => cellText(column, row)));
  const widths = fittingWidths(
    titles.map((title, at) =>
      cells.reduce(
        (widest, line) => Math.max(widest, textWidth(line[at]!)),
        Math.max(...title.map(textWidth)),
      ),
    ),
    columns.map(({ wraps = false }) => wraps),
  );
  const line = (texts: readonly string[]) =>
    texts
      .map((text, at) => padded(text, widths[at]!, columns[at]!.align))
      .join('  ')
      .trimEnd();
  const styled = (text: string, code: number) => (colour ? `\u001b[${code}m${text}\u001b[0m` : text);
  const ruleLine = styled(widths.map((width) => '─'.repeat(width)).join('  '), 2);
  const groups = new Set(table.groups?.map((group) => group.row));
  // Titles of fewer lines are aligned at the bottom, next to their numbers.
  const lines = Array.from({ length: titleLines }, (_, row) =>
    styled(line(titles.map((parts) => parts[row - titleLines + parts.length] ?? '')), 1),
  );
  if (rule) lines.push(ruleLine);
  for (const [at, texts] of cells.entries()) {
    if (rule && at > 0 && groups.has(at)) lines.push(ruleLine);
    const wrappedCells = texts.map((text, column) =>
      columns[column]!.wraps === true ? wrapped(text, widths[column]!) : [text],
    );
    const height = Math.max(...wrappedCells.map(({ length }) => length));
    for (let part = 0; part < height; part += 1)
      lines.push(line(wrappedCells.map((cell) => cell[part] ?? '')));
  }
  if (table.notes !== undefined && table.notes.length > 0) lines.push('', ...table.notes.map(visibleLine));
  return `${lines.join('\n')}\n`;
}
