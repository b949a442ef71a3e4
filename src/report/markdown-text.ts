// A page of Markdown as text for a terminal: paragraphs wrapped, code as it stands, tables that fit as tables and others row
// by row. For the pages that come with the package, not for any Markdown.
import { type TextStyle, usualColumns } from './text-style.ts';
import { textTable } from './text-table.ts';
import { textWidth } from './text-width.ts';
import { wrappedSentence } from './wrap-columns.ts';

const bold = (text: string): string => `\u001b[1m${text}\u001b[22m`;

/** Lines without links' addresses and marks; what is in backticks stays as it is. */
function inline(text: string): string {
  return text
    .split(/(`[^`]*`)/)
    .map((part, at) =>
      at % 2 === 1
        ? part
        : part
            .replace(/!\[([^\]]*)\]\([^)]*\)/g, '[picture: $1]')
            .replace(/\[([^\]]*)\]\((https?:[^)]*)\)/g, '$1 ($2)')
            .replace(/\*\*([^*]+)\*\*/g, '$1')
            .replace(/(^|[\s(])\*([^*\s][^*]*)\*/g, '$1$2'),
    )
    .join('')
    .replace(/\[([^\][]*)\]\((?:[^()]|\([^)]*\))*\)/g, '$1');
}

/** The cells of a row; a bar behind a backslash, or in backticks, belongs to its cell. */
function cellsOf(row: string): string[] {
  const cells = row.replace(/^\s*\|/, '').match(/(?:\\.|`[^`]*`|[^|\\`])*(?:\||$)/g) ?? [];
  return cells
    .map((cell) => inline(cell.replace(/\|$/, '').replaceAll('\\|', '|').trim()))
    .filter((_, at) => at < cells.length - 1);
}

function tableText(lines: readonly string[], style: TextStyle): string[] {
  const [titles = [], ...rows] = lines.filter((_, at) => at !== 1).map(cellsOf);
  const columns = titles.map((title, at) => ({ key: String(at), title: title === '' ? ' ' : title }));
  const widths = titles.map((title, at) =>
    Math.max(...[title, ...rows.map((row) => row[at] ?? '')].map(textWidth)),
  );
  if (widths.reduce((sum, width) => sum + width + 2, -2) <= style.columns) {
    const cells = rows.map((row) => Object.fromEntries(titles.map((_, at) => [String(at), row[at] ?? ''])));
    return textTable({ columns, rows: cells }, style).trimEnd().split('\n');
  }
  return rows.flatMap(([name = '', ...rest], row) => [
    ...(row === 0 ? [] : ['']),
    ...wrappedSentence(name, style.columns),
    ...rest.flatMap((cell, at) => {
      const title = titles[at + 1] ?? '';
      return cell === ''
        ? []
        : wrappedSentence(`  ${title === '' ? '' : `${title}: `}${cell}`, style.columns);
    }),
  ]);
}

/** A line of a list and those that continue it. */
function listText(text: string, columns: number): string[] {
  const [, indent = '', mark = '', rest = ''] = /^(\s*)([-*]|\d+\.)\s+(.*)$/s.exec(text) ?? [];
  const lead = `${indent}${mark} `;
  const under = ' '.repeat(lead.length);
  return wrappedSentence(`${under}${inline(rest)}`, columns).map((line, at) =>
    at === 0 ? `${lead}${line.slice(lead.length)}` : line,
  );
}

const isItem = (line: string): boolean => /^\s*(?:[-*]|\d+\.)\s+\S/.test(line);
const isHeading = (line: string): boolean => /^#{1,6}\s/.test(line);
const isRow = (line: string): boolean => /^\s*\|/.test(line);

/** Lines up to one that ends them, which the caller reads next. */
function taken(lines: readonly string[], from: number, goesOn: (line: string) => boolean): number {
  let at = from;
  while (at < lines.length && goesOn(lines[at]!)) at += 1;
  return at;
}

/** @param markdown A whole page. */
export function markdownText(markdown: string, options: Partial<TextStyle> = {}): string {
  const style = { colour: false, columns: usualColumns, ...options };
  const lines = markdown.replaceAll('\r\n', '\n').split('\n');
  const result: string[] = [];
  for (let at = 0; at < lines.length; ) {
    const line = lines[at]!;
    if (line.trim() === '') {
      if (result.length > 0 && result.at(-1) !== '') result.push('');
      at += 1;
    } else if (/^\s*```/.test(line)) {
      const end = taken(lines, at + 1, (one) => !/^\s*```/.test(one));
      result.push(...lines.slice(at + 1, end).map((one) => `    ${one}`.trimEnd()));
      at = end + 1;
    } else if (isHeading(line)) {
      const title = inline(line.replace(/^#+\s*/, ''));
      const heading = wrappedSentence(line.startsWith('# ') ? title.toUpperCase() : title, style.columns);
      result.push(...(style.colour ? heading.map(bold) : heading));
      at += 1;
    } else if (isRow(line)) {
      const end = taken(lines, at, isRow);
      result.push(...tableText(lines.slice(at, end), style));
      at = end;
    } else {
      const end = taken(
        lines,
        at + 1,
        (one) => one.trim() !== '' && !isItem(one) && !isHeading(one) && !isRow(one) && !/^\s*```/.test(one),
      );
      const text = lines
        .slice(at, end)
        .map((one, k) => (k === 0 ? one.trimEnd() : one.trim()))
        .join(' ');
      result.push(
        ...(isItem(line)
          ? listText(text, style.columns)
          : wrappedSentence(inline(text.trim()), style.columns)),
      );
      at = end;
    }
  }
  return `${result.join('\n').trim()}\n`;
}
