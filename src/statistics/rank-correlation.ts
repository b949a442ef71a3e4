// Do two measures put the same things in the same order? Spearman's rank correlation (Spearman 1904), ties sharing ranks.
import { midranks } from './auc.ts';

/** -1 to 1; null with fewer than three pairs, or where one of the measures is the same throughout. */
export function spearman(pairs: readonly (readonly [number, number])[]): number | null {
  if (pairs.length < 3) return null;
  const left = midranks(pairs.map(([value]) => value));
  const right = midranks(pairs.map(([, value]) => value));
  const mean = (pairs.length + 1) / 2;
  let [both, first, second] = [0, 0, 0];
  for (let at = 0; at < pairs.length; at += 1) {
    const [a, b] = [left[at]! - mean, right[at]! - mean];
    both += a * b;
    first += a * a;
    second += b * b;
  }
  return first === 0 || second === 0 ? null : both / Math.sqrt(first * second);
}
