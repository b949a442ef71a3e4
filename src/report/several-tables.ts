// Several titled tables as one text: for a terminal, or in Markdown.

import { markdownTable } from './markdown-table.ts';
import type { TitledTable } from './score-tables.ts';
import { plainStyle, type TextStyle } from './text-style.ts';
import { textTable } from './text-table.ts';

export function severalTables(
  tables: readonly TitledTable[],
  { form, style = plainStyle }: { readonly form: 'md' | 'text'; readonly style?: TextStyle },
): string {
  return tables
    .map(({ title, table }) =>
      form === 'md' ? `## ${title}\n\n${markdownTable(table)}` : `${title}\n\n${textTable(table, style)}`,
    )
    .join('\n');
}
