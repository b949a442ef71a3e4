// Ids and hashes of records: canonical JSON (keys sorted, no spaces) and sha256 over it.
import { hash } from 'node:crypto';

/** Names of fields with their quotes: the same few come again and again. */
const quotedNames = new Map<string, string>();
const maxNames = 1_000;

function quoted(name: string): string {
  const known = quotedNames.get(name);
  if (known !== undefined) return known;
  const text = JSON.stringify(name);
  if (quotedNames.size < maxNames && name.length < 64) quotedNames.set(name, text);
  return text;
}

/** From here on V8's own sort is quicker; for fewer it takes more memory than all else of a small object. */
const manyNames = 16;

/** The names of an object's own fields, sorted. */
export function sortedNames(record: object): string[] {
  const names = Object.keys(record);
  if (names.length > manyNames) return names.sort();
  for (let at = 1; at < names.length; at += 1) {
    const name = names[at]!;
    let place = at;
    for (; place > 0 && names[place - 1]! > name; place -= 1) names[place] = names[place - 1]!;
    names[place] = name;
  }
  return names;
}

/** JSON with object keys sorted at every depth, so that equal values have equal text. Written out: it is a hot path. */
export function canonicalJson(value: unknown): string {
  if (typeof value === 'number') return Number.isFinite(value) ? String(value === 0 ? 0 : value) : 'null';
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof (value as { toJSON?: unknown }).toJSON === 'function')
    return canonicalJson(JSON.parse(JSON.stringify(value)));
  const record = value as Record<string, unknown>;
  let text = '';
  for (const key of sortedNames(record)) {
    const inner = record[key];
    if (inner === undefined || typeof inner === 'function' || typeof inner === 'symbol') continue;
    text += `${text === '' ? '' : ','}${quoted(key)}:${canonicalJson(inner)}`;
  }
  return `{${text}}`;
}

export function sha256Hex(text: string | Uint8Array): string {
  return hash('sha256', text, 'hex');
}

/** A name for work or settings by their content: the first 16 hex digits of sha256 over the canonical JSON. */
export function contentKey(value: unknown): string {
  return sha256Hex(canonicalJson(value)).slice(0, 16);
}

/** The id of a row that has none: the first 12 hex digits of sha256 over its canonical JSON. */
export function contentId(row: unknown): string {
  return sha256Hex(canonicalJson(row)).slice(0, 12);
}
