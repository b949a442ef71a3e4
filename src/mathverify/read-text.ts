// From a text to one expression: checks its length, tokenizes it, reads the top-level list and makes sense of it.
import { inOneLine } from './aligned.ts';
import type { Node } from './ast.ts';
import { type Budget, maxExpressionLength } from './budget.ts';
import { Cursor, type ReadOptions } from './cursor.ts';
import { orNull, unreadable } from './failure.ts';
import { assembled, systemsOf, withAlternatives } from './lists.ts';
import { hasCommaGroups } from './number-token.ts';
import { rawMeaning } from './raw-text.ts';
import { readList } from './read-expression.ts';
import { withReversedBrackets } from './reversed-brackets.ts';
import { expandSigns } from './signs.ts';
import type { Token } from './token.ts';
import { tokenize } from './tokenizer.ts';

interface TextOptions {
  readonly plain?: boolean;
  readonly malformed?: boolean;
}

/** The expression a text is written as, or null when it is none. */
export function readText(text: string, options: TextOptions, budget: Budget): Node | null {
  const source = inOneLine(stripEnds(text));
  if (source === '' || source.length > maxExpressionLength) return null;
  budget.charge(1 + (source.length >> 6));
  const plain = options.plain ?? false;
  const missing = missingBraces(source);
  if (missing > 0) return readText(source + '}'.repeat(missing), options, budget);
  const whole = readTokens(source, { plain, malformed: options.malformed ?? true, barsOpen: false }, budget);
  return (
    whole ?? lastOfChain(source, { plain, malformed: options.malformed ?? true, barsOpen: false }, budget)
  );
}

const maxMissing = 3;

/**
 * How many closing braces the end of a text lacks; 0 where that are more than a few. What breaks off inside a group may go
 * on: 2^{10 is not 1024.
 */
function missingBraces(text: string): number {
  if (!text.endsWith('}')) return 0;
  let depth = 0;
  for (let k = 0; k < text.length; k += 1) {
    const c = text[k];
    if (c === '\\') k += 1;
    else if (c === '{') depth += 1;
    else if (c === '}') depth -= 1;
    if (depth < 0) return 0;
  }
  return depth <= maxMissing ? depth : 0;
}

/** x = 3 (mod 7), which \\pmod writes. */
const bracketedModulus =
  /\(\s*(?:\\?b?mod\b|\\(?:text|mathrm|operatorname)\s*\{\s*mod\s*\})\s*([^()]{1,40})\)/g;

/** As readText, without its tolerance for the ends of a text and for chains of which only the last part can be read. */
export function readTokens(source: string, options: ReadOptions, budget: Budget): Node | null {
  const text = source.includes('mod') ? source.replace(bracketedModulus, '\\pmod{$1}') : source;
  const style = { plain: options.plain, strictWords: options.plain, commaGroups: hasCommaGroups(text) };
  const tokens = orNull(() => tokenize(text, style, budget));
  if (tokens === null || tokens.length === 0) return null;
  const prepared = tokens.map(joiningWords);
  const { plain, malformed, depth = 0 } = options;
  const read = (from: readonly Token[], barsOpen: boolean): Node | null =>
    orNull(() => readWhole(new Cursor(text, from.slice(), { plain, malformed, barsOpen, depth }, budget)));
  const value = read(prepared, false);
  if (value !== null) return value;
  const reversed = withReversedBrackets(prepared);
  if (reversed !== null) return read(reversed, false);
  const bars = prepared.filter((token) => token.kind === 'bar').length;
  return bars > 3 ? read(prepared, true) : null;
}

// \text{ and }, \text{ percent} and the like are separators and signs, whatever they are wrapped in.
function joiningWords(token: Token): Token {
  if (token.kind !== 'raw') return token;
  const meaning = rawMeaning(token.value);
  if (meaning.kind === 'separator')
    return { ...token, kind: 'separator', value: /\bor\b/i.test(token.value) ? 'or' : ',' };
  if (meaning.kind === 'percent') return { ...token, kind: 'percent', value: '%' };
  if (meaning.kind === 'operator') return { ...token, kind: 'operator', value: meaning.name };
  return token;
}

function readWhole(cursor: Cursor): Node {
  const { groups, or, alternatives } = readList(cursor);
  if (!cursor.sees('end') || groups[0]!.length === 0) unreadable();
  const systems = systemsOf(alternatives);
  if (systems !== null) return expandSigns(systems);
  const value = expandSigns(assembled(groups));
  return or === 'none' ? value : withAlternatives(value, or);
}

/** When a chain a = b = ... = z cannot be read as a whole, its last part still can. */
function lastOfChain(text: string, options: ReadOptions, budget: Budget): Node | null {
  if (/[,;]|\b(?:and|or)\b/.test(text)) return null;
  const parts = text.split('=');
  return parts.length > 2 ? readTokens(parts[parts.length - 1]!.trim(), options, budget) : null;
}

/** The text without blanks, full stops and markdown stars around it. */
export function stripEnds(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && isEdge(text.charCodeAt(start), '*')) start += 1;
  const opened = start > 0 && text.lastIndexOf('*', start - 1) >= 0;
  while (end > start && isEdge(text.charCodeAt(end - 1), '.,;:*') && !isMathematics(text, end)) {
    if (text[end - 1] !== '*') end -= 1;
    else if (text[end - 2] === '*') end -= 2;
    // A star that no other one opens is a times sign with nothing behind it.
    else if (opened || '.,;:'.includes(text[end - 2] ?? '.')) end -= 1;
    else break;
  }
  return text.slice(start, end);
}

function isEdge(code: number, marks: string): boolean {
  // Letters, digits and brackets, which is what texts begin and end with.
  if (code > 64 && code < 128) return false;
  const character = String.fromCharCode(code);
  return marks.includes(character) || /\s/.test(character);
}

/** A comma, semicolon or colon behind a backslash is a space of LaTeX, R^* a domain, and "1, 2, ..." goes on. */
function isMathematics(text: string, end: number): boolean {
  const [before, last] = [text[end - 2], text[end - 1]!];
  if (before === '\\') return ',;:'.includes(last);
  if (last === '*') return before === '^' || before === '_';
  return last === '.' && before === '.' && /[,;]\s{0,3}\.{3}$/.test(text.slice(Math.max(0, end - 8), end));
}
