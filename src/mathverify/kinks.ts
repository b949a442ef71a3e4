// Where an expression bends, jumps or begins: the parts whose zeros separate the pieces of abs, max, min, roots, steps
// and cases. Two expressions that agree on every piece of every line that is tried are taken to be the same.
import { childrenOf, type Node } from './ast.ts';
import { keyOf } from './key.ts';
import { someNode, symbolsOf } from './walk.ts';

/** A part whose zeros matter, or, with `steps`, each place where it is a whole number. */
export interface Kink {
  readonly node: Node;
  readonly steps: boolean;
  /** There is a value on both sides of its zeros, and one may say nothing of the other; false where only a root or a logarithm begins. */
  readonly bends: boolean;
}

/** More parts than these are not followed along lines. */
const maxKinks = 24;

/** The kinks of both expressions, inner ones first, each once. */
export function kinksOf(nodes: readonly Node[]): Kink[] {
  const found = new Map<string, Kink>();
  const add: Add = (node, { steps = false, bends = !steps } = {}) => {
    if (found.size >= maxKinks || symbolsOf(node).size === 0) return;
    const key = `${steps} ${keyOf(node)}`;
    found.set(key, { node, steps, bends: bends || found.get(key)?.bends === true });
  };
  for (const node of nodes) collect(node, add);
  return [...found.values()];
}

type Add = (node: Node, kind?: Partial<Omit<Kink, 'node'>>) => void;

function collect(node: Node, add: Add): void {
  for (const child of childrenOf(node)) collect(child, add);
  if (node.kind === 'relation') {
    for (const [k, part] of node.parts.slice(1).entries()) add(minus(node.parts[k]!, part));
  } else if (node.kind === 'power' && !isWholeExponent(node.exponent)) {
    withFactors(node.base, add, false);
  } else if (node.kind === 'call' && node.known) {
    collectCall(node.name, node.args, add);
  }
}

function collectCall(name: string, args: readonly Node[], add: Add): void {
  switch (name) {
    case 'abs':
    case 'sgn':
    case 'arg':
      withFactors(args[0]!, add, true);
      return;
    case 'root':
    case 'ln':
    case 'log':
      withFactors(args[0]!, add, false);
      return;
    case 'floor':
    case 'ceil':
      add(args[0]!, { steps: true });
      return;
    case 'mod':
      add(args[1]!);
      add({ kind: 'divide', top: args[0]!, bottom: args[1]! }, { steps: true });
      return;
    case 'min':
    case 'max':
      for (const [k, left] of args.entries()) for (const right of args.slice(k + 1)) add(minus(left, right));
  }
}

/** A product changes sign where a factor does, and the square of a sum touches zero where the sum does. */
function withFactors(node: Node, add: Add, bends: boolean): void {
  if (node.kind === 'multiply' || node.kind === 'divide' || node.kind === 'negate' || node.kind === 'power') {
    // A root of a square, or of two factors, has a value on both sides of what they are of.
    for (const child of childrenOf(node)) withFactors(child, add, true);
  } else if (node.kind === 'call' && node.known && node.name === 'abs') return;
  add(node, { bends });
}

/** Whether a power is smooth everywhere but at its pole. */
export function isWholeExponent(node: Node): boolean {
  if (node.kind === 'negate') return isWholeExponent(node.value);
  return node.kind === 'number' && node.value.d === 1n;
}

/** Whether a function with kinks or jumps occurs. */
export function isBent(node: Node): boolean {
  return someNode(
    node,
    (inner) =>
      inner.kind === 'call' && /^(?:abs|sgn|floor|ceil|max|min|mod|root|piecewise)$/.test(inner.name),
  );
}

/** Whether signs or steps split one of two expressions into cases; roots do where squares are under them. */
export function hasCases(a: Node, b: Node): boolean {
  return [a, b].some((node) =>
    someNode(
      node,
      (inner) =>
        inner.kind === 'call' &&
        (inner.name === 'root'
          ? inner.args[1]!.kind === 'number' && inner.args[1]!.value.n === 2n
          : /^(?:abs|sgn|floor|ceil|max|min|mod|piecewise)$/.test(inner.name)),
    ),
  );
}

export function minus(left: Node, right: Node): Node {
  return { kind: 'add', terms: [left, { kind: 'negate', value: right }] };
}
