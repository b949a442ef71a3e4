// Reads one number at a place in a text: thousands groups, decimals, repeating decimals, scientific notation.
import { type NumberNode, number } from './ast.ts';
import { power, type Rational, rational } from './rational.ts';

export interface NumberStyle {
  /** Whether a bare comma between groups of three digits belongs to the number. */
  readonly commaGroups: boolean;
  /** Plain text: a small e with a signed exponent is scientific notation, not Euler's number. */
  readonly plain: boolean;
}

const maxDigits = 4000;
/** What spaces of LaTeX between groups of digits are written with behind their backslash. */
const thinSpaces = ',;: ';

export function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}

/** The end of the run of digits that starts at `at`. */
export function digitsEnd(text: string, at: number): number {
  let end = at;
  while (isDigit(text.charCodeAt(end))) end += 1;
  return end;
}

/** Whether there are exactly three digits at `at`. */
function isGroup(text: string, at: number): boolean {
  return digitsEnd(text, at) - at === 3;
}

function groupStart(text: string, at: number, style: NumberStyle): number {
  if (text.startsWith('{,}', at)) return at + 3;
  if (text.startsWith(',\\!', at)) return text[at + 3] === ' ' ? at + 4 : at + 3;
  if (text[at] === '\\' && thinSpaces.includes(text[at + 1] ?? '-')) return at + 2;
  if (style.commaGroups && text[at] === ',') return at + 1;
  if (text[at] === ' ' || text[at] === '~') return at + 1;
  return -1;
}

/** Digits with their groups joined, from `at`; the first group has at most three digits, or groups do not apply. */
function wholePart(text: string, at: number, style: NumberStyle): { digits: string; end: number } {
  let end = digitsEnd(text, at);
  let digits = text.slice(at, end);
  if (digits.length === 0 || digits.length > 3 || digits === '0') return { digits, end };
  for (;;) {
    const next = groupStart(text, end, style);
    if (next < 0 || !isGroup(text, next)) return { digits, end };
    const after = text[next + 3];
    if ((text[end] === ' ' || text[end] === '~') && after === '/') return { digits, end };
    digits += text.slice(next, next + 3);
    end = next + 3;
  }
}

/** The number that starts at `at` (a digit, or a point before a digit) and where it ends; null when too long. */
export function readNumber(
  text: string,
  at: number,
  style: NumberStyle,
): { node: NumberNode; end: number } | null {
  const programmed = style.plain ? programmedAt(text, at) : null;
  if (programmed !== null) return programmed;
  const whole = wholePart(text, at, style);
  let end = whole.end;
  let fraction = '';
  let repeating = '';
  let decimal = false;
  const comma = text.startsWith('{,}', end) && isDigit(text.charCodeAt(end + 3));
  if (
    comma ||
    (text[end] === '.' && (isDigit(text.charCodeAt(end + 1)) || repeatedAt(text, end + 1, true) !== null))
  ) {
    const start = end + (comma ? 3 : 1);
    end = digitsEnd(text, start);
    fraction = text.slice(start, end);
    decimal = true;
    const repeated = repeatedAt(text, end, fraction === '' && whole.digits !== '');
    if (repeated !== null) {
      repeating = repeated.digits;
      end = repeated.end;
    }
  }
  if (whole.digits.length + fraction.length + repeating.length > maxDigits) return null;
  const exponent = exponentAt(text, end, style, decimal);
  let value = assemble(whole.digits, fraction, repeating);
  if (exponent !== null) {
    const scale = power({ n: 10n, d: 1n }, exponent.value);
    if (scale === null) return null;
    value = rational(value.n * scale.n, value.d * scale.d);
    end = exponent.end;
  }
  return { node: number(value, decimal && repeating === ''), end };
}

const barred = /\\(?:overline|bar)\s*(?:\{\s*(\d+)\s*\}|(\d))/y;
const dotted = /\\dot\s*(?:\{\s*(\d+)\s*\}|(\d))(?:(\d*)\s*\\dot\s*(?:\{\s*(\d)\s*\}|(\d)))?/y;
const bracketed = /\((\d+)\)/y;

/** The digits that recur: under a bar, from one dot to the other, or in brackets right behind the point. */
function repeatedAt(text: string, at: number, behindPoint: boolean): { digits: string; end: number } | null {
  for (const mark of behindPoint ? [barred, dotted, bracketed] : [barred, dotted]) {
    mark.lastIndex = at;
    const found = mark.exec(text);
    if (found !== null) return { digits: found.slice(1).join(''), end: at + found[0].length };
  }
  return null;
}

const programmedText = /0(?:x[0-9a-f]{1,64}|b[01]{1,64}|o[0-7]{1,64})(?![\w.])/iy;

/** 0x1F, 0b101 and 0o17, as programs write them. */
function programmedAt(text: string, at: number): { node: NumberNode; end: number } | null {
  if (text[at] !== '0') return null;
  programmedText.lastIndex = at;
  const found = programmedText.exec(text);
  return found && { node: number({ n: BigInt(found[0]), d: 1n }), end: at + found[0].length };
}

function assemble(whole: string, fraction: string, repeating: string): Rational {
  if (fraction === '' && repeating === '') return { n: BigInt(whole || '0'), d: 1n };
  const base = 10n ** BigInt(fraction.length);
  const head = BigInt(whole + fraction || '0');
  if (repeating === '') return rational(head, base);
  const nines = 10n ** BigInt(repeating.length) - 1n;
  return rational(head * nines + BigInt(repeating), base * nines);
}

function exponentAt(
  text: string,
  at: number,
  style: NumberStyle,
  decimal: boolean,
): { value: bigint; end: number } | null {
  const mark = text[at];
  if (mark !== 'E' && mark !== 'e') return null;
  const sign = text[at + 1] === '-' || text[at + 1] === '+';
  // `2e-1` may be Euler's number less one (see other-readings.ts); with a point, or behind 1, it is a power of ten.
  const isProgrammed = decimal || /(?<![\d.,])1$/.test(text.slice(Math.max(0, at - 2), at));
  if (sign && mark === 'e' && !isProgrammed && !(style.plain && text[at + 2] === '0')) return null;
  const start = at + (sign ? 2 : 1);
  const end = digitsEnd(text, start);
  if (end === start || end - start > 4 || /[A-Za-z^]/.test(text[end] ?? '')) return null;
  return { value: BigInt(text.slice(start, end)) * (text[at + 1] === '-' ? -1n : 1n), end };
}

/** Whether every comma outside brackets splits groups of three digits, as in 1,234,567. */
export function hasCommaGroups(text: string): boolean {
  let depth = 0;
  let found = false;
  for (let i = 0; i < text.length; i += 1) {
    const c = text[i];
    if (c === '(' || c === '[' || c === '{') depth += 1;
    else if (c === ')' || c === ']' || c === '}') depth -= 1;
    else if (c === ';' && depth === 0) return false;
    else if (c === ',' && depth === 0 && text[i - 1] !== '{') {
      if (text.startsWith('\\!', i + 1)) continue;
      if (!isDigit(text.charCodeAt(i - 1)) || !isGroup(text, i + 1)) return false;
      found = true;
    }
  }
  return found && firstGroupsFit(text);
}

function firstGroupsFit(text: string): boolean {
  for (let i = 0; i < text.length; i += 1) {
    if (!isDigit(text.charCodeAt(i))) continue;
    const end = digitsEnd(text, i);
    if (text[end] === ',' && text[i - 1] !== ',' && (end - i > 3 || text[i] === '0')) return false;
    i = end;
  }
  return true;
}
