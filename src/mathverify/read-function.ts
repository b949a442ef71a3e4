// Named functions and their arguments, with or without brackets: \sin 2x, \log_2 8, \sqrt[3]{x}, \max(a, b).
import { call, type Node, number } from './ast.ts';
import type { Cursor } from './cursor.ts';
import { unreadable } from './failure.ts';
import { readAtom } from './read-atom.ts';
import { readBrackets } from './read-bracket.ts';
import { readFactor } from './read-factor.ts';
import { startsFactor } from './read-product.ts';

const inverses = new Map([
  ['sin', 'arcsin'],
  ['cos', 'arccos'],
  ['tan', 'arctan'],
  ['cot', 'arccot'],
  ['sec', 'arcsec'],
  ['csc', 'arccsc'],
  ['sinh', 'arcsinh'],
  ['cosh', 'arccosh'],
  ['tanh', 'arctanh'],
]);
const turns = new Set(['sin', 'cos', 'tan', 'cot', 'sec', 'csc', 'cis']);
const several = new Set(['gcd', 'lcm', 'min', 'max']);

/** The call of a function whose name has just been read. */
export function readFunction(cursor: Cursor, name: string): Node {
  if (name === 'sqrt' || name === 'cbrt') return readRoot(cursor, name);
  let base: Node | null = null;
  let exponent: Node | null = null;
  for (;;) {
    if (cursor.sees('down')) {
      cursor.next();
      if (!cursor.options.plain) cursor.splitDigit();
      base = readSimple(cursor);
    } else if (cursor.sees('up')) {
      cursor.next();
      exponent = readSimple(cursor);
    } else break;
  }
  const degrees = cursor.degrees;
  const read = readArguments(cursor, name);
  const args = cursor.degrees > degrees && turns.has(name) ? read.map(inRadians) : read;
  const inverse = exponent !== null && isMinusOne(exponent) ? inverses.get(name) : undefined;
  const applied = apply(inverse ?? name, base, args);
  return exponent === null || inverse !== undefined ? applied : { kind: 'power', base: applied, exponent };
}

// \sin 30^\circ: an angle in degrees, which everywhere else are a unit like any other.
function inRadians(angle: Node): Node {
  const pi: Node = { kind: 'constant', name: 'pi' };
  return {
    kind: 'divide',
    top: { kind: 'multiply', factors: [angle, pi] },
    bottom: number({ n: 180n, d: 1n }),
  };
}

function isMinusOne(node: Node): boolean {
  return (
    node.kind === 'negate' &&
    node.value.kind === 'number' &&
    node.value.value.n === 1n &&
    node.value.value.d === 1n
  );
}

function apply(name: string, base: Node | null, args: readonly Node[]): Node {
  if (name === 'exp')
    return { kind: 'power', base: { kind: 'constant', name: 'e' }, exponent: args[0] ?? unreadable() };
  if (!several.has(name) && args.length !== 1) {
    if (name === 'log' && args.length === 2) return call('log', [args[0]!, args[1]!]);
    if (args.length === 0) unreadable();
  }
  if (name === 'log')
    return base === null
      ? { ...call('log', [args[0]!, number({ n: 10n, d: 1n })]), loose: true }
      : call('log', [args[0]!, base]);
  if (base !== null) unreadable();
  return call(name, args);
}

/** The arguments: a bracketed list, or the factors that follow up to an operator or the next function. */
export function readArguments(cursor: Cursor, name: string): readonly Node[] {
  if (cursor.sees('open') && /^[([{]$|^group$/.test(cursor.peek().value))
    return contents(readBrackets(cursor), name);
  let negative = false;
  while (cursor.sees('operator', '-')) {
    cursor.next();
    negative = !negative;
  }
  const factors: Node[] = [readFactor(cursor)];
  while (startsFactor(cursor) && !stopsArgument(cursor)) factors.push(readFactor(cursor));
  const value: Node = factors.length === 1 ? factors[0]! : { kind: 'multiply', factors };
  return [negative ? { kind: 'negate', value } : value];
}

function stopsArgument(cursor: Cursor): boolean {
  const token = cursor.peek();
  return (
    token.kind === 'function' ||
    token.kind === 'open' ||
    token.kind === 'raw' ||
    token.kind === 'bar' ||
    /^(sum|prod|int|begin)/.test(token.value)
  );
}

function contents(group: Node, name: string): readonly Node[] {
  if (group.kind === 'interval') return [group.low, group.high];
  if (group.kind === 'tuple') return group.items;
  if (group.kind === 'set' && (several.has(name) || group.items.length === 1)) return group.items;
  return [group];
}

function readRoot(cursor: Cursor, name: string): Node {
  let degree: Node = number({ n: name === 'cbrt' ? 3n : 2n, d: 1n });
  if (cursor.sees('open', '[')) degree = readBrackets(cursor);
  if (!cursor.sees('open') && !cursor.options.malformed) unreadable();
  const value = cursor.sees('open') ? readBrackets(cursor) : readAtom(cursor);
  return call('root', [value, degree]);
}

/** A group or one atom, as an index or exponent of a function name. */
function readSimple(cursor: Cursor): Node {
  let negative = false;
  while (cursor.takes('operator', '-')) negative = !negative;
  const value = cursor.sees('open') ? readBrackets(cursor) : readAtom(cursor);
  return negative ? { kind: 'negate', value } : value;
}
