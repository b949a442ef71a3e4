// Which symbols are whole numbers, by what is done with them: n in floor(n/2), binom(n, k), n!, gcd(m, n), (-1)^n,
// cos(pi n) or as the bound of a sum.
import { childrenOf, type Node } from './ast.ts';
import { someNode, symbolsOf } from './walk.ts';

/** `natural` symbols are never negative. */
export type Whole = 'whole' | 'natural';

/** Letters that name whole numbers by custom, with or without an index. */
const wholeLetters = /^[iklmnpqjNMK](?:_|'|$)/;
/** Letters that name real numbers by custom, so that a remainder of them is one of real numbers. */
const realLetters = /^[xyztuvwrs](?:_|'|$)/;

/** Whether a letter names a whole number so often that a fraction for it shows nothing. */
export function isCustomarilyWhole(name: string): boolean {
  return /^[kmn](?:_|'|$)/.test(name);
}

/** The whole symbols among the free ones of two expressions. */
export function wholeSymbols(a: Node, b: Node): Map<string, Whole> {
  const found = new Map<string, Whole>();
  const add = (names: Iterable<string>, kind: Whole): void => {
    for (const name of names) if (found.get(name) !== 'natural') found.set(name, kind);
  };
  collect(a, add);
  collect(b, add);
  if (found.size === 0) return found;
  // Not those that sums and products bind.
  const free = symbolsOf(b, symbolsOf(a));
  for (const name of [...found.keys()]) if (!free.has(name)) found.delete(name);
  return found;
}

function collect(node: Node, add: (names: Iterable<string>, kind: Whole) => void): void {
  if (node.kind === 'call' && node.known) {
    if (/^(?:factorial2?|binomial)$/.test(node.name)) add(symbolsOf(node), 'natural');
    else if (/^(?:gcd|lcm)$/.test(node.name)) add(symbolsOf(node), 'whole');
    else if (node.name === 'mod')
      add(
        [...symbolsOf(node)].filter((name) => !realLetters.test(name)),
        'whole',
      );
    else if (/^(?:floor|ceil)$/.test(node.name) || isTurn(node))
      add(
        [...symbolsOf(node)].filter((name) => wholeLetters.test(name)),
        'whole',
      );
  } else if (node.kind === 'power' && isNegativeConstant(node.base)) {
    add(symbolsOf(node.exponent), 'whole');
  } else if (node.kind === 'binder' && /^(?:sum|product)$/.test(node.name)) {
    for (const bound of [node.from, node.to]) if (bound !== null) add(symbolsOf(bound), 'natural');
  }
  for (const child of childrenOf(node)) collect(child, add);
}

/** sin n pi, cos(2 pi n/3): a trigonometric function of multiples of pi. */
function isTurn(node: Node & { kind: 'call' }): boolean {
  return (
    /^(?:sin|cos|tan|cot|sec|csc|cis)$/.test(node.name) &&
    someNode(node.args[0]!, (inner) => inner.kind === 'constant' && inner.name === 'pi')
  );
}

function isNegativeConstant(node: Node): boolean {
  return (
    (node.kind === 'negate' && symbolsOf(node).size === 0 && !isNegativeConstant(node.value)) ||
    (node.kind === 'number' && node.value.n < 0n)
  );
}
