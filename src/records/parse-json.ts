// The one way in for JSON that others wrote. JSON.parse reads any depth, and whatever then walks the value (a schema, a
// hash, JSON.stringify) overflows the stack: text that is nested too deeply is therefore refused as if it were not JSON.

/** No dataset and no reply known to us is nested a twentieth as deeply; the walks take several times as much. */
export const maxJsonDepth = 512;

const quote = '"';
const backslash = 0x5c;

/** The place of the quotation mark that ends the string whose first one is at `start`; the text's length without one. */
export function endOfString(text: string, start: number): number {
  for (let end = text.indexOf(quote, start + 1); end !== -1; end = text.indexOf(quote, end + 1)) {
    let first = end;
    while (text.charCodeAt(first - 1) === backslash) first -= 1;
    if ((end - first) % 2 === 0) return end;
  }
  return text.length;
}

function isTextTooDeep(text: string): boolean {
  let depth = 0;
  for (let at = 0; at < text.length; ) {
    const string = text.indexOf(quote, at);
    const end = string === -1 ? text.length : string;
    for (; at < end; at += 1) {
      const code = text.charCodeAt(at);
      if (code === 0x5b || code === 0x7b) {
        depth += 1;
        if (depth > maxJsonDepth) return true;
      } else if (code === 0x5d || code === 0x7d) depth -= 1;
    }
    at = endOfString(text, end) + 1;
  }
  return false;
}

/** True where more objects and lists are opened than any depth takes; those in strings count. */
function opensMany(text: string): boolean {
  let opened = 0;
  for (const bracket of ['[', '{']) {
    for (let at = text.indexOf(bracket); at !== -1; at = text.indexOf(bracket, at + 1)) {
      opened += 1;
      if (opened > maxJsonDepth) return true;
    }
  }
  return false;
}

function isDeeperThan(levels: number, value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (levels === 0) return true;
  if (Array.isArray(value)) return value.some((one) => isDeeperThan(levels - 1, one));
  for (const key in value) if (isDeeperThan(levels - 1, (value as Record<string, unknown>)[key])) return true;
  return false;
}

/** Up to here the value of a text is too small to cost much if it is refused. */
const shortText = 65536;

/**
 * As JSON.parse.
 *
 * @throws SyntaxError also where objects and lists are nested more deeply than any known record.
 */
export function parseJson(text: string): unknown {
  const isShort = text.length <= shortText;
  if (!isShort && isTextTooDeep(text)) throw tooDeep();
  const value: unknown = JSON.parse(text);
  if (isShort && opensMany(text) && isDeeperThan(maxJsonDepth, value)) throw tooDeep();
  return value;
}

const pythonNumbers = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\bInfinity\b|\bNaN\b/gs;

function inJson(found: string): string {
  if (found.startsWith('"')) return found;
  return found === '-Infinity' ? '"-Infinity"' : 'null';
}

/**
 * JSON of log-probabilities that Python wrote, with -Infinity and NaN, which JSON does not have: minus infinity becomes
 * the text that other programs write for it, and what says nothing becomes null. The same text where there is neither.
 */
export function withoutPythonNumbers(text: string): string {
  return /Infinity|NaN/.test(text) ? text.replace(pythonNumbers, inJson) : text;
}

const tooDeep = (): SyntaxError => new SyntaxError(`nested more than ${maxJsonDepth} levels deep`);

/** The text with a quotation mark in place of each string. */
function outsideStrings(text: string): string {
  let outside = '';
  for (let at = 0; at < text.length; ) {
    const string = text.indexOf(quote, at);
    const end = string === -1 ? text.length : string;
    outside += string === -1 ? text.slice(at) : `${text.slice(at, end)}${quote}`;
    at = endOfString(text, end) + 1;
  }
  return outside;
}

/** What is written in place of JSON, with the way out; a pattern sees the text without what is in its strings. */
const inPlaceOfJson: readonly (readonly [RegExp, string])[] = [
  [
    /[[:,]\s*-?(?:NaN|Infinity)\b/,
    'JSON has no NaN and no Infinity: write null for them, as to_json of pandas does',
  ],
  [
    /^\s*[[{]\s*'|[[:,]\s*(?:None|True|False)\b/,
    'it is how Python prints values: write them with json.dumps',
  ],
  [/,\s*[\]}]/, 'a comma is behind the last value of a list or an object: remove it'],
  [/^\s*$/, 'nothing is between two commas, or behind the last one of the list: remove the comma'],
];

/** Why a text is not JSON: what has been written instead where that is known, or what the parser says. */
export function whyNotJson(text: string, error: unknown): string {
  const outside = outsideStrings(text);
  const known = inPlaceOfJson.find(([pattern]) => pattern.test(outside))?.[1];
  return `is not JSON: ${known ?? (error as Error).message}`;
}
