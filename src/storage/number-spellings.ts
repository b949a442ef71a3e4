// How numbers were written: 9007199254740993, 1e400, -0, 1.50 and 1E5 are other texts once they have been numbers.
// The spelling is kept for the object that holds the number, by key, so that it is found again in any record that the
// object has become part of, and is used where the number itself is unchanged.
import { endOfString } from '../records/parse-json.ts';

/** Of the numbers that JSON.stringify would write differently: the text by holder and key. */
export type Spellings = ReadonlyMap<object, ReadonlyMap<string, string>>;

const zero = 0x30;
const nine = 0x39;
const minus = 0x2d;
const point = 0x2e;
/** So many digits always come back as they were. */
const sureDigits = 15;

function isNumberStart(code: number): boolean {
  return code === minus || (code >= zero && code <= nine);
}

function numberEnd(text: string, start: number): number {
  let at = start + 1;
  for (; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    const isDigit = code >= zero && code <= nine;
    if (!isDigit && code !== point && code !== minus && code !== 0x2b && (code | 0x20) !== 0x65) break;
  }
  return at;
}

function isPlainNumber(text: string, start: number, end: number): boolean {
  if (end - start > sureDigits) return false;
  const last = text.charCodeAt(end - 1);
  let hasPoint = false;
  for (let at = start; at < end; at += 1) {
    const code = text.charCodeAt(at);
    if (code === point) hasPoint = true;
    else if (code < zero || code > nine) return false;
  }
  // Six zeros behind the point are written as an exponent.
  return !hasPoint || (last !== zero && !text.startsWith('0.000000', start));
}

function isRespelt(text: string, start: number, end: number): boolean {
  if (isPlainNumber(text, start, end)) return false;
  const token = text.slice(start, end);
  return JSON.stringify(Number(token)) !== token;
}

/** Whether JSON.stringify writes a number otherwise than it is written here. */
export function isRespeltNumber(token: string): boolean {
  return isRespelt(token, 0, token.length);
}

/** Whether JSON holds a number that JSON.stringify would write differently. */
export function hasSpellings(text: string): boolean {
  for (let at = 0; at < text.length; ) {
    const string = text.indexOf('"', at);
    const end = string === -1 ? text.length : string;
    while (at < end) {
      if (isNumberStart(text.charCodeAt(at))) {
        const next = numberEnd(text, at);
        if (isRespelt(text, at, next)) return true;
        at = next;
      } else at += 1;
    }
    at = endOfString(text, end) + 1;
  }
  return false;
}

class SpellingScan {
  readonly found = new Map<object, Map<string, string>>();
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  /** Passes over the value that begins here; `value` is what JSON.parse made of it. */
  pass(value: unknown, holder: object, key: string): void {
    this.#skip();
    const start = this.#at;
    const code = this.#text.charCodeAt(start);
    const inner = typeof value === 'object' && value !== null ? value : {};
    if (code === 0x7b) this.#passObject(inner as Record<string, unknown>);
    else if (code === 0x5b) this.#passList(inner as Record<string, unknown>);
    else if (code === 0x22) this.#at = endOfString(this.#text, start) + 1;
    else if (isNumberStart(code)) {
      this.#at = numberEnd(this.#text, start);
      if (isRespelt(this.#text, start, this.#at)) this.#note(holder, key, this.#text.slice(start, this.#at));
    } else this.#at = start + (code === 0x66 ? 'false' : 'true').length;
  }

  #note(holder: object, key: string, text: string): void {
    const known = this.found.get(holder);
    if (known === undefined) this.found.set(holder, new Map([[key, text]]));
    else known.set(key, text);
  }

  #skip(): void {
    while (this.#text.charCodeAt(this.#at) <= 0x20 || this.#text.charCodeAt(this.#at) === 0xfeff)
      this.#at += 1;
  }

  /** True where the mark comes next, which is then passed. */
  #takes(mark: number): boolean {
    this.#skip();
    if (this.#text.charCodeAt(this.#at) !== mark) return false;
    this.#at += 1;
    return true;
  }

  #passObject(object: Record<string, unknown>): void {
    this.#at += 1;
    while (!this.#takes(0x7d)) {
      this.#takes(0x2c);
      this.#skip();
      const start = this.#at;
      this.#at = endOfString(this.#text, start) + 1;
      const key = JSON.parse(this.#text.slice(start, this.#at)) as string;
      this.#takes(0x3a);
      // Of a name that comes twice the last value counts.
      this.found.get(object)?.delete(key);
      this.pass(object[key], object, key);
    }
  }

  #passList(list: Record<string, unknown>): void {
    this.#at += 1;
    for (let index = 0; !this.#takes(0x5d); index += 1) {
      this.#takes(0x2c);
      this.pass(list[index], list, String(index));
    }
  }
}

/** @param text JSON of one value, which `value` was parsed from. */
export function spellingsOf(text: string, value: object): Spellings {
  const scan = new SpellingScan(text);
  scan.pass(value, {}, '');
  return scan.found;
}

/**
 * JSON of a value that was made from `was`: as JSON.stringify, with numbers spelt as in `was` where they are equal and
 * stand in the same object, under the same key of its copy, or under a key of the whole row.
 *
 * @param place Where in `was` the value was, for one that is a part of it.
 */
export function jsonWithSpellings(
  value: object,
  was: object,
  spellings: Spellings,
  place: unknown = was,
): string {
  const row = spellings.get(was);
  const write = (inner: unknown, before: unknown): string | undefined => {
    if (typeof inner !== 'object' || inner === null) return JSON.stringify(inner);
    if (typeof (inner as { toJSON?: unknown }).toJSON === 'function') return JSON.stringify(inner);
    const own = spellings.get(inner) ?? (isObject(before) ? spellings.get(before) : undefined) ?? row;
    const part = (key: string, one: unknown): string | undefined => {
      const spelt = typeof one === 'number' ? own?.get(key) : undefined;
      if (spelt !== undefined && Object.is(Number(spelt), one)) return spelt;
      return write(one, isObject(before) ? (before as Record<string, unknown>)[key] : undefined);
    };
    if (Array.isArray(inner)) {
      return `[${inner.map((one, index) => part(String(index), one) ?? 'null').join(',')}]`;
    }
    const parts = Object.entries(inner).flatMap(([key, one]) => {
      const text = part(key, one);
      return text === undefined ? [] : [`${JSON.stringify(key)}:${text}`];
    });
    return `{${parts.join(',')}}`;
  };
  return write(value, place) ?? 'null';
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
