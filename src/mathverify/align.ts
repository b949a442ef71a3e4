// Brings two values to common names before they are compared: letter case of Latin letters, applied letters, renamed unknowns.
import type { Node } from './ast.ts';
import { foldedName } from './compare-text.ts';
import { rewrite, someNode, symbolsOf } from './walk.ts';

/** Both values with names in one case, unless either uses a letter in both cases. */
export function foldCase(gold: Node, prediction: Node): [Node, Node] {
  if (gold.kind === 'number' && prediction.kind === 'number') return [gold, prediction];
  const goldNames = namesOf(gold);
  const predictionNames = namesOf(prediction);
  const mixed = [goldNames, predictionNames].some(
    (names) => new Set([...names].map(foldedName)).size < names.size,
  );
  if (mixed) return [gold, prediction];
  const fold = (node: Node, names: ReadonlySet<string>): Node =>
    [...names].some(changes) ? rewrite(node, folded) : node;
  return [fold(gold, goldNames), fold(prediction, predictionNames)];
}

function changes(name: string): boolean {
  return name === 'e' || name === 'i' || name !== foldedName(name);
}

function namesOf(node: Node): Set<string> {
  const names = new Set<string>();
  someNode(node, (inner) => {
    if (inner.kind === 'symbol' || (inner.kind === 'call' && !inner.known)) names.add(inner.name);
    if (inner.kind === 'constant' && (inner.name === 'e' || inner.name === 'i')) names.add(inner.name);
    if (inner.kind === 'binder') names.add(inner.variable);
    return false;
  });
  return names;
}

function folded(node: Node): Node {
  if (node.kind === 'symbol') {
    const name = foldedName(node.name);
    if (name === 'e' || name === 'i') return { kind: 'constant', name };
    return name === node.name ? node : { kind: 'symbol', name };
  }
  if (node.kind === 'call' && !node.known) return { ...node, name: foldedName(node.name) };
  if (node.kind === 'binder') return { ...node, variable: foldedName(node.variable) };
  return node;
}

/** Where one side applies a letter to an argument and the other multiplies by it, both multiply. */
export function alignApplications(gold: Node, prediction: Node): [Node, Node] {
  const applied = new Set([...appliedNames(gold), ...appliedNames(prediction)]);
  if (applied.size === 0) return [gold, prediction];
  const symbols = symbolsOf(prediction, symbolsOf(gold));
  const clash = [...applied].filter((name) => symbols.has(name));
  if (clash.length === 0 || isCrossed(gold, prediction)) return [gold, prediction];
  const multiplied = (node: Node): Node => {
    if (node.kind !== 'call' || node.known || node.args.length !== 1 || !clash.includes(node.name))
      return node;
    return { kind: 'multiply', factors: [{ kind: 'symbol', name: node.name }, node.args[0]!] };
  };
  return [rewrite(gold, multiplied), rewrite(prediction, multiplied)];
}

/** f(g) beside g(f): each applies what the other is applied to, which no product does. */
function isCrossed(gold: Node, prediction: Node): boolean {
  const crosses = (a: Node, b: Node): boolean => {
    const symbols = symbolsOf(b);
    return [...appliedNames(a)].some((name) => symbols.has(name) && !appliedNames(b).has(name));
  };
  return crosses(gold, prediction) && crosses(prediction, gold);
}

function appliedNames(node: Node): Set<string> {
  const names = new Set<string>();
  someNode(node, (inner) => {
    if (inner.kind === 'call' && !inner.known) names.add(inner.name);
    return false;
  });
  return names;
}

/** The value with symbols renamed. */
function renameSymbols(node: Node, names: ReadonlyMap<string, string>): Node {
  return rewrite(node, (inner) => {
    const name = inner.kind === 'symbol' ? names.get(inner.name) : undefined;
    return name === undefined ? inner : { kind: 'symbol', name };
  });
}

/** The prediction with its unknowns renamed to those of the gold answer, in every order that few unknowns allow. */
export function renamings(gold: Node, prediction: Node): Node[] {
  const to = [...symbolsOf(gold)];
  const from = [...symbolsOf(prediction)];
  if (from.length !== to.length || from.length === 0) return [];
  const orders = from.length <= 3 ? permutations(to) : [to];
  return orders.map((order) => renameSymbols(prediction, new Map(from.map((name, i) => [name, order[i]!]))));
}

function permutations(items: readonly string[]): string[][] {
  if (items.length < 2) return [[...items]];
  return items.flatMap((item, i) =>
    permutations(items.filter((_, k) => k !== i)).map((rest) => [item, ...rest]),
  );
}
