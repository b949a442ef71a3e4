// A table as aligned text, for people at a terminal.

import { type Column, cellText, shownColumns, type Table } from './table.ts';
import { plainStyle, type TextStyle } from './text-style.ts';
import { textWidth } from './text-width.ts';
import { visibleLine } from './visible-text.ts';
import {
  type ColumnWidth,
  columnBlocks,
  columnWidth,
  fittingWidths,
  wrapped,
  wrappedSentence,
} from './wrap-columns.ts';

function padded(text: string, width: number, align: Column['align']): string {
  const gap = ' '.repeat(Math.max(0, width - textWidth(text)));
  return align === 'right' ? gap + text : text + gap;
}

export interface TextTableOptions extends Partial<TextStyle> {
  /** A rule under the header and before each group; on unless switched off. */
  readonly rule?: boolean;
}

/**
 * Aligned columns, two spaces apart, no spaces at line ends. Where they do not fit, those that may wrap do so, then the table
 * continues below: each block begins with the columns up to the first that is aligned left and its neighbours.
 */
export function textTable(table: Table, options: TextTableOptions = {}): string {
  const columns = shownColumns(table).map((column): TextColumn => {
    const titles = column.title.split('\n').map(visibleLine);
    const texts = table.rows.map((row) => cellText(column, row));
    return { column, titles, texts, width: columnWidth(titles, texts, column.wraps === true) };
  });
  const { columns: terminal = plainStyle.columns } = options;
  const blocks = columnBlocks(
    columns.map(({ width }) => width),
    namingColumns(columns),
    terminal,
  ).map((block) =>
    blockText(
      table,
      block.map((at) => columns[at]!),
      options,
    ),
  );
  const { notes = [] } = table;
  if (notes.length > 0)
    blocks.push(notes.flatMap((note) => wrappedSentence(visibleLine(note), terminal)).join('\n'));
  return `${blocks.join('\n\n')}\n`;
}

interface TextColumn {
  readonly column: Column;
  readonly titles: readonly string[];
  readonly texts: readonly string[];
  readonly width: ColumnWidth;
}

/** How many columns at the left say what a row is: the first ones with texts, of a table of texts the first alone. */
function namingColumns(columns: readonly TextColumn[]): number {
  const isText = columns.map(({ column }) => column.align !== 'right');
  const first = isText.indexOf(true);
  if (first === -1) return 1;
  const next = isText.indexOf(false, first);
  return next === -1 ? 1 : next;
}

function blockText(table: Table, columns: readonly TextColumn[], options: TextTableOptions): string {
  const { rule = true, colour, columns: terminal } = { ...plainStyle, ...options };
  const widths = fittingWidths(
    columns.map(({ width }) => width),
    terminal,
  );
  const line = (texts: readonly string[]) =>
    texts
      .map((text, at) => padded(text, widths[at]!, columns[at]!.column.align))
      .join('  ')
      .trimEnd();
  const styled = (text: string, code: number) => (colour ? `\u001b[${code}m${text}\u001b[0m` : text);
  const ruleLine = styled(widths.map((width) => '─'.repeat(width)).join('  '), 2);
  const groups = new Set(table.groups?.map((group) => group.row));
  // Titles of fewer lines are aligned at the bottom, next to their numbers.
  const height = Math.max(1, ...columns.map(({ titles }) => titles.length));
  const lines = Array.from({ length: height }, (_, row) =>
    styled(line(columns.map(({ titles }) => titles[row - height + titles.length] ?? '')), 1),
  );
  if (rule) lines.push(ruleLine);
  for (const at of table.rows.keys()) {
    if (rule && at > 0 && groups.has(at)) lines.push(ruleLine);
    const cells = columns.map(({ column, texts }, place) =>
      column.wraps === true ? wrapped(texts[at]!, widths[place]!) : [texts[at]!],
    );
    for (let part = 0; part < Math.max(1, ...cells.map(({ length }) => length)); part += 1)
      lines.push(line(cells.map((cell) => cell[part] ?? '')));
  }
  return lines.join('\n');
}
