// The smallest expressions: numbers, letters, constants, bracketed groups, bars, and what a raw token holds.
import { call, type Node, number, symbol } from './ast.ts';
import { commandOf } from './commands.ts';
import type { Cursor } from './cursor.ts';
import { unreadable } from './failure.ts';
import { isApplied, rawMeaning } from './raw-text.ts';
import { readBrackets } from './read-bracket.ts';
import { readSum } from './read-expression.ts';
import { plainName, readIndex } from './read-factor.ts';
import { readArguments, readFunction } from './read-function.ts';
import { startsFactor } from './read-product.ts';
import { readStructure } from './read-structure.ts';
import { readTokens } from './read-text.ts';
import type { Token } from './token.ts';

/** One atom. */
export function readAtom(cursor: Cursor): Node {
  return cursor.nested(() => atom(cursor));
}

function atom(cursor: Cursor): Node {
  while (cursor.takes('currency') || nothing(cursor)) {
    // Signs of money and empty wrappers say nothing.
  }
  const token = cursor.peek();
  switch (token.kind) {
    case 'number':
      return cursor.next().number!;
    case 'symbol':
      return readSymbol(cursor);
    case 'constant':
      return readConstant(cursor);
    case 'function':
      cursor.next();
      return readFunction(cursor, token.value);
    case 'open':
      return token.value === '|' ? readClosedBars(cursor) : readBrackets(cursor);
    case 'bar':
      return readBars(cursor);
    case 'structure':
      cursor.next();
      return readStructure(cursor, token);
    case 'raw':
      cursor.next();
      return readRaw(cursor, token);
    case 'empty':
      cursor.next();
      return { kind: 'set', items: [] };
    case 'dots':
      cursor.next();
      return symbol('...');
    default:
      return unreadable();
  }
}

/** pi(x) alone, of one letter, is the counting function of primes rather than a product. */
function readConstant(cursor: Cursor): Node {
  const before = cursor.position > 0 ? cursor.peek(-1).kind : 'relation';
  const { value } = cursor.next();
  const counts =
    value === 'pi' &&
    /^(?:relation|separator)$/.test(before) &&
    cursor.sees('open', '(') &&
    cursor.closerOf() === 2;
  if (counts && cursor.peek(1).kind === 'symbol' && !startsAfter(cursor, 3))
    return call('pi', argumentsOf(readBrackets(cursor)), false);
  return { kind: 'constant', name: value as 'pi' };
}

function startsAfter(cursor: Cursor, ahead: number): boolean {
  return !/^(?:end|relation|separator|operator|close)$/.test(cursor.peek(ahead).kind);
}

function nothing(cursor: Cursor): boolean {
  if (!cursor.sees('raw') || rawMeaning(cursor.peek().value).kind !== 'nothing') return false;
  cursor.next();
  return true;
}

function readSymbol(cursor: Cursor): Node {
  const token = cursor.next();
  if (isDifferential(cursor, token)) return readDifferential(cursor);
  let name = token.value;
  while (cursor.takes('prime')) name += "'";
  name += derivativeMark(cursor, name);
  if (cursor.sees('down')) {
    cursor.next();
    name += `_${readIndex(cursor)}`;
  }
  if (name === 'e') return { kind: 'constant', name: 'e' };
  if (name === 'i' || name === 'I') return { kind: 'constant', name: 'i' };
  // An expected value: E[X]^2 is not E[X^2].
  if (name === 'E' && cursor.sees('open', '[')) return call(name, argumentsOf(readBrackets(cursor)), false);
  if (cursor.sees('open', '(') && (/^[fgh](?:['_]|$)/i.test(name) || isApplication(cursor))) {
    const group = readBrackets(cursor);
    return call(name, argumentsOf(group), false);
  }
  return symbol(name);
}

/** f^{(2)}, a derivative, as f''; of a higher or unknown order as a mark. */
function derivativeMark(cursor: Cursor, name: string): string {
  if (!/^[fghy]$/i.test(name) || !cursor.sees('up')) return '';
  const [group, open, order, close, end] = [1, 2, 3, 4, 5].map((ahead) => cursor.peek(ahead)) as [
    Token,
    Token,
    Token,
    Token,
    Token,
  ];
  const isMark =
    group.kind === 'open' &&
    group.value === 'group' &&
    open.value === '(' &&
    /^(?:number|symbol)$/.test(order.kind) &&
    close.kind === 'close' &&
    end.kind === 'close';
  if (!isMark) return '';
  cursor.skip(6);
  return /^[123]$/.test(order.value) ? "'".repeat(Number(order.value)) : `^(${order.value})`;
}

function argumentsOf(group: Node): readonly Node[] {
  if (group.kind === 'tuple') return group.items;
  return group.kind === 'interval' ? [group.low, group.high] : [group];
}

/** Whether the brackets ahead hold one plain atom or a list, as in P(x), P(-2), P(a, b); behind f, g and h any. */
function isApplication(cursor: Cursor): boolean {
  const length = cursor.closerOf();
  const inside = cursor.slice(length).slice(1);
  if (inside.length === 0) return false;
  let depth = 0;
  for (const token of inside) {
    if (token.kind === 'open') depth += 1;
    else if (token.kind === 'close') depth -= 1;
    else if (depth === 0 && token.kind === 'separator') return true;
  }
  const signed = inside[0]!.kind === 'operator' && inside[0]!.value === '-' ? inside.slice(1) : inside;
  if (signed.length === 1) return /^(number|symbol|constant)$/.test(signed[0]!.kind);
  return (
    signed.length >= 3 && signed[0]!.kind === 'symbol' && signed[1]!.kind === 'down' && signed.length <= 5
  );
}

function isDifferential(cursor: Cursor, token: Token): boolean {
  if (cursor.integral === null || cursor.integral.variable !== null || token.value !== 'd') return false;
  return cursor.peek().kind === 'symbol' && !cursor.peek().gap;
}

// The dx of an integral: names its variable, counts as a factor of one, and ends an integrand at its own level.
function readDifferential(cursor: Cursor): Node {
  const scope = cursor.integral!;
  scope.variable = cursor.next().value;
  scope.closed = cursor.brackets === scope.brackets;
  return number({ n: 1n, d: 1n });
}

function readClosedBars(cursor: Cursor): Node {
  return cursor.bracketed(() => {
    cursor.next();
    const value = readSum(cursor);
    if (!cursor.takes('close', '|')) unreadable();
    return call(isSquare(value) ? 'det' : 'abs', [value]);
  });
}

/** Bars around a square matrix are its determinant. */
function isSquare(node: Node): boolean {
  return node.kind === 'matrix' && node.rows.length > 1 && node.rows.length === node.rows[0]!.length;
}

function readBars(cursor: Cursor): Node {
  return cursor.nested(() => {
    cursor.next();
    cursor.bars += 1;
    const value = readSum(cursor);
    if (!cursor.takes('bar')) unreadable();
    cursor.bars -= 1;
    return call(isSquare(value) ? 'det' : 'abs', [value]);
  });
}

function readRaw(cursor: Cursor, token: Token): Node {
  const meaning = rawMeaning(token.value);
  switch (meaning.kind) {
    case 'function':
      // \text{lcm} = 140
      return cursor.sees('relation') ? symbol(meaning.name) : readFunction(cursor, meaning.name);
    case 'domain':
      if (meaning.name === 'E' && cursor.sees('open', '['))
        return call('E', argumentsOf(readBrackets(cursor)), false);
      return { kind: 'domain', name: meaning.name };
    case 'variable':
      return readVariable(meaning.name);
    case 'letter':
      return readLetter(cursor, token.value, meaning.name);
    case 'words':
      if (isApplied(token, cursor.peek()) || (isOperator(token) && startsFactor(cursor)))
        return call(meaning.text, readArguments(cursor, meaning.text), false);
      return isOperator(token) ? symbol(meaning.text) : { kind: 'text', value: meaning.text };
    case 'mathematics':
      return cursor.nested(
        () =>
          readTokens(meaning.text, cursor.inner(), cursor.budget) ?? { kind: 'text', value: meaning.text },
      );
    default:
      return unreadable();
  }
}

function isOperator({ value }: Token): boolean {
  return value.startsWith('operatorname');
}

function readLetter(cursor: Cursor, value: string, name: string): Node {
  const upright = /^math|^rm|^operatorname/.test(value);
  if (upright && name === 'e') return { kind: 'constant', name: 'e' };
  if (upright && name === 'i') return { kind: 'constant', name: 'i' };
  if (!cursor.sees('down')) return symbol(name);
  cursor.next();
  return symbol(`${name}_${readIndex(cursor)}`);
}

// \variable{name}: one symbol whatever its letters, with at most one well-formed index.
function readVariable(text: string): Node {
  if (/^\d{1,1000}$/.test(text)) return number({ n: BigInt(text), d: 1n });
  const commands = text.match(/\\[A-Za-z]+/g) ?? [];
  if (commands.some((name) => commandOf(name.slice(1))?.[0] !== 'symbol')) unreadable();
  if (/\s/.test(text.replace(/\\[A-Za-z]+ /g, '')))
    return /_\{.*\}$/.test(text) ? symbol(plainName(text)) : unreadable();
  const parts = text.split('_');
  const well = parts.length <= 2 && (parts.length === 1 || /^(?:[^{}]|\{.*\})$/.test(parts[1]!.trim()));
  return well || /^[a-z]{2,}_\w+$/i.test(text) ? symbol(plainName(text)) : unreadable();
}
