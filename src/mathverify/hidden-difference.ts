// Differences that points do not show in doubles: terms too small beside others, and functions that change between points.
import type { Node } from './ast.ts';
import { isDefined } from './complex.ts';
import type { Context } from './context.ts';
import { isWholeExponent } from './kinks.ts';
import { isModerate, type ProbeSet, valuesAt } from './probe-set.ts';
import { someNode, symbolsOf } from './walk.ts';
import { type Witness, witnessAt } from './witness.ts';

/** A point where what is left of the difference after equal terms are taken out is clearly not zero. */
export function hiddenDifference(
  difference: Node,
  a: Node,
  b: Node,
  set: ProbeSet,
  context: Context,
): Witness | null {
  if (set.complexNames.length > 0) return null;
  for (const point of set.points) {
    const [value] = valuesAt(difference, difference, point, set, context);
    if (
      'n' in value
        ? value.n === 0n
        : !isDefined(value) || value.im !== 0 || Math.abs(value.re) <= 64 * value.err
    )
      continue;
    const [left, right] = valuesAt(a, b, point, set, context);
    return witnessAt(point, left, right);
  }
  return null;
}

/** Whether no function or exponent holds constants so large or small that it may change unseen between the points. */
export function isGentle(node: Node): boolean {
  return !someNode(node, (inner) => {
    if (inner.kind === 'power')
      return (
        !isWholeExponent(inner.exponent) && symbolsOf(inner.exponent).size > 0 && !isModerate(inner.exponent)
      );
    if (inner.kind !== 'call' || !inner.known || /^(?:root|ln|log)$/.test(inner.name)) return false;
    return symbolsOf(inner).size > 0 && !isModerate(inner);
  });
}
