// A table as HTML: groups become row groups with a heading, the first column is the row's name.
import { element, type Markup } from './markup.ts';
import { type Column, cellText, shownColumns, type Table } from './table.ts';

function alignClass(column: Column): string | null {
  return column.align === 'right' ? 'number' : null;
}

function bodyRow(columns: readonly Column[], row: Table['rows'][number]): Markup {
  return element(
    'tr',
    {},
    columns.map((column, at) =>
      element(
        at === 0 ? 'th' : 'td',
        { scope: at === 0 ? 'row' : null, class: alignClass(column) },
        cellText(column, row),
      ),
    ),
  );
}

/** The table in a box that scrolls sideways on a narrow screen, with its notes as paragraphs below. */
export function htmlTable(table: Table, caption: string): Markup {
  const columns = shownColumns(table);
  const starts = [{ row: 0, title: '' }, ...(table.groups ?? []).filter((group) => group.row > 0)];
  const first = table.groups?.find((group) => group.row === 0);
  if (first !== undefined) starts[0] = first;
  const bodies = starts.map(({ row, title }, at) =>
    element(
      'tbody',
      {},
      title === ''
        ? null
        : element(
            'tr',
            { class: 'group' },
            element('th', { colspan: columns.length, scope: 'rowgroup' }, title),
          ),
      table.rows.slice(row, starts[at + 1]?.row).map((line) => bodyRow(columns, line)),
    ),
  );
  const head = element(
    'thead',
    {},
    element(
      'tr',
      {},
      columns.map((column) => element('th', { scope: 'col', class: alignClass(column) }, column.title)),
    ),
  );
  return element(
    'div',
    { class: 'table' },
    element(
      'div',
      { class: 'scroll', role: 'region', 'aria-label': caption, tabindex: 0 },
      element('table', {}, element('caption', {}, caption), head, bodies),
    ),
    (table.notes ?? []).map((note) => element('p', { class: 'note' }, note)),
  );
}
