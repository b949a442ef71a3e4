// The place in the tokens where the parser is, with the limits it keeps and the context it needs.

import { number } from './ast.ts';
import { type Budget, maxDepth } from './budget.ts';
import { unreadable } from './failure.ts';
import { digitsEnd } from './number-token.ts';
import type { Token } from './token.ts';

export interface ReadOptions {
  /** Plain text rather than LaTeX. */
  readonly plain: boolean;
  /** Whether `\frac12`, `\sqrt3` and the like, without their braces, are read. */
  readonly malformed: boolean;
  /** How a bar after an operand inside bars is taken when both are possible: it opens or it closes. */
  readonly barsOpen: boolean;
  /** Nesting levels around the text, when it is part of another one. */
  readonly depth?: number;
}

/** Longest row of operators that nest to the left (a/b/c) or behind a value (5!!!): each makes the tree deeper. */
export const maxRowLength = 100;

/** What the integral that is being read has seen so far. */
interface IntegralScope {
  variable: string | null;
  readonly brackets: number;
  closed: boolean;
}

const endToken: Token = { kind: 'end', value: '', start: 0, end: 0, gap: false, side: '', number: null };

export class Cursor {
  readonly text: string;
  readonly options: ReadOptions;
  readonly budget: Budget;
  integral: IntegralScope | null = null;
  /** How many bars are open at this bracket level. */
  bars = 0;
  /** Whether a bar or colon after an operand ends it instead of starting a factor (set builders). */
  barEnds = false;
  brackets = 0;
  /** Degree signs read so far: inside a trigonometric function they are a unit that counts. */
  degrees = 0;
  private readonly tokens: Token[];
  private readonly partner: number[];
  private at = 0;
  private depth: number;

  constructor(text: string, tokens: Token[], options: ReadOptions, budget: Budget) {
    this.text = text;
    this.tokens = tokens;
    this.options = options;
    this.budget = budget;
    this.partner = partners(tokens);
    this.depth = options.depth ?? 0;
  }

  peek(ahead = 0): Token {
    return this.tokens[this.at + ahead] ?? endToken;
  }

  next(): Token {
    this.budget.charge();
    const token = this.peek();
    this.at += 1;
    return token;
  }

  get position(): number {
    return this.at;
  }

  /** Whether the next token has this kind and, when given, this value. */
  sees(kind: Token['kind'], value?: string): boolean {
    const token = this.peek();
    return token.kind === kind && (value === undefined || token.value === value);
  }

  /** Consumes the next token when it has this kind (and value). */
  takes(kind: Token['kind'], value?: string): boolean {
    if (!this.sees(kind, value)) return false;
    this.next();
    return true;
  }

  /** Offset from here of the token that closes the bracket at `ahead`; negative when it stays open. */
  closerOf(ahead = 0): number {
    const index = this.partner[this.at + ahead] ?? -1;
    return index < 0 ? -1 : index - this.at;
  }

  /** The tokens from here to `count` further, not consumed. */
  slice(count: number): readonly Token[] {
    return this.tokens.slice(this.at, this.at + count);
  }

  skip(count: number): void {
    this.at += count;
  }

  /** Runs a reader one nesting level deeper; deeper than the limit is unreadable. */
  nested<T>(read: () => T): T {
    this.depth += 1;
    if (this.depth > maxDepth) unreadable();
    const result = read();
    this.depth -= 1;
    return result;
  }

  /** The options for a text inside this one. */
  inner(): ReadOptions {
    return { ...this.options, depth: this.depth };
  }

  /** Runs a reader inside brackets, where bars and differentials of the outside do not count. */
  bracketed<T>(read: () => T): T {
    const { bars, barEnds } = this;
    this.bars = 0;
    this.barEnds = false;
    this.brackets += 1;
    const result = this.nested(read);
    this.brackets -= 1;
    this.bars = bars;
    this.barEnds = barEnds;
    return result;
  }

  /** Cuts a number token after its first digit, as LaTeX does for an argument without braces. */
  splitDigit(): void {
    const token = this.peek();
    const digits = digitsEnd(this.text, token.start) - token.start;
    if (token.kind !== 'number' || token.end - token.start < 2 || digits !== token.end - token.start) return;
    const middle = token.start + 1;
    const piece = (start: number, end: number): Token => ({
      ...token,
      start,
      end,
      value: this.text.slice(start, end),
      number: number({ n: BigInt(this.text.slice(start, end)), d: 1n }),
    });
    this.tokens.splice(this.at, 1, piece(token.start, middle), { ...piece(middle, token.end), gap: false });
    this.partner.splice(0, this.partner.length, ...partners(this.tokens));
    this.budget.charge(1 + (this.tokens.length >> 3));
  }

  /** How many undirected bars are left in the text. */
  barsLeft(): number {
    let count = 0;
    for (let i = this.at; i < this.tokens.length; i += 1) if (this.tokens[i]!.kind === 'bar') count += 1;
    this.budget.charge(1 + ((this.tokens.length - this.at) >> 3));
    return count;
  }
}

/** For each opening token the index of its closing one, else -1. Round and square brackets may close each other. */
function partners(tokens: readonly Token[]): number[] {
  const result = new Array<number>(tokens.length).fill(-1);
  const open: number[] = [];
  for (let i = 0; i < tokens.length; i += 1) {
    const token = tokens[i]!;
    if (token.kind === 'open') open.push(i);
    if (token.kind !== 'close') continue;
    const start = open.pop();
    if (start === undefined) unreadable();
    if (!closes(tokens[start]!.value, token.value)) unreadable();
    result[start] = i;
  }
  if (open.length > 0) unreadable();
  return result;
}

function closes(open: string, close: string): boolean {
  if (open === '{') return close === '}' || close === 'group';
  return open === close || (isLoose(open) && isLoose(close)) || (open === 'group' && close === '}');
}

function isLoose(value: string): boolean {
  return /^[()[\]]/.test(value);
}
