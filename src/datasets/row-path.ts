// Paths into a row: `a.b[0]`, and `steps[*].text` for a list of what is in each element. A field whose name is the
// path to the letter goes first.
import type { SourceRow } from './adapter.ts';

type Part = string | number | '*';

function partsOf(path: string): readonly Part[] {
  return [...path.matchAll(/\[(\d+|\*)\]|[^.[\]]+/g)].map(([text, index]) =>
    index === undefined || index === '*' ? (index ?? text) : Number(index),
  );
}

function follow(value: unknown, parts: readonly Part[]): unknown {
  const [part, ...rest] = parts;
  if (part === undefined || value === null || value === undefined) return value;
  if (part === '*') {
    return Array.isArray(value) ? value.map((element) => follow(element, rest)) : undefined;
  }
  if (typeof value !== 'object') return undefined;
  const inner = value as Readonly<Record<string | number, unknown>>;
  return Object.hasOwn(inner, part) ? follow(inner[part], rest) : undefined;
}

/** The name of the field that a path ends at. */
export function lastName(path: string): string {
  const name = partsOf(path).findLast((part) => part !== '*');
  return name === undefined ? path : String(name);
}

/** The value that a path leads to; undefined where it leads nowhere. */
export function valueAtPath(row: SourceRow, path: string): unknown {
  return Object.hasOwn(row, path) ? row[path] : follow(row, partsOf(path));
}
