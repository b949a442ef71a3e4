// Turns LaTeX or plain mathematics into tokens in one pass from left to right. Tolerant of sloppy commands.
import type { Budget } from './budget.ts';
import { closingBrace } from './closing-brace.ts';
import { characters, commandOf, gluedCommand, letterBeyondAscii, wordOf } from './commands.ts';
import { unreadable } from './failure.ts';
import { isDigit, type NumberStyle, readNumber } from './number-token.ts';
import type { Token, TokenKind } from './token.ts';
import { isUnitWord } from './units.ts';

interface TokenizeOptions extends NumberStyle {
  /** Whether the text is too wordy to be mathematics as soon as an unknown word of three letters turns up. */
  readonly strictWords: boolean;
}

function isLetter(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 65 && code <= 90);
}

/** Words of two letters that make a text prose rather than a product. */
const functionWords = new Set('is it so we he to of in on at be by as an if no do us my ok'.split(' '));

const currency = '$€£¥₹';

/** Wrappers in which the d of dx is set upright, and what follows it there. */
const uprights = new Set(['mathrm', 'rm', 'text', 'textrm', 'operatorname']);
const differential = /^(?:[a-zA-Z^]|\\[a-z]|\}\s*\{)/;

/** Gathers the tokens of one text. */
class Tokenizer {
  private readonly text: string;
  private readonly options: TokenizeOptions;
  /** Between brackets a comma is one between items. */
  private readonly inBrackets: NumberStyle;
  private readonly budget: Budget;
  private readonly tokens: Token[] = [];
  private at = 0;
  private gap = false;
  private side: Token['side'] = '';
  private depth = 0;

  constructor(text: string, options: TokenizeOptions, budget: Budget) {
    this.text = text;
    this.options = options;
    this.inBrackets = { commaGroups: false, plain: options.plain };
    this.budget = budget;
  }

  run(): Token[] {
    while (this.at < this.text.length) {
      this.budget.charge();
      this.step();
    }
    return this.tokens;
  }

  private push(kind: TokenKind, value: string, end: number, number: Token['number'] = null): void {
    this.tokens.push({ kind, value, start: this.at, end, gap: this.gap, side: this.side, number });
    if (kind === 'open') this.depth += 1;
    if (kind === 'close') this.depth -= 1;
    this.at = end;
    this.gap = false;
    this.side = '';
  }

  private step(): void {
    const { text, at } = this;
    const c = text[at]!;
    const code = text.charCodeAt(at);
    if (
      c === ' ' ||
      c === '\n' ||
      c === '\t' ||
      c === '\r' ||
      c === '~' ||
      c === '\u00a0' ||
      c === '\u200b'
    ) {
      this.gap = true;
      this.at += 1;
    } else if (isDigit(code) || (c === '.' && isDigit(text.charCodeAt(at + 1)))) {
      this.number();
    } else if (isLetter(code)) {
      this.word();
    } else if (c === '\\') {
      this.command();
    } else {
      this.character(c);
    }
  }

  private number(): void {
    const style = this.depth === 0 ? this.options : this.inBrackets;
    const read = readNumber(this.text, this.at, style) ?? unreadable();
    this.push('number', this.text.slice(this.at, read.end), read.end, read.node);
  }

  private character(c: string): void {
    const { text, at } = this;
    const two = text.slice(at, at + 2);
    if (two === '<=' || two === '>=' || two === '!=' || two === '==' || two === ':=') {
      this.push('relation', two === '==' || two === ':=' ? '=' : two, at + 2);
    } else if (two === '**') {
      this.push('up', '^', at + 2);
    } else if ((c === '<' || c === '>') && this.side !== '') {
      this.push(this.side === 'left' ? 'open' : 'close', 'angle', at + 1);
    } else if (c === '.' && this.side !== '') {
      this.at += 1;
      this.side = '';
    } else if (c === '{' && this.side === 'left') {
      this.push('open', '{', at + 1);
    } else if (c === '}' && this.side === 'right') {
      this.push('close', '}', at + 1);
    } else if (c === '.' && text.startsWith('...', at)) {
      this.push('dots', '', at + 3);
    } else if (currency.includes(c)) {
      this.push('currency', c, at + 1);
    } else {
      const entry = characters.get(c) ?? letterBeyondAscii(text, at) ?? unreadable();
      const kind =
        entry[0] === 'bar' && this.side !== '' ? (this.side === 'left' ? 'open' : 'close') : entry[0];
      this.push(kind, entry[1], at + c.length);
    }
  }

  /** A run of letters: a known word as a whole, else one symbol a letter. */
  private word(): void {
    const { text } = this;
    let end = this.at;
    while (isLetter(text.charCodeAt(end))) end += 1;
    const run = text.slice(this.at, end);
    const known = this.knownWord(run, end);
    if (known !== null) {
      this.push(known[0], known[1], this.at + known[2]);
      // log2(8), as programs have it
      if (run === 'log' && /^(?:2|10)\s?\(/.test(text.slice(end, end + 4))) this.push('down', '_', end);
      return;
    }
    const before = this.tokens[this.tokens.length - 1];
    if (
      run.length > 1 &&
      isUnitWord(run) &&
      before !== undefined &&
      /^(number|close|unit|raw|operator)$/.test(before.kind)
    ) {
      this.push('unit', run, end);
      return;
    }
    if (this.options.strictWords && (run.length > 2 || functionWords.has(run.toLowerCase()))) unreadable();
    for (const letter of run) {
      this.budget.charge();
      this.push('symbol', letter, this.at + 1);
    }
  }

  private knownWord(run: string, end: number): readonly [TokenKind, string, number] | null {
    const lower = run.toLowerCase();
    const entry = run.length > 1 ? (wordOf(run) ?? wordOf(lower)) : undefined;
    if (entry !== undefined) {
      const callOnly = lower === 'min' || lower === 'max';
      if (!callOnly || /^\s*[({]/.test(this.text.slice(end, end + 4)))
        return [entry[0], entry[1], run.length];
    }
    if (run === 'in' && /^\s*(\\mathbb|[[({])/.test(this.text.slice(end, end + 12)))
      return ['relation', 'in', 2];
    // `1orW(x)`: a joining word glued between a value and a single letter.
    const glued = /^(or|and)(?=.$)/.exec(run);
    const before = this.tokens[this.tokens.length - 1];
    if (glued && before && /^(number|close)$/.test(before.kind) && !this.gap)
      return ['separator', ',', glued[0].length];
    return null;
  }

  private command(): void {
    const { text, at } = this;
    let end = at + 1;
    while (isLetter(text.charCodeAt(end))) end += 1;
    if (end === at + 1) {
      this.controlSymbol();
      return;
    }
    let name = text.slice(at + 1, end);
    let entry = commandOf(name);
    if (entry === undefined) {
      name = gluedCommand(name) ?? unreadable();
      entry = commandOf(name)!;
      end = at + 1 + name.length;
    }
    this.emit(name, entry, end);
  }

  private controlSymbol(): void {
    const { text, at } = this;
    const c = text[at + 1] ?? unreadable();
    if (c === '\\') {
      // A doubled backslash before a letter is an over-escaped command, unless it ends a row of a matrix.
      const escaped =
        /[A-Za-z]/.test(text[at + 2] ?? '') && !text.includes('\\begin') && !text.includes('\\cr');
      if (escaped || text[at + 2] === '{' || text[at + 2] === '}') {
        this.at += 1;
        return;
      }
      // \\[4pt] ends a row and says how far below the next one is.
      const distance = /^\s?\[\s?-?[\d.]+\s?(?:pt|ex|em|mm|cm|in|px|bp|mu|sp|pc)\s?\]/.exec(
        text.slice(at + 2, at + 20),
      );
      this.push('row', '\\\\', at + 2 + (distance?.[0].length ?? 0));
      return;
    }
    if (c === ' ' || c === '\n' || c === '(' || c === ')' || c === '[' || c === ']') {
      this.at += c === ' ' || c === '\n' ? 2 : 1;
      this.gap = true;
      return;
    }
    if (c === '$') this.push('currency', '$', at + 2);
    else this.emit(c, commandOf(c) ?? unreadable(), at + 2);
  }

  private emit(name: string, entry: readonly [TokenKind, string], end: number): void {
    const [kind, value] = entry;
    if (kind === 'skip') {
      if (name === 'left' || name === 'mleft') this.side = 'left';
      else if (name === 'right' || name === 'mright') this.side = 'right';
      this.gap = true;
      this.at = end;
    } else if (kind === 'ignored') {
      this.ignored(end);
    } else if (kind === 'wrapper' || value === 'variable' || value === 'mathbb') {
      this.wrapper(value, end);
    } else if (value === 'begin' || value === 'end') {
      this.environment(value, end);
    } else if (kind === 'bar' && this.side !== '') {
      this.push(this.side === 'left' ? 'open' : 'close', '|', end);
    } else {
      this.push(kind, value, end);
    }
  }

  /** A command with an argument that only says how something is set: \color{red}. */
  private ignored(end: number): void {
    this.at = end;
    if (this.text[end] !== '{') return;
    const stop = closingBrace(this.text, end);
    this.budget.charge(1 + ((stop - end) >> 6));
    this.at = Math.min(stop + 1, this.text.length);
  }

  /** `\text{...}` and similar commands: one token with the unchanged content, which the parser interprets. */
  private wrapper(name: string, end: number): void {
    const { text } = this;
    let start = end;
    if (name === 'operatorname' && text[start] === '*') start += 1;
    while (text[start] === ' ') start += 1;
    if (text[start] !== '{') {
      // `\rm` and the like without braces: a change of font, or one letter.
      if (name === 'rm' || !/[A-Za-z0-9]/.test(text[start] ?? '')) {
        this.at = end;
        return;
      }
      this.wrapped(name, text[start]!, start + 1);
      return;
    }
    const stop = closingBrace(text, start);
    this.budget.charge(1 + ((stop - start) >> 6));
    this.wrapped(name, text.slice(start + 1, stop), Math.min(stop + 1, text.length));
  }

  /** What a wrapper holds; a sign before a value and the upright d of dx mean what they mean without it. */
  private wrapped(name: string, content: string, end: number): void {
    const c = content.trim();
    if (c.length === 1 && '+-−–'.includes(c) && /^\s*[\w\\({.]/.test(this.text.slice(end, end + 4)))
      this.push('operator', c === '+' ? c : '-', end);
    else if (c === 'd' && uprights.has(name) && differential.test(this.text.slice(end, end + 4)))
      this.push('symbol', c, end);
    else this.push('raw', `${name}:${content}`, end);
  }

  private environment(value: string, end: number): void {
    const { text } = this;
    const start = end;
    const stop = text.indexOf('}', end);
    if (text[end] !== '{' || stop < 0) unreadable();
    let after = stop + 1;
    const name = text.slice(start + 1, stop);
    // The column specification of an array says nothing about the value.
    if (value === 'begin' && name.startsWith('array') && text[after] === '{')
      after = closingBrace(text, after) + 1;
    this.push('structure', `${value}:${name}`, after);
  }
}

/** The tokens of a text; gives up (see failure.ts) on characters and commands that mathematics does not have. */
export function tokenize(text: string, options: TokenizeOptions, budget: Budget): Token[] {
  return new Tokenizer(text, options, budget).run();
}
