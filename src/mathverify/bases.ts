// Reads the index of a number as the base it is written in, for those who ask for it.
import { call, type Node, type NumberNode, number } from './ast.ts';
import { type Rational, rational } from './rational.ts';
import { rewrite, someNode } from './walk.ts';

const maxPlaces = 40;

/**
 * The value with numbers such as 1011_2 and 0.11_2 converted. A number with a digit too large for its base stays as it is
 * and is no plain number: what is meant by it is not known.
 */
export function inBases(node: Node): Node {
  if (!someNode(node, (inner) => inner.kind === 'number' && inner.base !== null)) return node;
  return rewrite(node, (inner) => {
    if (inner.kind !== 'number' || inner.base === null || inner.base === 10) return inner;
    const value = valueIn(inner, BigInt(inner.base));
    return value === null
      ? call(`base ${inner.base}`, [number(inner.value, inner.decimal)], false)
      : number(value);
  });
}

/** The digits of a number read in another base; null where one is too large, or where they do not end. */
function valueIn({ value: { n, d } }: NumberNode, base: bigint): Rational | null {
  let scale = 1n;
  let places = 0;
  while (scale % d !== 0n && places < maxPlaces) {
    scale *= 10n;
    places += 1;
  }
  if (scale % d !== 0n) return null;
  let value = 0n;
  for (const digit of ((n * scale) / d).toString()) {
    if (BigInt(digit) >= base) return null;
    value = value * base + BigInt(digit);
  }
  return rational(value, base ** BigInt(places));
}
