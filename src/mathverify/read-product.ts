// The grammar of products: explicit and implicit multiplication, division, ratios, remainders, mixed numbers, units.
import { call, type Node, type NumberNode, number } from './ast.ts';
import { type Cursor, maxRowLength } from './cursor.ts';
import { unreadable } from './failure.ts';
import { asCoefficient } from './loose.ts';
import { add, divide, multiply, rational } from './rational.ts';
import { isApplied, isUnitLike, rawMeaning } from './raw-text.ts';
import { readFactor, readPostfixes } from './read-factor.ts';
import type { Token } from './token.ts';

/** Factors joined by written operators, from left to right; juxtaposition binds tighter than any of them. */
export function readProduct(cursor: Cursor): Node {
  let left = readUnary(cursor);
  let row = 0;
  while (cursor.sees('operator') && !cursor.integral?.closed) {
    const operator = cursor.peek().value;
    if (operator === '/' && isUnitToken(cursor, cursor.peek(1))) {
      cursor.next();
      skipUnits(cursor);
      continue;
    }
    if (operator === ':' && cursor.barEnds) break;
    if (operator === ':') {
      left = readRatio(cursor, left);
      row += 1;
      if (row > maxRowLength) unreadable();
      continue;
    }
    const chooses = operator === 'choose numbers';
    if (operator !== '*' && operator !== '/' && operator !== 'mod' && !chooses) break;
    const { start, end } = cursor.next();
    const { isCoefficient, isLoose } = quotientBehind(cursor, left, operator);
    const right = readUnary(cursor);
    if (operator !== '*' || left.kind !== 'multiply') row += 1;
    if (row > maxRowLength) unreadable();
    if (operator === '*')
      left = isCross(cursor.text.slice(start, end), left, right) ? cross(left, right) : times(left, right);
    else if (operator === 'mod' || chooses) left = call(chooses ? 'binomial' : 'mod', [left, right]);
    else left = quotient(left, right, isCoefficient, isLoose);
  }
  return left;
}

/** What a written slash and the number behind it make: of 1/2 x a coefficient, of 1/2x a quotient that may be one. */
function quotientBehind(
  cursor: Cursor,
  top: Node,
  operator: string,
): { isCoefficient: boolean; isLoose: boolean } {
  const [slash, bottom, next] = [cursor.peek(-1), cursor.peek(), cursor.peek(1)];
  const isLoose = operator === '/' && cursor.text[slash.start] === '/' && bottom.kind === 'number';
  const isTight = isLoose && !slash.gap && !bottom.gap && !bottom.number!.decimal;
  return { isCoefficient: isTight && next.gap && isWhole(lastFactor(top)), isLoose };
}

function lastFactor(node: Node): Node {
  if (node.kind === 'negate') return lastFactor(node.value);
  return node.kind === 'multiply' ? node.factors.at(-1)! : node;
}

function isWhole(node: Node): boolean {
  return node.kind === 'number' && node.value.d === 1n && !node.decimal;
}

function quotient(top: Node, bottom: Node, isCoefficient: boolean, isLoose: boolean): Node {
  if (!isLoose || bottom.kind !== 'multiply') return { kind: 'divide', top, bottom };
  const loose: Node = { kind: 'divide', top, bottom, loose: true };
  return isCoefficient ? asCoefficient(loose) : loose;
}

/** Of two vectors, \times is another product than \cdot. */
function isCross(written: string, left: Node, right: Node): boolean {
  return /\\times|×/.test(written) && isVector(left) && isVector(right);
}

function isVector(node: Node): boolean {
  if (node.kind === 'multiply') return isVector(node.factors.at(-1)!);
  return node.kind === 'symbol' && node.name.startsWith('vec(');
}

function cross(left: Node, right: Node): Node {
  const factors = left.kind === 'multiply' ? left.factors : [left];
  const product = call('cross', [factors.at(-1)!, right], false);
  return factors.length === 1 ? product : { kind: 'multiply', factors: [...factors.slice(0, -1), product] };
}

function times(left: Node, right: Node): Node {
  if (isNumberWithPower(left, right)) return foldScientific(left as NumberNode, right);
  return { kind: 'multiply', factors: left.kind === 'multiply' ? [...left.factors, right] : [left, right] };
}

// 2.5 \times 10^2 is one number as written, decimal included.
function isNumberWithPower(left: Node, right: Node): boolean {
  return (
    left.kind === 'number' &&
    right.kind === 'power' &&
    right.base.kind === 'number' &&
    right.base.value.n === 10n
  );
}

function foldScientific(left: NumberNode, right: Node): Node {
  if (right.kind !== 'power') return right;
  const exponent = right.exponent.kind === 'negate' ? right.exponent.value : right.exponent;
  if (exponent.kind !== 'number' || exponent.value.d !== 1n || exponent.value.n > 400n) {
    return { kind: 'multiply', factors: [left, right] };
  }
  const scale = rational(10n ** exponent.value.n);
  const value = right.exponent.kind === 'negate' ? divide(left.value, scale) : multiply(left.value, scale);
  return number(value ?? unreadable(), left.decimal);
}

/** a:b is a quotient; a:b:c and longer ones are kept as an ordered list of proportional parts. */
function readRatio(cursor: Cursor, first: Node): Node {
  const parts = [first];
  while (cursor.takes('operator', ':')) parts.push(readUnary(cursor));
  if (parts.length === 2) return { kind: 'divide', top: first, bottom: parts[1]! };
  return { kind: 'tuple', items: parts, ratio: true };
}

function readUnary(cursor: Cursor): Node {
  skipLeadingText(cursor);
  let negative = false;
  while (cursor.sees('operator', '-') || cursor.sees('operator', '+')) {
    if (cursor.next().value === '-') negative = !negative;
  }
  const value = readJuxtaposed(cursor);
  return negative ? { kind: 'negate', value } : value;
}

/** Factors written side by side: 2xy, 3\sqrt{2}, (a+b)(a-b); then any units behind the value. */
export function readJuxtaposed(cursor: Cursor): Node {
  skipLeadingText(cursor);
  const factors: Node[] = [readLead(cursor)];
  for (;;) {
    if (cursor.integral?.closed) break;
    const token = cursor.peek();
    if (isUnitToken(cursor, token)) {
      skipUnits(cursor);
      break;
    }
    if (!startsFactor(cursor)) break;
    if (token.kind === 'number' && factors[factors.length - 1]!.kind === 'number' && !mixedAhead(cursor))
      unreadable();
    factors.push(readLead(cursor));
  }
  return factors.length === 1 ? factors[0]! : { kind: 'multiply', factors };
}

/** One factor, where a whole number before a proper fraction makes a mixed number of both. */
function readLead(cursor: Cursor): Node {
  const fraction = mixedAhead(cursor);
  if (fraction === null) return readFactor(cursor);
  cursor.skip(fraction.length);
  cursor.budget.charge(fraction.length);
  // 33\frac13\% is a percentage of the whole.
  return readPostfixes(cursor, number(fraction.value));
}

function mixedAhead(cursor: Cursor): { value: NumberNode['value']; length: number } | null {
  const whole = cursor.peek();
  if (whole.kind !== 'number' || whole.number!.value.d !== 1n || whole.number!.decimal) return null;
  const found = latexFraction(cursor) ?? plainFraction(cursor);
  if (found === null || found.top.value.n >= found.bottom.value.n || found.top.value.n === 0n) return null;
  const part = divide(found.top.value, found.bottom.value);
  return part === null ? null : { value: add(whole.number!.value, part), length: found.length };
}

interface SimpleFraction {
  readonly top: NumberNode;
  readonly bottom: NumberNode;
  readonly length: number;
}

function latexFraction(cursor: Cursor): SimpleFraction | null {
  if (cursor.peek(1).kind !== 'structure' || cursor.peek(1).value !== 'frac') return null;
  const [open, top, close, open2, bottom, close2] = [2, 3, 4, 5, 6, 7].map((k) => cursor.peek(k)) as [
    Token,
    Token,
    Token,
    Token,
    Token,
    Token,
  ];
  if (open.kind === 'open' && top.kind === 'number' && close.kind === 'close' && open2.kind === 'open') {
    if (bottom.kind === 'number' && close2.kind === 'close')
      return { top: top.number!, bottom: bottom.number!, length: 8 };
  }
  // \frac12 without braces: one token of two digits.
  if (cursor.options.malformed && open.kind === 'number' && /^\d\d$/.test(open.value)) {
    const [a, b] = [...open.value].map((digit) => number({ n: BigInt(digit), d: 1n })) as [
      NumberNode,
      NumberNode,
    ];
    return { top: a, bottom: b, length: 3 };
  }
  return null;
}

function plainFraction(cursor: Cursor): SimpleFraction | null {
  const [top, slash, bottom] = [cursor.peek(1), cursor.peek(2), cursor.peek(3)];
  if (
    top.kind !== 'number' ||
    !top.gap ||
    slash.kind !== 'operator' ||
    slash.value !== '/' ||
    bottom.kind !== 'number'
  )
    return null;
  if (top.number!.value.d !== 1n || bottom.number!.value.d !== 1n) return null;
  return { top: top.number!, bottom: bottom.number!, length: 4 };
}

const factorStarts = new Set(['number', 'symbol', 'constant', 'function', 'open', 'raw', 'empty', 'dots']);

/** Whether the next token can begin another factor of a product. */
export function startsFactor(cursor: Cursor): boolean {
  const token = cursor.peek();
  if (token.kind === 'bar') return !cursor.barEnds && token.value !== 'mid' && opensBar(cursor);
  if (token.kind === 'structure')
    return token.value !== 'pmod' && token.value !== 'not' && !token.value.startsWith('end:');
  return factorStarts.has(token.kind);
}

/** Whether a bar after an operand opens a new pair rather than closing the one that is open. */
function opensBar(cursor: Cursor): boolean {
  if (cursor.bars === 0) return true;
  const after = cursor.peek(1);
  if (!cursor.options.barsOpen || !factorStarts.has(after.kind)) return false;
  return cursor.barsLeft() > cursor.bars;
}

function isUnitToken(cursor: Cursor, token: Token): boolean {
  return (
    token.kind === 'unit' ||
    (token.kind === 'raw' &&
      isUnitLike(token.value) &&
      !isApplied(token, cursor.peek(after(cursor, token)))) ||
    (token.kind === 'raw' && isSquaredText(cursor, token))
  );
}

/** How far ahead the token behind a token is, which is the next one or the one behind it. */
function after(cursor: Cursor, token: Token): number {
  return token === cursor.peek() ? 1 : 2;
}

// One letter in \text right behind a number is a unit; \mathrm{e} and the like are not.
function isSquaredText(cursor: Cursor, token: Token): boolean {
  const before = cursor.position > 0 ? cursor.peek(-1) : null;
  return before?.kind === 'number' && token === cursor.peek() && /^text\w*:\s*[A-Za-z]\s*$/.test(token.value);
}

/** Passes over units with their powers and quotients: cm^2, km/h, \text{ m}/\text{s}. */
function skipUnits(cursor: Cursor): void {
  while (
    isUnitToken(cursor, cursor.peek()) ||
    (cursor.sees('operator', '/') && isUnitToken(cursor, cursor.peek(1)))
  ) {
    cursor.next();
    if (cursor.sees('operator', '/') && /^[hsml]$/.test(cursor.peek(1).value)) cursor.skip(2);
    if (!cursor.sees('up')) {
      cursor.takes('raised');
      continue;
    }
    cursor.next();
    const closer = cursor.sees('open') ? cursor.closerOf() : 0;
    cursor.skip(closer + 1);
  }
}

/** Upright words that are applied to what follows: \operatorname{rank} A, \mathrm{Var}(x), \mathrm{Area} ABC. */
function isOperator(cursor: Cursor): boolean {
  const [token, next] = [cursor.peek(), cursor.peek(1)];
  if (token.value.startsWith('operatorname') || isApplied(token, next)) return true;
  return (
    /^symbol$|^function$/.test(next.kind) &&
    /^(?:mathrm|rm|mathop):(?!(?:if|when|for|where|so|then|thus|hence|let|answer)$)[A-Za-z]{2,}$/i.test(
      token.value,
    )
  );
}

// "\text{approximately } 5": words before a value say nothing about it.
function skipLeadingText(cursor: Cursor): void {
  while (cursor.sees('raw') && rawMeaning(cursor.peek().value).kind === 'words' && !isOperator(cursor)) {
    const condition = /:\s*(?:if|when|for|where)\s*$/.test(cursor.peek().value);
    cursor.skip(1);
    const follows =
      startsFactor(cursor) || cursor.sees('currency') || (condition && cursor.sees('operator', '-'));
    if (follows && !cursor.sees('raw')) continue;
    cursor.skip(-1);
    break;
  }
}
