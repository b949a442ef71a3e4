// A table in Markdown, for a README, a paper's repository or an issue.
import { cellText, shownColumns, type Table } from './table.ts';
import { visibleLine } from './visible-text.ts';

/** Safe in a cell, and in any other line of Markdown. */
export function markdownText(text: string): string {
  return visibleLine(text).replace(/[\\|<>&`*_[\]~$]/g, '\\$&');
}

/** GitHub's table form; texts are escaped, groups are not marked; ends with a newline. */
export function markdownTable(table: Table): string {
  const columns = shownColumns(table);
  const row = (texts: readonly string[]) => `| ${texts.join(' | ')} |`;
  const lines = [
    row(columns.map((column) => markdownText(column.title))),
    row(columns.map((column) => (column.align === 'right' ? '---:' : '---'))),
    ...table.rows.map((line) => row(columns.map((column) => markdownText(cellText(column, line))))),
  ];
  if (table.notes !== undefined && table.notes.length > 0) {
    lines.push('', ...table.notes.map((note) => `- ${markdownText(note)}`));
  }
  return `${lines.join('\n')}\n`;
}
