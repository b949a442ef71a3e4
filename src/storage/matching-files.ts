// Files by a pattern: `*` and `?` within a name, `**` over folders. Node's own is not in version 20.
import { readdir, stat } from 'node:fs/promises';
import { join, sep } from 'node:path';

export function isPattern(text: string): boolean {
  return /[*?]/.test(text);
}

/** Matches whole paths, whose parts are separated by slashes. */
export function pathPattern(pattern: string): RegExp {
  const source = pattern
    .split(/(\*\*\/|\*\*|\*|\?)/)
    .map((part) => {
      if (part === '**/') return '(?:.*/)?';
      if (part === '**') return '.*';
      if (part === '*') return '[^/]*';
      if (part === '?') return '[^/]';
      return part.replace(/[.+^${}()|[\]\\]/g, '\\$&');
    })
    .join('');
  return new RegExp(`^${source}$`);
}

/** The order in which parts of a file are read: numbers by their value. */
export function byPath(a: string, b: string): number {
  return a.localeCompare(b, 'en', { numeric: true }) || (a < b ? -1 : 1);
}

/** The files that an absolute pattern matches, by their paths; empty where there are none. Hidden files are left out. */
export async function matchingFiles(pattern: string): Promise<string[]> {
  const parts = pattern.split(sep);
  const folder = parts.slice(0, parts.findIndex(isPattern)).join(sep) || sep;
  if (!(await stat(folder).catch(() => null))?.isDirectory()) return [];
  const matches = pathPattern(parts.join('/'));
  const deep = pattern.includes('**') || parts.slice(parts.findIndex(isPattern) + 1).length > 0;
  const entries = await readdir(folder, { recursive: deep, withFileTypes: true });
  return entries
    .filter((entry) => !entry.isDirectory() && !entry.name.startsWith('.'))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => matches.test(path.split(sep).join('/')))
    .sort(byPath);
}
