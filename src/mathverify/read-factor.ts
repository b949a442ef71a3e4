// One factor with what is written on it: powers, indices, factorials, percent and degree signs.
import { call, type Node, number, symbol } from './ast.ts';
import { type Cursor, maxRowLength } from './cursor.ts';
import { domainWith } from './domains.ts';
import { unreadable } from './failure.ts';
import { readAtom } from './read-atom.ts';
import { readSum } from './read-expression.ts';
import type { Token } from './token.ts';

/** An atom and its postfixes. */
export function readFactor(cursor: Cursor): Node {
  return cursor.nested(() => readPostfixes(cursor, readAtom(cursor)));
}

/** A value with what is written on it. */
export function readPostfixes(cursor: Cursor, value: Node): Node {
  let node = value;
  for (let row = 0; ; row += 1) {
    if (row > maxRowLength) unreadable();
    if (cursor.takes('currency')) continue;
    const token = cursor.peek();
    if (token.kind === 'up') node = raise(cursor, node);
    else if (token.kind === 'down') node = subscript(cursor, node);
    else if (token.kind === 'bang') {
      cursor.next();
      const double = cursor.sees('bang') && cursor.peek(1).kind !== 'bang';
      if (double) cursor.next();
      node = call(double ? 'factorial2' : 'factorial', [node]);
    } else if (token.kind === 'percent') {
      cursor.next();
      node = { kind: 'percent', value: node };
    } else if (token.kind === 'degree') {
      cursor.next();
      if (!isComposition(cursor, token, node)) cursor.degrees += 1;
      else node = call('compose', [node, readFactor(cursor)], false);
    } else if (token.kind === 'raised') {
      cursor.next();
      node = { kind: 'power', base: node, exponent: number({ n: BigInt(token.value), d: 1n }) };
    } else if (token.kind === 'prime' && node.kind === 'symbol') {
      cursor.next();
      node = symbol(`${node.name}'`);
    } else return node;
  }
}

/** f \circ g, which is no product; behind a number, and with nothing behind it, \circ is a sign of degrees. */
function isComposition(cursor: Cursor, { start, end }: Token, node: Node): boolean {
  return (
    node.kind !== 'number' &&
    cursor.text.slice(start, end) === '\\circ' &&
    /^(?:symbol|function|open)$/.test(cursor.peek().kind)
  );
}

function raise(cursor: Cursor, base: Node): Node {
  cursor.next();
  const token = cursor.peek();
  if (token.kind === 'degree') {
    cursor.next();
    cursor.degrees += 1;
    return base;
  }
  if (token.kind === 'open' && token.value === 'group') {
    const inside = cursor.slice(cursor.closerOf() + 1);
    const words = inside.slice(1, -1);
    const silent = words.every(
      (t) => t.kind === 'degree' || (t.kind === 'raw' && /:(st|nd|rd|th)$/.test(t.value)),
    );
    if (silent) {
      cursor.skip(inside.length);
      if (words.some((t) => t.kind === 'degree')) cursor.degrees += 1;
      return base;
    }
    if (base.kind === 'domain' || words.every((t) => t.kind === 'operator' || t.kind === 'prime')) {
      cursor.skip(inside.length);
      return marked(base, words.map((t) => t.value).join(''));
    }
  }
  if (token.kind === 'prime' && base.kind === 'symbol') {
    cursor.next();
    return marked(base, "'");
  }
  if (base.kind === 'domain' && /^(?:operator|number|symbol)$/.test(token.kind)) {
    cursor.next();
    return marked(base, token.value);
  }
  if (token.kind === 'raw' && /:(st|nd|rd|th)$/.test(token.value)) {
    cursor.next();
    return base;
  }
  return { kind: 'power', base, exponent: readExponent(cursor) };
}

function marked(base: Node, mark: string): Node {
  if (base.kind === 'domain') return { kind: 'domain', name: domainWith(base.name, '^', mark) };
  // 3^{+} is the side from which a limit is taken.
  if (base.kind === 'number' && /^[+-]$/.test(mark)) return base;
  return base.kind === 'symbol' ? symbol(base.name + mark) : unreadable();
}

/** A power: a group, or one signed atom. Powers of powers are read from the right. */
function readExponent(cursor: Cursor): Node {
  let negative = false;
  while (cursor.sees('operator', '-') || cursor.sees('operator', '+')) {
    if (cursor.next().value === '-') negative = !negative;
  }
  const base = cursor.sees('open', 'group') ? readGroupedExponent(cursor) : readAtom(cursor);
  const value = cursor.sees('up') ? cursor.nested(() => raise(cursor, base)) : base;
  return negative ? { kind: 'negate', value } : value;
}

function readGroupedExponent(cursor: Cursor): Node {
  return cursor.bracketed(() => {
    cursor.next();
    const value = readSum(cursor);
    if (!cursor.takes('close')) unreadable();
    return value;
  });
}

/** An index: part of a symbol's name; on a number the base it is written in. */
function subscript(cursor: Cursor, node: Node): Node {
  cursor.next();
  const index = readIndex(cursor);
  if (node.kind === 'symbol') return symbol(`${node.name}_${index}`);
  if (node.kind === 'power' && node.base.kind === 'symbol') {
    return { ...node, base: symbol(`${node.base.name}_${index}`) };
  }
  if (node.kind === 'number') {
    const radix = /^\((.*)\)$/.exec(index)?.[1] ?? index;
    const base = /^\d+$/.test(radix) ? Number(radix) : (namedBases.get(radix.toLowerCase()) ?? null);
    if (base !== null && base >= 2 && base <= 36) return number(node.value, node.decimal, base);
    // A base that is not worked out: the same digits in the same base are the same number.
    return /^(?:-?\d+|\p{L})$/u.test(radix)
      ? { kind: 'call', name: `base ${radix}`, args: [node], known: false }
      : number(node.value, node.decimal);
  }
  if (node.kind === 'domain') return { kind: 'domain', name: domainWith(node.name, '_', index) };
  return node.kind === 'call' || node.kind === 'constant'
    ? symbol(`${describe(node)}_${index}`)
    : unreadable();
}

const namedBases = new Map([
  ['two', 2],
  ['three', 3],
  ['four', 4],
  ['five', 5],
  ['six', 6],
  ['seven', 7],
  ['eight', 8],
  ['nine', 9],
  ['ten', 10],
  ['twelve', 12],
  ['sixteen', 16],
]);

function describe(node: Node): string {
  return node.kind === 'constant' ? node.name : node.kind === 'call' ? `${node.name}()` : '';
}

/** The text of an index without braces, blanks and backslashes, as part of a name. */
export function readIndex(cursor: Cursor): string {
  const token = cursor.peek();
  if (token.kind === 'end' || token.kind === 'close') unreadable();
  if (token.kind === 'open') {
    const closer = cursor.closerOf();
    const tokens = cursor.slice(closer + 1);
    cursor.skip(closer + 1);
    cursor.budget.charge(closer + 1);
    return plainName(cursor.text.slice(token.end, tokens[tokens.length - 1]!.start));
  }
  if (!cursor.options.plain) cursor.splitDigit();
  const single = cursor.next();
  return plainName(cursor.text.slice(single.start, single.end));
}

/** A name without the marks that only set it. */
export function plainName(text: string): string {
  return text.replace(/\\(?:text|mathrm|rm|mathbf|mathit|textbf|operatorname)\b|[\s{}\\]/g, '');
}
