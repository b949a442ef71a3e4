// What the backslashes in a string of a reply mean. Models write LaTeX into JSON with one backslash, two, or now one and
// now the other: "\neq" is then a line end and "eq", and "\\" a row's end or the beginning of a command. Each doubtful
// escape is decided by the text that the reply was made from, by how the rest of the reply writes its commands, or by
// the table of commands. What none of them decides is a doubt, and text with a doubt is not to be used.
import { DecodedTextBuilder } from './decoded-text.ts';
import { isCommand, lineOrCommand, tabOrCommand } from './latex-names.ts';
import type { SourceText } from './source-text.ts';

export interface DecodedText {
  /** The best guess where there is a doubt. */
  readonly text: string;
  readonly doubt: string | null;
}

/** How the strings of one reply write the commands of LaTeX. */
export interface EscapeStyle {
  readonly single: boolean;
  readonly doubled: boolean;
}

const controls: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' };
const letterOf: ReadonlyMap<string, string> = new Map(
  Object.entries(controls).map(([letter, char]) => [char, letter]),
);
/** Signs that follow a backslash in LaTeX. */
const signs = new Set('()[]{},;:!%$&#_| -><=@');
const letters = /[A-Za-z]*/y;
const special = /[\\\b\f\n\r\t]/g;

function lettersAt(text: string, at: number): string {
  letters.lastIndex = at;
  return letters.exec(text)?.[0] ?? '';
}

/** Only escapes that can mean one thing count: \sqrt and \( are no JSON, \frac is a form feed in nobody's text. */
export function escapeStyle(raws: Iterable<string>): EscapeStyle {
  let [single, doubled] = [false, false];
  for (const raw of raws) {
    for (const { 0: run, index } of raw.matchAll(/\\+/g)) {
      const next = raw[index + run.length] ?? '';
      const name = lettersAt(raw, index + run.length);
      if (run.length === 1) {
        single ||= '([{|,;!'.includes(next) && next !== '';
        single ||= isCommand(name) && !lineOrCommand.has(name) && !tabOrCommand.has(name);
      } else if (run.length === 2) doubled ||= isCommand(name) || '()[]{'.includes(next || '?');
    }
  }
  return { single, doubled };
}

class Decoder {
  readonly #raw: string;
  readonly #style: EscapeStyle;
  readonly #source: SourceText;
  readonly #text = new DecodedTextBuilder();
  #doubt: string | null = null;

  constructor(raw: string, style: EscapeStyle, source: SourceText) {
    this.#raw = raw;
    this.#style = style;
    this.#source = source;
  }

  decoded(): DecodedText {
    const raw = this.#raw;
    for (let at = 0; at < raw.length; ) {
      special.lastIndex = at;
      const next = special.exec(raw)?.index ?? raw.length;
      if (next > at) this.#text.add(raw.slice(at, next));
      if (next === raw.length) break;
      at =
        raw[next] === '\\'
          ? this.#backslashes(next)
          : this.#control(letterOf.get(raw[next]!)!, next + 1, 'raw');
    }
    const text = this.#text.toString();
    if (/\p{Surrogate}|\ufffd/u.test(text)) this.#doubts('half of a character');
    return { text, doubt: this.#doubt };
  }

  #doubts(what: string): void {
    this.#doubt ??= what;
  }

  /** A run of backslashes that begins at `at`: pairs, and one that is left over. The place behind what was read. */
  #backslashes(at: number): number {
    const raw = this.#raw;
    let end = at;
    while (raw[end] === '\\') end += 1;
    const count = end - at;
    if (count === 1) return this.#single(end);
    const name = lettersAt(raw, end);
    if (count === 2) return this.#pair(end, name);
    const rows = count % 2 === 1 && this.#text.inRows;
    if (rows && count === 3 && (isCommand(name) || raw[end] === '\\')) {
      // The end of a row and a command, both as LaTeX has them.
      this.#text.add('\\\\\\');
      return end;
    }
    this.#text.add('\\'.repeat(count >> 1));
    if (count % 2 === 0) return end;
    this.#doubts(`${count} backslashes in a row`);
    return this.#single(end);
  }

  /** One backslash; `at` is the place behind it. */
  #single(at: number): number {
    const raw = this.#raw;
    const char = raw[at];
    if (char === undefined) {
      this.#doubts('a backslash at the end');
      this.#text.add('\\');
      return at;
    }
    if (char === '"' || char === '/' || char === "'") {
      this.#text.add(char);
      return at + 1;
    }
    const code = char === 'u' ? /^u([0-9a-fA-F]{4})/.exec(raw.slice(at, at + 5))?.[1] : undefined;
    if (code !== undefined) return this.#unicode(String.fromCharCode(Number.parseInt(code, 16)), at + 5);
    if (char in controls) return this.#control(char, at + 1, 'escape');
    const name = lettersAt(raw, at);
    const known = name === '' ? signs.has(char) : isCommand(name) || name.length > 1;
    if (!known && !(name === '' ? this.#source.hasEscaped(char) : this.#source.hasCommand(name)))
      this.#doubts(`\\${name || char}`);
    this.#text.add(`\\${name === '' ? char : name}`);
    return at + Math.max(1, name.length);
  }

  #unicode(char: string, next: number): number {
    const letter = letterOf.get(char);
    if (letter !== undefined) return this.#control(letter, next, 'raw');
    this.#text.add(char);
    return next;
  }

  /** A control character or the beginning of a command: `letter` and what follows at `at`. */
  #control(letter: string, at: number, form: 'escape' | 'raw'): number {
    const tail = lettersAt(this.#raw, at);
    const name = letter + tail;
    const command = `\\${name}`;
    const take = (text: string, next: number, doubt = false): number => {
      if (doubt) this.#doubts(`\\${name}: a command or a control character`);
      this.#text.add(text);
      return next;
    };
    const asCommand = at + tail.length;
    const known = isCommand(name) || (tail !== '' && this.#source.hasCommand(name));
    if (letter === 'n' && (!known || (form === 'raw' && lineOrCommand.has(name)))) return take('\n', at);
    if (letter === 'r' && !known) {
      const pair = /^(?:\\n|\n)/.exec(this.#raw.slice(at, at + 2))?.[0];
      if (pair !== undefined && !/^\\n[a-zA-Z]/.test(this.#raw.slice(at, at + 3)))
        return take('\n', at + pair.length);
      return take('\r', at, true);
    }
    const startsLine = ['\n', '\t', undefined].includes(this.#text.tail.at(-1));
    if (letter === 't' && !known) return take('\t', at, !startsLine || this.#style.single);
    if (!known) return take(controls[letter]!, at, true);
    const either =
      letter === 'n' ? lineOrCommand.has(name) : letter === 't' && startsLine && tabOrCommand.has(name);
    if (!either) return take(command, asCommand);
    const aligned = this.#source.readingOf({
      left: this.#text.tail,
      command,
      plain: tail,
      right: this.#raw.slice(asCommand, asCommand + 24),
    });
    if (aligned === 'command') return take(command, asCommand);
    if (aligned === 'plain') return take(controls[letter]!, at);
    return this.#undecided(letter, name, tail, at);
  }

  /** Neither reading is in the original at this place: how the reply writes, and whether the original has either. */
  #undecided(letter: string, name: string, tail: string, at: number): number {
    const inSource = this.#source.hasCommand(name);
    const plainInSource = tail === '' ? !this.#source.isEmpty : this.#source.hasWord(tail);
    const { single, doubled } = this.#style;
    const asPlain =
      !inSource &&
      !this.#text.inFormula &&
      (doubled || !single) &&
      (doubled || plainInSource || !this.#source.hasBackslash);
    const asCommand = inSource && !plainInSource && this.#text.inFormula;
    if (asCommand) {
      this.#text.add(`\\${name}`);
      return at + tail.length;
    }
    if (!asPlain || (single && doubled)) this.#doubts(`\\${name}: a command or a control character`);
    this.#text.add(controls[letter]!);
    return at;
  }

  /** A pair of backslashes: JSON's own writing of one, or the end of a row as LaTeX has it. */
  #pair(at: number, name: string): number {
    const next = this.#raw[at] ?? '';
    const rows = this.#text.inRows;
    const length = /^\[-?\d*\.?\d+\s*(?:pt|em|ex|mm|cm)\]/.test(this.#raw.slice(at, at + 12));
    if (name === '') {
      if (length || (rows && !'()[]{},;:!%$&#_|'.includes(next || ' ')) || (rows && next === '')) {
        // "\ " is a space too, but nobody sets it between rows; without rows in the original nothing says so.
        this.#text.add('\\\\');
        return at;
      }
      if (next === '' || !signs.has(next) || (next === ' ' && this.#style.single && !this.#style.doubled))
        this.#doubts('two backslashes in front of no command');
      this.#text.add('\\');
      return at;
    }
    if (
      name.startsWith('n') &&
      !isCommand(name) &&
      (name === 'n' || /^n[A-Z]/.test(name)) &&
      !this.#source.hasCommand(name)
    ) {
      // A line end that was escaped once too often: no command begins like this.
      this.#text.add('\n');
      return at + 1;
    }
    if (rows && !isCommand(name) && !this.#source.hasCommand(name)) {
      this.#text.add('\\\\');
      return at;
    }
    this.#text.add('\\');
    return at;
  }
}

export function decodeString(raw: string, style: EscapeStyle, source: SourceText): DecodedText {
  return new Decoder(raw, style, source).decoded();
}
