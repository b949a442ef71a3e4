// Permutations in cycles: (1 2 3)(4 5) is (5 4)(2 3 1). Cycles that share an element are not read, because some apply the
// first of them first and others the last.
import type { Node } from './ast.ts';

const maxLength = 200;
const blank = String.raw`(?:\s|~|\\[ ,;:!]|\\quad)`;
const element = String.raw`[1-9]\d?`;
const cycle = String.raw`\(${blank}*${element}(?:${blank}+${element})*${blank}*\)`;
const cycles = new RegExp(
  String.raw`^(?:(?:[a-zA-Zπστρα]|\\[a-z]{2,7})\s*=\s*)?(${cycle}(?:${blank}*(?:\\(?:cdot|circ)|·|∘)?${blank}*${cycle})*)$`,
);
const words = 'permutation ';

/** The permutation that a text writes as a product of cycles without common elements; null for anything else. */
export function cyclesOf(text: string): Node | null {
  if (text.length > maxLength || !text.endsWith(')')) return null;
  const product = cycles.exec(text.replace(/\\(?:left|right)(?![a-z])\s*/g, ''))?.[1];
  if (product === undefined) return null;
  const read = product.match(/\([^)]*\)/g)!.map((one) => one.match(/\d+/g)!.map(Number));
  const all = read.flat();
  const moved = read.filter((one) => one.length > 1);
  if (new Set(all).size < all.length || moved.length === 0) return null;
  const named = moved
    .map((one) => {
      const first = one.indexOf(Math.min(...one));
      return [...one.slice(first), ...one.slice(0, first)];
    })
    .sort(([a], [b]) => a! - b!);
  return { kind: 'text', value: `${words}${named.map((one) => one.join(' to ')).join(' and ')}` };
}

/** Whether a value was read as a product of cycles. */
export function isPermutation(node: Node): boolean {
  return node.kind === 'text' && node.value.startsWith(words);
}
