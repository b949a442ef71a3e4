// Reads JSON as models write it: comments, trailing and missing commas, other quotation marks, line ends and bare
// quotation marks in strings. It reads structure only: a string keeps its escapes as they were written, since what they
// mean depends on the rest of the reply (latex-escapes.ts). A part that was cut off is never completed.
import { maxJsonDepth } from '../../records/parse-json.ts';

/** A string as it was written between its quotation marks. */
export class RawString {
  readonly raw: string;
  /** It holds bare quotation marks, and nothing says which of them ends it. */
  readonly uncertainEnd: boolean;

  constructor(raw: string, uncertainEnd: boolean) {
    this.raw = raw;
    this.uncertainEnd = uncertainEnd;
  }
}

export type LooseValue = RawString | number | boolean | null | LooseValue[] | Map<string, LooseValue>;

export type LooseObject =
  | { readonly value: Map<string, LooseValue>; readonly end: number }
  /** `isObject`: at least one key and its value were there. `cut`: the text ended inside the object. */
  | { readonly failed: true; readonly isObject: boolean; readonly cut: boolean };

/** What is kept over all objects of a reply. */
export interface Work {
  /** Characters that may still be looked at. */
  left: number;
  /** The text ended inside an object. */
  cut: boolean;
}

/** Three looks at each character are enough for any reply that is JSON at all. */
export function workFor(text: string): Work {
  return { left: text.length * 3 + 1000, cut: false };
}

class Failure extends Error {
  readonly cut: boolean;

  constructor(cut: boolean) {
    super('not JSON');
    this.cut = cut;
  }
}

// Made once: a reply of a million braces fails a million times, and the stack of each would take longest.
const malformed = new Failure(false);
const cutOff = new Failure(true);

const closing: Readonly<Record<string, string>> = {
  '"': '"',
  "'": "'",
  '`': '`',
  '“': '”',
  '”': '”',
  '‘': '’',
  '«': '»',
};
const keyAhead = /\s{0,99}(?:["'“”][\w $\\-]{1,60}["'“”]|[A-Za-z_][\w-]{0,59})\s{0,99}:/y;
const space = /[\s\u00a0\u200b\ufeff]*/y;
/** Characters of a comment between slash and star. */
const longestComment = 300;
const bareKey = /[A-Za-z_][\w-]*/y;
const number = /[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?/y;
const words: ReadonlyMap<string, boolean | null> = new Map<string, boolean | null>([
  ['true', true],
  ['false', false],
  ['null', null],
  ['True', true],
  ['False', false],
  ['None', null],
  ['undefined', null],
]);

/** The place behind white space and comments. */
function behindBlank(text: string, from: number): number {
  for (let at = from; ; ) {
    space.lastIndex = at;
    at += space.exec(text)?.[0].length ?? 0;
    const line = text[at] === '#' || text.startsWith('//', at);
    if (line) {
      const end = text.indexOf('\n', at);
      at = end === -1 ? text.length : end;
      continue;
    }
    const end = text.startsWith('/*', at) ? text.slice(at + 2, at + longestComment + 4).indexOf('*/') : -1;
    if (end === -1) return at;
    at += end + 4;
  }
}

type Place = 'key' | 'field' | 'element';

class Reader {
  readonly #text: string;
  readonly #work: Work;
  #at: number;
  /** Keys of the outermost object that were read with their values. */
  keys = 0;

  constructor(text: string, start: number, work: Work) {
    this.#text = text;
    this.#at = start;
    this.#work = work;
  }

  get at(): number {
    return this.#at;
  }

  #spend(characters: number): void {
    this.#work.left -= characters;
    if (this.#work.left < 0) throw cutOff;
  }

  #match(pattern: RegExp): string | null {
    pattern.lastIndex = this.#at;
    return pattern.exec(this.#text)?.[0] ?? null;
  }

  #skip(): string | undefined {
    const next = behindBlank(this.#text, this.#at);
    this.#spend(next - this.#at + 1);
    this.#at = next;
    return this.#text[this.#at];
  }

  /** The first sign of the next member, or of the end. Commas are skipped where a member came before. */
  #next(isFirst: boolean): string | undefined {
    let char = this.#skip();
    while (char === ',' && !isFirst) {
      this.#at += 1;
      char = this.#skip();
    }
    return char;
  }

  object(depth: number): Map<string, LooseValue> {
    const fields = new Map<string, LooseValue>();
    this.#at += 1;
    for (;;) {
      const char = this.#next(fields.size === 0);
      if (char === '}') {
        this.#at += 1;
        return fields;
      }
      // Only the outermost brace may be missing: a list or a step that was cut off is no list and no step.
      if (char === undefined && depth === 0 && fields.size > 0 && endsWhole([...fields.values()].at(-1)))
        return fields;
      // "[{…, {…]": the brace of an object in a list was forgotten.
      if (char === ']' && depth > 0 && fields.size > 0) return fields;
      const key = this.#key(char);
      if (this.#skip() !== ':') throw this.#at >= this.#text.length ? cutOff : malformed;
      this.#at += 1;
      const value = this.#value('field', depth + 1);
      // {"error": 3, "error": 5}: two objects in one, and nothing says which of them counts.
      if (fields.has(key) && !isSame(fields.get(key), value)) throw malformed;
      fields.set(key, value);
      if (depth === 0) this.keys += 1;
    }
  }

  #key(char: string | undefined): string {
    if (char === undefined) throw cutOff;
    if (char in closing) {
      const { raw, uncertainEnd } = this.#string('key');
      if (uncertainEnd || raw.length > 200) throw malformed;
      return raw;
    }
    const key = this.#match(bareKey);
    if (key === null) throw malformed;
    this.#at += key.length;
    return key;
  }

  #value(place: Place, depth: number): LooseValue {
    if (depth > maxJsonDepth) {
      // No answer is as deep as this, and each brace inside would begin the same search again.
      this.#work.left = -1;
      throw cutOff;
    }
    const char = this.#skip();
    if (char === undefined) throw cutOff;
    if (char === '{') return this.object(depth);
    if (char === '[') return this.#list(depth);
    if (char in closing) return this.#string(place);
    const digits = this.#match(number);
    const word = digits ?? this.#match(bareKey);
    if (word === null) throw malformed;
    this.#at += word.length;
    if (digits !== null) return this.#numberOf(digits);
    const value = words.get(word);
    if (value === undefined) throw malformed;
    return value;
  }

  /** "3/4" and "12 steps" are no numbers. */
  #numberOf(digits: string): number {
    const next = this.#skip();
    if (next === undefined || /[,}\]]/.test(next) || next in closing) return Number(digits);
    throw malformed;
  }

  #list(depth: number): LooseValue[] {
    const values: LooseValue[] = [];
    this.#at += 1;
    for (;;) {
      const char = this.#next(values.length === 0);
      if (char === ']') {
        this.#at += 1;
        return values;
      }
      values.push(this.#value('element', depth + 1));
    }
  }

  #string(place: Place): RawString {
    const text = this.#text;
    const open = text[this.#at]!;
    if (text.startsWith('"""', this.#at)) return this.#between('"""');
    const close = closing[open]!;
    const start = this.#at + 1;
    let inner = false;
    for (let at = start; at < text.length; at += 1) {
      const char = text[at]!;
      if (char === '\\') at += 1;
      else if (char === close || (open === '”' && char === '“')) {
        const ends = this.#endsString(at + 1, place);
        if (ends !== 'no') {
          this.#spend(at - start);
          this.#at = at + 1;
          return new RawString(text.slice(start, at), inner && ends === 'perhaps');
        }
        inner = true;
      }
    }
    this.#spend(text.length - start);
    throw cutOff;
  }

  #between(mark: string): RawString {
    const start = this.#at + mark.length;
    const end = this.#text.indexOf(mark, start);
    this.#spend((end === -1 ? this.#text.length : end) - start);
    if (end === -1) throw cutOff;
    this.#at = end + mark.length;
    return new RawString(this.#text.slice(start, end), false);
  }

  /** Whether a quotation mark in front of `at` can end the string: by what follows it, as JSON goes on. */
  #endsString(at: number, place: Place): 'yes' | 'perhaps' | 'no' {
    const text = this.#text;
    const next = behindBlank(text, at);
    this.#spend(next - at + 1);
    const char = text[next];
    if (place === 'key') return char === ':' ? 'yes' : 'no';
    if (char === undefined) return 'perhaps';
    if (place === 'element') return char === ']' ? 'yes' : char === ',' ? 'perhaps' : 'no';
    if (char === '}' || char === ']') return 'yes';
    // A comma in prose is followed by prose; one of JSON by the next key. The comma itself may be forgotten.
    let ahead = next;
    if (char === ',') {
      ahead = behindBlank(text, next + 1);
      const behind = text[ahead];
      if (behind === undefined) return 'perhaps';
      if (behind === '}' || behind === ',') return 'yes';
    } else if (!(char in closing)) return 'no';
    keyAhead.lastIndex = ahead;
    return keyAhead.test(text) ? 'yes' : 'no';
  }
}

function isSame(one: LooseValue | undefined, other: LooseValue): boolean {
  return one === other || (one instanceof RawString && other instanceof RawString && one.raw === other.raw);
}

/** A number at the end of a text may have had more digits. */
function endsWhole(value: LooseValue | undefined): boolean {
  return value !== undefined && typeof value !== 'number';
}

/** The object that opens at `start`, which is a brace. */
export function looseObject(text: string, start: number, work: Work): LooseObject {
  // Asked before reading: most braces of prose end here, and a failure takes longer than the question.
  const first = behindBlank(text, start + 1);
  work.left -= first - start;
  if (!/["'`“”‘’«}A-Za-z_]/.test(text[first] ?? '}')) return { failed: true, isObject: false, cut: false };
  const reader = new Reader(text, start, work);
  try {
    return { value: reader.object(0), end: reader.at };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return { failed: true, isObject: reader.keys > 0, cut: error.cut };
  }
}
