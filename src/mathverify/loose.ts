// Notations that mean one thing to some and another to others: 1/2x, a logarithm without its base, and letters that may stand
// for any whole number or any constant. One meaning is read; values that differ by it and agree in the other are not called
// different.
import { call, childrenOf, type Node, symbol } from './ast.ts';
import { rewrite, someNode, symbolsOf } from './walk.ts';

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

/** \overline{AB}, which may be a segment, as AB. */
function asSegment(node: Node): Node {
  const ends = node.kind === 'symbol' ? /^bar\(([A-Z])([A-Z])\)$/.exec(node.name) : null;
  return ends === null ? node : { kind: 'multiply', factors: [symbol(ends[1]!), symbol(ends[2]!)] };
}

const meanings = [
  {
    change: asCoefficient,
    doubt: 'a factor behind a fraction such as 1/2x may belong to it, or to its denominator',
  },
  { change: asNatural, doubt: 'a logarithm without its base may be the natural one' },
  { change: asSegment, doubt: 'a bar over two letters may say that they are the ends of a segment' },
];

/** What a loose notation of two answers may mean besides what was read, and what is not certain then. */
export function* looseMeanings(gold: Node, prediction: Node): Generator<readonly [Node, Node, string]> {
  for (const { change, doubt } of meanings) {
    const [a, b] = [rewrite(gold, change), rewrite(prediction, change)];
    if (a !== gold || b !== prediction) yield [a, b, doubt];
  }
  for (const [from, to] of renamings(gold, prediction))
    yield [
      gold,
      rewrite(prediction, (node) => renamed(node, from, to)),
      'letters such as n and C may be any whole number or constant',
    ];
}

const whole = /^[klmn]$/;
const constant = /^(?:[A-DKc]|[A-DKkc]_\d)$/;
const indexed = /^[CKkc]_\d$/;
const maxRenamed = 3;

/** The letters of the prediction that may be other names for letters of the gold answer: 2kπ and 2nπ, Ae^x and Ce^x. */
function renamings(gold: Node, prediction: Node): (readonly [from: string[], to: string[]])[] {
  const [own, others] = [valueBeside(gold, prediction), valueBeside(prediction, gold)].map((value) => [
    ...symbolsOf(value),
  ]) as [string[], string[]];
  const missing = own.filter((name) => !others.includes(name));
  const added = others.filter((name) => !own.includes(name));
  const to = missing.length === 0 && added.length === 0 ? own.filter((name) => indexed.test(name)) : missing;
  const from = to === missing ? added : to;
  if (from.length === 0 || from.length !== to.length || from.length > maxRenamed) return [];
  const names = [...from, ...to];
  const isFamily = names.every((name) => whole.test(name)) && [gold, prediction].every(hasPi);
  const isSolution = names.every((name) => constant.test(name)) && own.length > to.length;
  const areEquations = gold.kind === 'relation' && prediction.kind === 'relation';
  if (!isFamily && !(isSolution && areEquations)) return [];
  return [gold, prediction].some((side) => namesAny(side, names))
    ? []
    : ordersOf(to).map((order) => [from, order] as const);
}

/** x = 2kπ as its value beside 2nπ. */
function valueBeside(node: Node, other: Node): Node {
  return node.kind === 'relation' && other.kind !== 'relation' ? node.parts.at(-1)! : node;
}

function hasPi(node: Node): boolean {
  return someNode(node, (inner) => inner.kind === 'constant' && inner.name === 'pi');
}

/** Whether one of the letters is itself the answer, or what an equation, a function or an element of a set is about. */
function namesAny(node: Node, names: readonly string[]): boolean {
  const isName = (part: Node): boolean => part.kind === 'symbol' && names.includes(part.name);
  const isAbout = (inner: Node): boolean =>
    /^(?:set|relation)$/.test(inner.kind) || (inner.kind === 'call' && !inner.known);
  return isName(node) || someNode(node, (inner) => isAbout(inner) && childrenOf(inner).some(isName));
}

function ordersOf(names: readonly string[]): string[][] {
  if (names.length < 2) return [[...names]];
  return names.flatMap((name, k) => ordersOf(names.toSpliced(k, 1)).map((rest) => [name, ...rest]));
}

function renamed(node: Node, from: readonly string[], to: readonly string[]): Node {
  const at = node.kind === 'symbol' ? from.indexOf(node.name) : -1;
  return at < 0 ? node : symbol(to[at]!);
}
