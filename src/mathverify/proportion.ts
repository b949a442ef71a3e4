// Whether two expressions are multiples of each other.
import type { Node } from './ast.ts';
import { type Complex, isDefined, over, size } from './complex.ts';
import type { Context } from './context.ts';
import { exactValue } from './exact.ts';
import { inComplex, probeSet, sharedSymbols, valuesAt } from './probe-set.ts';
import { exactPoint, exactPoints, isQuotient } from './quotient.ts';
import { compare, divide, type Rational } from './rational.ts';
import { compareComplex, relative } from './same-value.ts';
import { wholeSymbols } from './whole-symbols.ts';

/** The constant factor between two expressions that are multiples of each other: its sign, or null for none. */
export function proportion(a: Node, b: Node, context: Context): 1 | -1 | null {
  const names = sharedSymbols(a, b);
  if (names.length === 0) return null;
  const quotients = isQuotient(a) && isQuotient(b);
  return quotients ? exactProportion(a, b, names, context) : sampledProportion(a, b, context);
}

function exactProportion(a: Node, b: Node, names: readonly string[], context: Context): 1 | -1 | null {
  let ratio: Rational | null = null;
  for (let round = 0; round < exactPoints; round += 1) {
    const scope = exactPoint(names, round);
    const left = exactValue(a, context.budget, scope);
    const right = left && exactValue(b, context.budget, scope);
    const next = left && right && divide(left, right);
    if (next === null || next.n === 0n || (ratio !== null && compare(ratio, next) !== 0)) return null;
    ratio = next;
  }
  return ratio === null ? null : ratio.n > 0n ? 1 : -1;
}

function sampledProportion(a: Node, b: Node, context: Context): 1 | -1 | null {
  const set = probeSet(a, b, wholeSymbols(a, b), context);
  let ratio: Complex | null = null;
  let agreements = 0;
  for (const point of set.points) {
    const [left, right] = valuesAt(a, b, point, set, context).map(inComplex) as [Complex, Complex];
    if (!isDefined(left) || !isDefined(right)) continue;
    const zero = [left, right].map((value) => size(value) <= 16 * value.err);
    if (zero[0] && zero[1]) continue;
    if (zero[0] || zero[1]) return null;
    const next = over(left, right);
    if (!isDefined(next)) continue;
    if (ratio === null) ratio = next;
    else {
      const outcome = compareComplex(ratio, next, context);
      if (outcome === 'different') return null;
      if (outcome === 'equal') agreements += 1;
    }
  }
  if (ratio === null || agreements < 3 || Math.abs(ratio.im) > relative * size(ratio)) return null;
  return ratio.re > 0 ? 1 : -1;
}
