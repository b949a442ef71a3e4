// Commands with arguments in braces: fractions, binomials, boxes, accents, matrices; sums and integrals go on to read-binder.
import { call, type Node, number, symbol } from './ast.ts';
import type { Cursor } from './cursor.ts';
import { unreadable } from './failure.ts';
import { conditionWords, parityOf, piecewiseOf } from './piecewise.ts';
import { rational } from './rational.ts';
import { readAtom } from './read-atom.ts';
import { readBinder } from './read-binder.ts';
import { readBrackets } from './read-bracket.ts';
import { readItem, readList } from './read-expression.ts';
import { plainName } from './read-factor.ts';
import { readJuxtaposed } from './read-product.ts';
import { readTokens } from './read-text.ts';
import type { Token } from './token.ts';
import { rewrite, someNode } from './walk.ts';

/** The value of the structure whose command has just been read. */
export function readStructure(cursor: Cursor, token: Token): Node {
  if (token.value.startsWith('begin:')) return readEnvironment(cursor, token.value.slice(6));
  switch (token.value) {
    case 'frac':
      return readFraction(cursor);
    case 'binom':
      return call('binomial', [readArgument(cursor), readArgument(cursor)]);
    case 'boxed':
      return readArgument(cursor);
    case 'stack':
      readArgument(cursor);
      return readArgument(cursor);
    case 'sum':
    case 'prod':
    case 'int':
    case 'lim':
      return readBinder(cursor, token.value);
    case 'bar':
    case 'vec':
    case 'hat':
    case 'tilde':
    case 'dot':
    case 'ddot':
    case 'under':
      return readAccent(cursor, token.value);
    default:
      return unreadable();
  }
}

/** An argument in braces, or without them one digit or one atom. */
function readArgument(cursor: Cursor): Node {
  if (cursor.sees('open')) return readBrackets(cursor);
  if (!cursor.options.malformed) unreadable();
  cursor.splitDigit();
  return readAtom(cursor);
}

function readFraction(cursor: Cursor): Node {
  const repeated = repeatedAhead(cursor);
  if (repeated !== null) return readRepeated(cursor, repeated);
  const derivative = derivativeAhead(cursor);
  if (derivative === null) return { kind: 'divide', top: readArgument(cursor), bottom: readArgument(cursor) };
  cursor.skip(derivative.length);
  const body = derivative.of === null ? readJuxtaposed(cursor) : symbol(derivative.of);
  return { kind: 'binder', name: 'derivative', body, variable: derivative.by, from: null, to: null };
}

interface Repeated {
  readonly by: string;
  readonly count: number;
  /** Offset in the text behind both groups. */
  readonly end: number;
}

const upright = String.raw`(?:\\(?:mathrm|text|rm)\s*(?:\{\s*d\s*\}|d)|d)`;
const count = String.raw`\^\s*(?:\{\s*([2-5])\s*\}|([2-5]))\s*\}`;
const repeatedDerivative = new RegExp(
  String.raw`^\{\s*${upright}\s*${count}\s*\{\s*${upright}\s*([a-zA-Z])\s*${count}`,
);

// \frac{d^2}{dx^2}
function repeatedAhead(cursor: Cursor): Repeated | null {
  if (!cursor.sees('open') || cursor.peek(1).value !== 'd' || cursor.peek(2).kind !== 'up') return null;
  const { start } = cursor.peek();
  const found = repeatedDerivative.exec(cursor.text.slice(start, start + 90));
  if (found === null || (found[1] ?? found[2]) !== (found[4] ?? found[5])) return null;
  return { by: found[3]!, count: Number(found[1] ?? found[2]), end: start + found[0].length };
}

function readRepeated(cursor: Cursor, { by, count, end }: Repeated): Node {
  while (!cursor.sees('end') && cursor.peek().start < end) cursor.next();
  let body = readJuxtaposed(cursor);
  for (let k = 0; k < count; k += 1)
    body = { kind: 'binder', name: 'derivative', body, variable: by, from: null, to: null };
  return body;
}

// \frac{d}{dt} or \frac{dy}{dx}
function derivativeAhead(cursor: Cursor): { of: string | null; by: string; length: number } | null {
  const top = cursor.closerOf();
  if (!cursor.sees('open') || top < 2 || top > 3 || cursor.peek(top + 1).kind !== 'open') return null;
  const bottom = cursor.closerOf(top + 1) - (top + 1);
  const letters = [1, 2].map((k) => cursor.peek(k));
  const below = [top + 2, top + 3].map((k) => cursor.peek(k));
  if (bottom !== 3 || letters[0]!.value !== 'd' || below[0]!.value !== 'd' || below[1]!.kind !== 'symbol')
    return null;
  if (top === 3 && letters[1]!.kind !== 'symbol') return null;
  return { of: top === 3 ? letters[1]!.value : null, by: below[1]!.value, length: top + 1 + bottom + 1 };
}

// An accented letter is a separate symbol, named by the accent.
function readAccent(cursor: Cursor, accent: string): Node {
  const token = cursor.peek();
  const length = token.kind === 'open' ? cursor.closerOf() : 0;
  const inside = token.kind === 'open' ? cursor.slice(length).slice(1) : [token];
  if (inside.length === 0 || token.kind === 'end' || token.kind === 'close') unreadable();
  cursor.skip(length + 1);
  cursor.budget.charge(inside.length);
  const content = plainName(cursor.text.slice(inside[0]!.start, inside[inside.length - 1]!.end));
  if (accent === 'under')
    return /^\d{1,100}$/.test(content) ? number(rational(BigInt(content))) : symbol(content);
  const conjugate =
    accent === 'bar' && /[-+\d].*i|i.*[-+\d]/.test(content) ? conjugateOf(cursor, inside) : null;
  if (conjugate !== null) return conjugate;
  const name = `${accent}(${content})`;
  if (!cursor.sees('down')) return symbol(name);
  return symbol(name);
}

/** The conjugate of what a bar is over, where that has i in it beside numbers or real letters; null for a name. */
function conjugateOf(cursor: Cursor, inside: readonly Token[]): Node | null {
  const text = cursor.text.slice(inside[0]!.start, inside[inside.length - 1]!.end);
  const value = cursor.nested(() => readTokens(text, cursor.inner(), cursor.budget));
  const isI = (node: Node): boolean => node.kind === 'constant' && node.name === 'i';
  if (value === null || value.kind === 'constant' || !someNode(value, isI)) return null;
  return rewrite(value, (node) => (isI(node) ? { kind: 'negate', value: node } : node));
}

const matrices = new Set([
  'matrix',
  'pmatrix',
  'bmatrix',
  'Bmatrix',
  'smallmatrix',
  'array',
  'vmatrix',
  'Vmatrix',
]);

function readEnvironment(cursor: Cursor, name: string): Node {
  return cursor.bracketed(() => {
    const plain = name.replace('*', '');
    const isCases = /cases$/.test(plain);
    const rows: Node[][] = [[]];
    for (;;) {
      const token = cursor.peek();
      if (token.kind === 'structure' && token.value.startsWith('end:')) break;
      if (token.kind === 'end' || token.kind === 'close') unreadable();
      if (token.kind === 'row') {
        cursor.next();
        if (rows[rows.length - 1]!.length > 0) rows.push([]);
      } else if (token.kind === 'cell' || token.kind === 'separator') cursor.next();
      else rows[rows.length - 1]!.push(isCondition(rows, isCases) ? readCondition(cursor) : readItem(cursor));
    }
    cursor.next();
    if (rows[rows.length - 1]!.length === 0) rows.pop();
    if (rows.length === 0) unreadable();
    if (!matrices.has(plain)) return (isCases ? piecewiseOf(rows) : null) ?? linesOf(rows);
    if (rows.some((row) => row.length !== rows[0]!.length)) unreadable();
    const matrix: Node = { kind: 'matrix', rows };
    return plain === 'vmatrix' ? call('det', [matrix]) : matrix;
  });
}

/** Whether the next cell is the second of a row of cases. */
function isCondition(rows: readonly (readonly Node[])[], isCases: boolean): boolean {
  return isCases && rows[rows.length - 1]!.length === 1;
}

/** A condition; one in words is the words, so that none of them is lost. */
function readCondition(cursor: Cursor): Node {
  const { start } = cursor.peek();
  const node = readItem(cursor);
  if (node.kind === 'relation') return node;
  const words = conditionWords(cursor.text.slice(start, cursor.peek().start));
  return words === null ? node : (parityOf(words) ?? { kind: 'text', value: words });
}

// cases, aligned and the like: the lines as an ordered list.
function linesOf(rows: readonly (readonly Node[])[]): Node {
  const lines = rows.map((row): Node => (row.length === 1 ? row[0]! : { kind: 'tuple', items: row }));
  return lines.length === 1 ? lines[0]! : { kind: 'tuple', items: lines };
}

/** The items of a braced or bracketed list, for binders. */
export function readGroupItem(cursor: Cursor): Node {
  if (!cursor.sees('open')) return readAtom(cursor);
  return cursor.bracketed(() => {
    cursor.next();
    const items = readList(cursor).groups.flat();
    if (!cursor.takes('close') || items.length !== 1) unreadable();
    return items[0]!;
  });
}
