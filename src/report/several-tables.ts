// Several titled tables as one text: for a terminal, or in Markdown.
import { markdownTable } from './markdown-table.ts';
import type { TitledTable } from './score-tables.ts';
import { textTable } from './text-table.ts';

export function severalTables(
  tables: readonly TitledTable[],
  { form, colour = false }: { readonly form: 'md' | 'text'; readonly colour?: boolean },
): string {
  return tables
    .map(({ title, table }) =>
      form === 'md'
        ? `## ${title}\n\n${markdownTable(table)}`
        : `${title}\n\n${textTable(table, { colour })}`,
    )
    .join('\n');
}
