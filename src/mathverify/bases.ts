// Reads the index of a number as the base it is written in, for those who ask for it.
import { type Node, number } from './ast.ts';
import { rewrite, someNode } from './walk.ts';

/** The value with numbers such as 1011_2 converted; a number with a digit too large for its base stays as it is. */
export function inBases(node: Node): Node {
  if (!someNode(node, (inner) => inner.kind === 'number' && inner.base !== null)) return node;
  return rewrite(node, (inner) => {
    if (inner.kind !== 'number' || inner.base === null || inner.value.d !== 1n) return inner;
    const base = BigInt(inner.base);
    let value = 0n;
    for (const digit of inner.value.n.toString()) {
      if (BigInt(digit) >= base) return inner;
      value = value * base + BigInt(digit);
    }
    return number({ n: value, d: 1n });
  });
}
