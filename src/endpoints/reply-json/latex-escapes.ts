// What the backslashes in a string of a reply mean. Models write LaTeX into JSON with one backslash, two, or now one and
// now the other: "\neq" is then a line end and "eq", and "\\" a row's end or the beginning of a command. Each doubtful
// escape is decided by the text that the reply was made from, by how the rest of the reply writes its commands, or by
// the table of commands. What none of them decides is a doubt, and text with a doubt is not to be used.
import { alignedReading } from './aligned-reading.ts';
import { isCommand, lineOrCommand, rowEnvironment, tabOrCommand } from './latex-names.ts';

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
/** Characters of the longest \begin{…} that matters. */
const longestEnvironment = 24;

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

/** Whether a formula in the line is open at the end of the text: nobody begins a new line there. */
function inFormula(text: string): boolean {
  const line = text.slice(-400);
  if (line.lastIndexOf('\\(') > line.lastIndexOf('\\)')) return true;
  return (line.match(/(?<![\\$])\$(?!\$)/g)?.length ?? 0) % 2 === 1;
}

class Decoder {
  readonly #raw: string;
  readonly #style: EscapeStyle;
  readonly #source: string;
  #text = '';
  #doubt: string | null = null;
  #looked = 0;
  #rows = 0;
  readonly #commands = new Map<string, boolean>();

  constructor(raw: string, style: EscapeStyle, source: string) {
    this.#raw = raw;
    this.#style = style;
    this.#source = source;
  }

  decoded(): DecodedText {
    const raw = this.#raw;
    for (let at = 0; at < raw.length; ) {
      const char = raw[at]!;
      if (char === '\\') at = this.#backslashes(at);
      else if (letterOf.has(char)) at = this.#control(letterOf.get(char)!, at + 1, 'raw');
      else {
        this.#text += char;
        at += 1;
      }
    }
    if (/\p{Surrogate}|\ufffd/u.test(this.#text)) this.#doubts('half of a character');
    return { text: this.#text, doubt: this.#doubt };
  }

  #doubts(what: string): void {
    this.#doubt ??= what;
  }

  #hasCommand(name: string): boolean {
    const known = this.#commands.get(name) ?? new RegExp(`\\\\${name}(?![a-zA-Z])`).test(this.#source);
    this.#commands.set(name, known);
    return known;
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
    const rows = count % 2 === 1 && this.#inRows();
    if (rows && count === 3 && (isCommand(name) || raw[end] === '\\')) {
      // The end of a row and a command, both as LaTeX has them.
      this.#text += '\\\\\\';
      return end;
    }
    this.#text += '\\'.repeat(count >> 1);
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
      this.#text += '\\';
      return at;
    }
    if (char === '"' || char === '/' || char === "'") {
      this.#text += char;
      return at + 1;
    }
    const code = char === 'u' ? /^u([0-9a-fA-F]{4})/.exec(raw.slice(at, at + 5))?.[1] : undefined;
    if (code !== undefined) return this.#unicode(String.fromCharCode(Number.parseInt(code, 16)), at + 5);
    if (char in controls) return this.#control(char, at + 1, 'escape');
    const name = lettersAt(raw, at);
    const known = name === '' ? signs.has(char) : isCommand(name) || name.length > 1;
    if (!known && !this.#source.includes(`\\${name === '' ? char : name}`)) this.#doubts(`\\${name || char}`);
    this.#text += `\\${name === '' ? char : name}`;
    return at + Math.max(1, name.length);
  }

  #unicode(char: string, next: number): number {
    const letter = letterOf.get(char);
    if (letter !== undefined) return this.#control(letter, next, 'raw');
    this.#text += char;
    return next;
  }

  /** A control character or the beginning of a command: `letter` and what follows at `at`. */
  #control(letter: string, at: number, form: 'escape' | 'raw'): number {
    const tail = lettersAt(this.#raw, at);
    const name = letter + tail;
    const command = `\\${name}`;
    const take = (text: string, next: number, doubt = false): number => {
      if (doubt) this.#doubts(`\\${name}: a command or a control character`);
      this.#text += text;
      return next;
    };
    const asCommand = at + tail.length;
    const known = isCommand(name) || (tail !== '' && this.#hasCommand(name));
    if (letter === 'n' && (!known || (form === 'raw' && lineOrCommand.has(name)))) return take('\n', at);
    if (letter === 'r' && !known) {
      const pair = /^(?:\\n|\n)/.exec(this.#raw.slice(at, at + 2))?.[0];
      if (pair !== undefined && !/^\\n[a-zA-Z]/.test(this.#raw.slice(at, at + 3)))
        return take('\n', at + pair.length);
      return take('\r', at, true);
    }
    const startsLine = ['\n', '\t', undefined].includes(this.#text.at(-1));
    if (letter === 't' && !known) return take('\t', at, !startsLine || this.#style.single);
    if (!known) return take(controls[letter]!, at, true);
    const either =
      letter === 'n' ? lineOrCommand.has(name) : letter === 't' && startsLine && tabOrCommand.has(name);
    if (!either) return take(command, asCommand);
    const aligned = alignedReading(this.#source, {
      left: this.#text,
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
    const inSource = this.#hasCommand(name);
    const plainInSource = new RegExp(`(?<![\\\\a-zA-Z])${tail}(?![a-zA-Z])`).test(this.#source);
    const { single, doubled } = this.#style;
    const asPlain =
      !inSource &&
      !inFormula(this.#text) &&
      (doubled || !single) &&
      (doubled || plainInSource || !this.#source.includes('\\'));
    const asCommand = inSource && !plainInSource && inFormula(this.#text);
    if (asCommand) {
      this.#text += `\\${name}`;
      return at + tail.length;
    }
    if (!asPlain || (single && doubled)) this.#doubts(`\\${name}: a command or a control character`);
    this.#text += controls[letter]!;
    return at;
  }

  /** A pair of backslashes: JSON's own writing of one, or the end of a row as LaTeX has it. */
  #pair(at: number, name: string): number {
    const next = this.#raw[at] ?? '';
    const rows = this.#inRows();
    const length = /^\[-?\d*\.?\d+\s*(?:pt|em|ex|mm|cm)\]/.test(this.#raw.slice(at, at + 12));
    if (name === '') {
      if (length || (rows && !'()[]{},;:!%$&#_|'.includes(next || ' ')) || (rows && next === '')) {
        // "\ " is a space too, but nobody sets it between rows; without rows in the original nothing says so.
        this.#text += '\\\\';
        return at;
      }
      if (next === '' || !signs.has(next) || (next === ' ' && this.#style.single && !this.#style.doubled))
        this.#doubts('two backslashes in front of no command');
      this.#text += '\\';
      return at;
    }
    if (
      name.startsWith('n') &&
      !isCommand(name) &&
      (name === 'n' || /^n[A-Z]/.test(name)) &&
      !this.#hasCommand(name)
    ) {
      // A line end that was escaped once too often: no command begins like this.
      this.#text += '\n';
      return at + 1;
    }
    if (rows && !isCommand(name) && !this.#hasCommand(name)) {
      this.#text += '\\\\';
      return at;
    }
    this.#text += '\\';
    return at;
  }

  /** Only what was added since the last look is read, so that a reply of backslashes takes no longer than another. */
  #inRows(): boolean {
    rowEnvironment.lastIndex = this.#looked;
    for (
      let found = rowEnvironment.exec(this.#text);
      found !== null;
      found = rowEnvironment.exec(this.#text)
    ) {
      this.#rows += found[1] === 'begin' ? 1 : -1;
      this.#looked = rowEnvironment.lastIndex;
    }
    this.#looked = Math.max(this.#looked, this.#text.length - longestEnvironment);
    return this.#rows > 0;
  }
}

/** `source`: the text that the reply was made from, '' where there is none. */
export function decodeString(raw: string, style: EscapeStyle, source: string): DecodedText {
  return new Decoder(raw, style, source).decoded();
}
