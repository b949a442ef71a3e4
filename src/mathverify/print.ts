// Prints an expression as plain text, for explanations. Brackets follow precedence; nothing is simplified.
import type { Node } from './ast.ts';
import type { Rational } from './rational.ts';

const loose = 1;
const product = 2;
const tight = 3;

/**
 * Writes an expression as plain text, `x^2/4 + sqrt(3)`, without simplifying it. A unit behind a value is left out.
 *
 * @param node A value of `Parsed`.
 */
export function print(node: Node): string {
  return at(node, 0);
}

function at(node: Node, level: number): string {
  const [text, own] = written(node);
  return own < level ? `(${text})` : text;
}

function written(node: Node): readonly [string, number] {
  switch (node.kind) {
    case 'number':
      return [
        printNumber(node.value, node.decimal) + (node.base === null ? '' : `_${node.base}`),
        node.value.n < 0n ? loose : node.value.d === 1n || node.decimal ? 4 : product,
      ];
    case 'symbol':
    case 'constant':
    case 'domain':
      return [node.name, 4];
    case 'text':
      return [`"${node.value}"`, 4];
    case 'percent':
      return [`${at(node.value, tight)}%`, tight];
    case 'quantity':
      return written(node.value);
    case 'negate':
      return [`-${at(node.value, product)}`, loose];
    case 'add':
      return [sum(node.terms), loose];
    case 'multiply':
      return [node.factors.map((factor) => at(factor, tight)).join('*'), product];
    case 'divide':
      return [`${at(node.top, product)}/${at(node.bottom, tight)}`, product];
    case 'power':
      return [`${at(node.base, 4)}^${at(node.exponent, 4)}`, tight];
    case 'plusminus':
      return [
        `${node.left === null ? '' : print(node.left)} ${node.flipped ? '∓' : '±'} ${at(node.right, product)}`.trim(),
        loose,
      ];
    case 'set':
      return [`{${list(node.items)}}`, 4];
    case 'tuple':
      return [`(${list(node.items)})`, 4];
    case 'interval':
      return [
        `${node.lowClosed ? '[' : '('}${print(node.low)}, ${print(node.high)}${node.highClosed ? ']' : ')'}`,
        4,
      ];
    case 'setop':
      if (node.parts.every((part) => part.kind === 'relation'))
        return [node.parts.map(print).join(' or '), 0];
      return [
        node.parts
          .map((part) => at(part, loose))
          .join(` ${{ union: '∪', intersection: '∩', difference: '\\' }[node.name]} `),
        loose,
      ];
    case 'relation':
      return [
        node.parts
          .map((part, k) => (k === 0 ? print(part) : `${node.operators[k - 1]} ${print(part)}`))
          .join(' '),
        0,
      ];
    case 'call':
      if (node.known && node.name === 'signs') return [print(node.args[0]!), 4];
      return [`${node.name}(${list(node.args)})`, 4];
    case 'matrix':
      return [`[${node.rows.map((row) => `[${list(row)}]`).join(', ')}]`, 4];
    case 'binder': {
      const bounds = [node.from, node.to].map((part) => (part === null ? '' : `, ${print(part)}`)).join('');
      return [`${node.name}(${print(node.body)}, ${node.variable}${bounds})`, 4];
    }
  }
}

function list(nodes: readonly Node[]): string {
  return nodes.map(print).join(', ');
}

function sum(terms: readonly Node[]): string {
  return terms
    .map((term, k) => {
      if (k === 0) return at(term, loose);
      return term.kind === 'negate' ? `- ${at(term.value, product)}` : `+ ${at(term, product)}`;
    })
    .join(' ');
}

/** A fraction, or the decimal that was written when it ends. */
function printNumber(value: Rational, decimal: boolean): string {
  if (value.d === 1n) return `${value.n}`;
  if (!decimal) return `${value.n}/${value.d}`;
  let places = 0;
  let power = 1n;
  while ((power * 10n) % value.d !== 0n && places < 4000) {
    places += 1;
    power *= 10n;
  }
  places += 1;
  power *= 10n;
  const digits = ((value.n < 0n ? -value.n : value.n) * power) / value.d;
  const text = digits.toString().padStart(places + 1, '0');
  return `${value.n < 0n ? '-' : ''}${text.slice(0, -places)}.${text.slice(-places)}`;
}
