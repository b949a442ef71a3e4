// What a pair of answers may mean besides what is written, where that makes them equal: C takes in a constant, i + 2j is a
// vector, phi(12) is a number, 2e-3 may be a power of ten, and the index of a sum has any name.
import { withoutConstants } from './antiderivatives.ts';
import { type Node, number } from './ast.ts';
import { inUnitVectors } from './basis-vectors.ts';
import { withSameIndices } from './compare-dummies.ts';
import { type Compare, type Context, found, type Outcome } from './context.ts';
import { keyOf } from './key.ts';
import { withNamedValues } from './named-values.ts';
import { rational } from './rational.ts';
import { unitOf } from './units.ts';
import { rewrite, someNode, symbolsOf } from './walk.ts';

const maxPlaces = 100n;

/** Equal where another reading of both makes them so; else null, and the finding of the context stays. */
export function equalOtherwise(
  gold: Node,
  prediction: Node,
  context: Context,
  compare: Compare,
): Outcome | null {
  const { reason, method, witness, exact } = context;
  if (keyOf(withSameIndices(gold)) === keyOf(withSameIndices(prediction)))
    return found(context, 'equal', 'the same expression with other indices', 'exact');
  for (const [left, right] of readings(gold, prediction, context))
    if (compare(left, right, context) === 'equal') return 'equal';
  Object.assign(context, { reason, method, witness, exact });
  return null;
}

function* readings(gold: Node, prediction: Node, { budget }: Context): Generator<readonly [Node, Node]> {
  yield* withoutConstants(gold, prediction, budget);
  const [goldParts, predictionParts] = [partsOf(gold), partsOf(prediction)];
  const [left, right] = [
    inUnitVectors(gold, predictionParts, budget),
    inUnitVectors(prediction, goldParts, budget),
  ];
  if (left !== null) yield [left, prediction];
  if (right !== null) yield [gold, right];
  const [a, b] = [withNamedValues(gold, budget), withNamedValues(prediction, budget)];
  for (const read of [asMeasured, asFunction, withJ]) {
    const [one, other] = [read(gold, prediction), read(prediction, gold)];
    if ((one === null) !== (other === null)) yield [one ?? gold, other ?? prediction];
  }
  const [p, q] = [asPowerOfTen(gold), asPowerOfTen(prediction)];
  if ((p === null) !== (q === null)) yield [p ?? gold, q ?? prediction];
  // Of two of them it is not known that they mean the same function.
  if ((a === null) !== (b === null)) yield [a ?? gold, b ?? prediction];
}

/** How many parts a vector has; 0 for anything else. */
function partsOf(node: Node): number {
  if (node.kind === 'tuple') return node.ratio ? 0 : node.items.length;
  if (node.kind === 'interval') return node.lowClosed || node.highClosed || node.sure ? 0 : 2;
  if (node.kind !== 'matrix') return 0;
  return node.rows.length === 1 ? node.rows[0]!.length : node.rows[0]!.length === 1 ? node.rows.length : 0;
}

/** 2e-3 as two thousandths; null for anything else. */
function asPowerOfTen(node: Node): Node | null {
  const [product, last] = node.kind === 'add' && node.tight ? node.terms : [];
  if (product?.kind !== 'multiply' || product.factors.length !== 2 || last?.kind !== 'negate') return null;
  const [mantissa, base] = product.factors;
  const places = last.value;
  if (mantissa?.kind !== 'number' || base?.kind !== 'constant' || base.name !== 'e') return null;
  if (places.kind !== 'number' || places.value.d !== 1n || places.value.n > maxPlaces) return null;
  return number(rational(mantissa.value.n, mantissa.value.d * 10n ** places.value.n), true);
}

/** 10m beside an amount is one. */
function asMeasured(node: Node, other: Node): Node | null {
  if (other.kind !== 'quantity' || node.kind !== 'multiply' || node.factors.length !== 2) return null;
  const [value, letter] = node.factors as [Node, Node];
  const unit = value.kind === 'number' && letter.kind === 'symbol' ? unitOf(letter.name) : null;
  return unit && { kind: 'quantity', value, unit, product: null };
}

/** f(x) = 2x beside y = 2x. */
function asFunction(node: Node, other: Node): Node | null {
  if (node.kind !== 'relation' || other.kind !== 'relation') return null;
  const [left, right] = [node.parts[0]!, other.parts[0]!];
  if (left.kind !== 'call' || left.known || left.name !== 'f' || left.args.length !== 1) return null;
  const isOfX = left.args[0]!.kind === 'symbol' && left.args[0]!.name === 'x';
  return isOfX && right.kind === 'symbol' && right.name === 'y'
    ? { ...node, parts: [right, ...node.parts.slice(1)] }
    : null;
}

/** 3 + 4j beside 3 + 4i. Without a real part they may be two unit vectors. */
function withJ(node: Node, other: Node): Node | null {
  if (!someNode(node, (inner) => inner.kind === 'add' && inner.terms.some(isReal))) return null;
  if (
    !symbolsOf(node).has('j') ||
    someNode(node, isImaginary) ||
    !someNode(other, isImaginary) ||
    symbolsOf(other).size > 0
  )
    return null;
  return rewrite(node, (inner) =>
    inner.kind === 'symbol' && inner.name === 'j' ? { kind: 'constant', name: 'i' } : inner,
  );
}

function isReal(term: Node): boolean {
  return symbolsOf(term).size === 0 && !someNode(term, isImaginary);
}

function isImaginary(node: Node): boolean {
  return node.kind === 'constant' && node.name === 'i';
}
