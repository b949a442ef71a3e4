// Sums, products, integrals and limits: the operators that bind a variable.
import { type BinderNode, call, type Node, symbol } from './ast.ts';
import type { Cursor } from './cursor.ts';
import { unreadable } from './failure.ts';
import { readSum } from './read-expression.ts';
import { readProduct } from './read-product.ts';
import { readGroupItem } from './read-structure.ts';
import { rewrite, someNode } from './walk.ts';

/** The binder whose command has just been read. */
export function readBinder(cursor: Cursor, command: string): Node {
  if (command === 'lim') return readLimit(cursor);
  if (command === 'int') return readIntegral(cursor);
  const bounds = readBounds(cursor, true);
  const terms = readProduct(cursor);
  const variable = bounds.variable ?? onlyIndex(terms) ?? unreadable();
  const body = indexed(terms, variable);
  const name: BinderNode['name'] = command === 'sum' ? 'sum' : 'product';
  return {
    kind: 'binder',
    name,
    body,
    variable,
    from: bounds.from,
    to: bounds.to,
  };
}

/** \sum a_i x^i is over i: the only letter that is an index of its terms. */
function onlyIndex(body: Node): string | null {
  const found = new Set<string>();
  someNode(body, (node) => {
    if (node.kind === 'symbol' && /_[a-z]$/.test(node.name)) found.add(node.name.at(-1)!);
    return false;
  });
  return found.size === 1 ? [...found][0]! : null;
}

/** In a sum over i, a_i is a function of i, and so is what any other index with i in it makes of a. */
function indexed(body: Node, variable: string): Node {
  if (!/^[a-z]$/i.test(variable)) return body;
  const bound = new RegExp(`(?<![a-z\\\\])${variable}(?![a-z])`, 'i');
  return rewrite(body, (node) => {
    if (node.kind !== 'symbol' || !node.name.includes('_')) return node;
    const [name, index] = [
      node.name.slice(0, node.name.indexOf('_')),
      node.name.slice(node.name.indexOf('_') + 1),
    ];
    if (index === variable) return call(`${name}_`, [symbol(variable)], false);
    return bound.test(index) || (/^[a-z]{2,3}$/.test(index) && index.includes(variable))
      ? call(node.name, [symbol(variable)], false)
      : node;
  });
}

interface Bounds {
  variable: string | null;
  from: Node | null;
  to: Node | null;
}

function readBounds(cursor: Cursor, named: boolean): Bounds {
  const bounds: Bounds = { variable: null, from: null, to: null };
  while (cursor.sees('down') || cursor.sees('up')) {
    const lower = cursor.next().kind === 'down';
    // \int^{ }_{ } has empty bounds, which are none.
    if (cursor.sees('open') && cursor.closerOf() === 1) {
      cursor.skip(2);
      continue;
    }
    cursor.splitDigit();
    // Without braces a bound is one letter: \int^b_a has two.
    const value = cursor.sees('symbol') ? symbol(cursor.next().value) : readGroupItem(cursor);
    if (!lower) bounds.to = value;
    else if (!named) bounds.from = value;
    else if (value.kind === 'relation' && value.operators[0] === '=') {
      bounds.variable = nameOf(value.parts[0]!);
      bounds.from = value.parts[1]!;
    } else if (value.kind === 'symbol' || value.kind === 'constant') bounds.variable = value.name;
    else unreadable();
  }
  return bounds;
}

// An index called i or e is a variable here, not a constant.
function nameOf(node: Node): string {
  return node.kind === 'symbol' || node.kind === 'constant' ? node.name : unreadable();
}

function readIntegral(cursor: Cursor): Node {
  const bounds = readBounds(cursor, false);
  const outer = cursor.integral;
  const scope = { variable: null as string | null, brackets: cursor.brackets, closed: false };
  cursor.integral = scope;
  const body = readSum(cursor);
  cursor.integral = outer;
  const variable = scope.variable ?? 'x';
  return { kind: 'binder', name: 'integral', body, variable, from: bounds.from, to: bounds.to };
}

function readLimit(cursor: Cursor): Node {
  if (!cursor.takes('down') || !cursor.takes('open')) unreadable();
  const variable = cursor.next();
  if (variable.kind !== 'symbol' || !cursor.takes('to')) unreadable();
  const from = readSum(cursor);
  if (!cursor.takes('close')) unreadable();
  const body = readProduct(cursor);
  return { kind: 'binder', name: 'limit', body, variable: variable.value, from, to: null };
}
