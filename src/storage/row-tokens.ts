// What a token parser shows of a value before it is assembled: how deeply it is nested, and how its numbers are spelt.
import { maxJsonDepth } from '../records/parse-json.ts';
import { isRespeltNumber, type Spellings } from './number-spellings.ts';

/** A token of stream-json. */
export interface Token {
  readonly name: string;
  readonly value?: unknown;
}

interface Spelt {
  readonly path: readonly string[];
  readonly text: string;
}

export class RowTokens {
  /** The key in each object or list that is open; a list counts. */
  #keys: (string | number)[] = [];
  /** Of each that is open, the names so far. */
  #names: Set<string>[] = [];
  #repeated: string | null = null;
  #depth = 0;
  #deepest = 0;
  #spelt: Spelt[] = [];

  get isTooDeep(): boolean {
    return this.#deepest > maxJsonDepth;
  }

  /** The first name that an object has twice. */
  get repeated(): string | null {
    return this.#repeated;
  }

  take({ name, value }: Token): void {
    if (name === 'keyValue') this.#setKey(String(value));
    else if (name === 'startObject' || name === 'startArray') {
      this.#nextItem();
      this.#depth += 1;
      this.#deepest = Math.max(this.#deepest, this.#depth);
      if (this.#depth <= maxJsonDepth) this.#open(name === 'startArray');
    } else if (name === 'endObject' || name === 'endArray') {
      if (this.#depth <= maxJsonDepth) {
        this.#keys.pop();
        this.#names.pop();
      }
      this.#depth -= 1;
    } else if (name.endsWith('Value')) {
      this.#nextItem();
      const isNoted = name === 'numberValue' && !this.isTooDeep && this.#depth > 0;
      if (isNoted && isRespeltNumber(String(value))) {
        this.#spelt.push({ path: this.#keys.map(String), text: String(value) });
      }
    }
  }

  /** The value is assembled: its spellings, where it has any. The next token is of another value. */
  end(value: unknown): Spellings | undefined {
    const spelt = this.#spelt;
    this.#keys = [];
    this.#names = [];
    this.#repeated = null;
    this.#depth = 0;
    this.#deepest = 0;
    this.#spelt = [];
    if (spelt.length === 0) return undefined;
    const found = new Map<object, Map<string, string>>();
    for (const { path, text } of spelt) {
      let holder = value as Record<string, unknown>;
      for (const key of path.slice(0, -1)) holder = (holder[key] ?? {}) as Record<string, unknown>;
      const texts = found.get(holder) ?? new Map<string, string>();
      texts.set(path.at(-1)!, text);
      found.set(holder, texts);
    }
    return found;
  }

  #open(isList: boolean): void {
    this.#keys.push(isList ? -1 : '');
    this.#names.push(new Set());
  }

  #setKey(key: string): void {
    if (this.#depth > maxJsonDepth || this.#keys.length === 0) return;
    this.#keys[this.#keys.length - 1] = key;
    const names = this.#names.at(-1)!;
    if (names.has(key)) this.#repeated ??= key;
    names.add(key);
  }

  #nextItem(): void {
    const last = this.#keys.at(-1);
    if (typeof last === 'number' && this.#depth <= maxJsonDepth) this.#keys[this.#keys.length - 1] = last + 1;
  }
}
