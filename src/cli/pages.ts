// The pages of docs/ that come with the package, for `latebench help`.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { packageRoot } from '../package-root.ts';
import { markdownText } from '../report/markdown-text.ts';
import { commandNames } from './catalogue.ts';

const folder = join(packageRoot, 'docs');
const ending = '.md';

/** Names of all pages, without their ending. */
export function pageNames(): string[] {
  return existsSync(folder)
    ? readdirSync(folder)
        .filter((name) => name.endsWith(ending))
        .map((name) => basename(name, ending))
        .toSorted()
    : [];
}

/** The command that prints a page; its ending tells it from a command of the same name. */
export function pageCommand(path: string): string {
  const name = basename(path, ending);
  return `latebench help ${(commandNames as readonly string[]).includes(name) ? `${name}${ending}` : name}`;
}

/** A page as text, by its name with or without ending and folder; undefined where there is none. */
export function pageText(
  name: string,
  style: { readonly colour: boolean; readonly columns?: number | undefined },
): string | undefined {
  const page = basename(name, ending);
  if (!pageNames().includes(page)) return undefined;
  const { colour, columns } = style;
  const text = readFileSync(join(folder, `${page}${ending}`), 'utf8');
  return markdownText(text, { colour, ...(columns !== undefined && { columns }) });
}
