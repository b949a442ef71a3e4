// Vectors written in unit vectors: i + 2j + 3k with hats, arrows or in bold, beside the vector (1, 2, 3).
import { isNonNumeric, type Node, number } from './ast.ts';
import type { Budget } from './budget.ts';
import { normalDifference } from './normal-form.ts';
import { integer } from './rational.ts';
import { rewrite, symbolsOf } from './walk.ts';

const marked = /^(?:hat|vec|bar)\((?:([ix]|imath)|([jy]|jmath)|([kz]))\)$/;
const names = ['first unit vector', 'second unit vector', 'third unit vector'];

/** An expression in unit vectors as a tuple with the given number of parts; null for anything else. */
export function inUnitVectors(node: Node, parts: number, budget: Budget): Node | null {
  if (parts < 2 || parts > 3 || isNonNumeric(node) || node.kind === 'relation') return null;
  const named = withNames(node);
  const used = named && symbolsOf(named);
  if (used === null || !names.some((name) => used.has(name)) || (parts === 2 && used.has(names[2]!)))
    return null;
  const at = (value: (k: number) => number): Node =>
    rewrite(named!, (inner) => {
      const k = inner.kind === 'symbol' ? names.indexOf(inner.name) : -1;
      return k < 0 ? inner : number(integer(value(k)));
    });
  const items = names.map((_, k) => at((other) => (other === k ? 1 : 0)));
  const sum: Node = {
    kind: 'add',
    terms: items.map((item, k) => ({
      kind: 'multiply',
      factors: [item, { kind: 'symbol', name: names[k]! }],
    })),
  };
  // Anything beside multiples of the unit vectors is no vector.
  return normalDifference(named!, sum, budget)?.zero ? { kind: 'tuple', items: items.slice(0, parts) } : null;
}

/** With names of their own for the unit vectors. Letters without marks are such only with one another: 1 + 2i is no vector. */
function withNames(node: Node): Node | null {
  const own = [...symbolsOf(node)];
  if (own.some((name) => marked.test(name)))
    return rewrite(node, (inner) => {
      const found = inner.kind === 'symbol' ? marked.exec(inner.name) : null;
      return found === null ? inner : { kind: 'symbol', name: names[found.slice(1).findIndex(Boolean)]! };
    });
  if (own.length === 0 || own.some((name) => name !== 'j' && name !== 'k')) return null;
  return rewrite(node, (inner) => {
    if (inner.kind === 'constant' && inner.name === 'i') return { kind: 'symbol', name: names[0]! };
    if (inner.kind !== 'symbol') return inner;
    return { kind: 'symbol', name: inner.name === 'j' ? names[1]! : names[2]! };
  });
}
