// Notations that mean one thing to some and another to others: 1/2x, and a logarithm without its base. One meaning is read;
// values that differ by it and agree in the other are not called different.
import { call, type Node } from './ast.ts';
import { rewrite } from './walk.ts';

/** 1/2x with x as a factor of the quotient; anything else as it is. */
export function asCoefficient(node: Node): Node {
  if (node.kind !== 'divide' || !node.loose || node.bottom.kind !== 'multiply') return node;
  const [first, ...others] = node.bottom.factors;
  return { kind: 'multiply', factors: [{ kind: 'divide', top: node.top, bottom: first! }, ...others] };
}

/** A logarithm without its base as the natural one. */
function asNatural(node: Node): Node {
  return node.kind === 'call' && node.loose ? call('ln', [node.args[0]!]) : node;
}

const meanings = [
  {
    change: asCoefficient,
    doubt: 'a factor behind a fraction such as 1/2x may belong to it, or to its denominator',
  },
  { change: asNatural, doubt: 'a logarithm without its base may be the natural one' },
];

/** What a loose notation of two answers may mean besides what was read, and what is not certain then. */
export function* looseMeanings(gold: Node, prediction: Node): Generator<readonly [Node, Node, string]> {
  for (const { change, doubt } of meanings) {
    const [a, b] = [rewrite(gold, change), rewrite(prediction, change)];
    if (a !== gold || b !== prediction) yield [a, b, doubt];
  }
}
