// A canonical spelling of an expression: two with the same key are the same expression as written.
import type { Node } from './ast.ts';

/** The key. Order inside sums and products counts; the way a number was written does not. */
export function keyOf(node: Node): string {
  switch (node.kind) {
    case 'number':
      return node.value.d === 1n ? `${node.value.n}` : `${node.value.n}/${node.value.d}`;
    case 'symbol':
      return `s:${node.name}`;
    case 'constant':
      return `c:${node.name}`;
    case 'text':
      return `t:${wordsOf(node.value)}`;
    case 'domain':
      return `D:${node.name}`;
    case 'add':
      return list('+', node.terms);
    case 'multiply':
      return list('*', node.factors);
    case 'negate':
      return list('neg', [node.value]);
    case 'percent':
      return list('%', [node.value]);
    case 'quantity':
      return list(`unit ${node.unit.name}`, [node.value]);
    case 'divide':
      return list('/', [node.top, node.bottom]);
    case 'power':
      return list('^', [node.base, node.exponent]);
    case 'plusminus':
      return list(node.flipped ? 'mp' : 'pm', node.left === null ? [node.right] : [node.left, node.right]);
    case 'set':
      return `{${node.items
        .map(keyOf)
        .sort()
        .join(node.or ? '∨' : ',')}}`;
    case 'tuple':
      return list(node.ratio ? 'ratio' : 'tuple', node.items);
    case 'setop':
      return list(node.name, node.parts);
    case 'interval':
      return list(`${node.sure ? 'sure ' : ''}${node.lowClosed ? '[' : '('}${node.highClosed ? ']' : ')'}`, [
        node.low,
        node.high,
      ]);
    case 'relation':
      return list(`rel ${node.operators.join(' ')}`, node.parts);
    case 'call':
      return list(`${node.known ? 'f' : 'F'} ${node.name}`, node.args);
    case 'matrix':
      return `M[${node.rows.map((row) => row.map(keyOf).join(',')).join(';')}]`;
    case 'binder':
      return `${node.name} ${node.variable}(${[node.body, node.from, node.to].map((part) => (part ? keyOf(part) : '')).join(',')})`;
  }
}

function list(head: string, nodes: readonly Node[]): string {
  let keys = '';
  for (let k = 0; k < nodes.length; k += 1) keys += k === 0 ? keyOf(nodes[k]!) : `,${keyOf(nodes[k]!)}`;
  return `${head}(${keys})`;
}

/** Words in one case, without punctuation and repeated blanks; a text that has none, such as a sign, as it is. */
export function wordsOf(text: string): string {
  const words = text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
  return words === '' ? text.trim() : words;
}
