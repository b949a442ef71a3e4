// Inequalities of one unknown side by side (x < 1 or x > 3): the union of their solutions.
import type { Node } from './ast.ts';
import type { Context } from './context.ts';
import { intersection, type Region, regionOf, union } from './region.ts';
import { solve } from './solve.ts';
import { symbolsOf } from './walk.ts';

/** Whether a value is a list of inequalities in one and the same unknown. */
export function areAlternatives(node: Node): boolean {
  return (
    node.kind === 'set' &&
    node.items.length > 1 &&
    node.items.every(
      (item) => item.kind === 'relation' && item.operators.every((sign) => /^[<>]/.test(sign)),
    ) &&
    symbolsOf(node).size === 1
  );
}

/** The real numbers that a list of inequalities, one relation or a set stands for; null where that is not known. */
export function solutionsOf(node: Node, context: Context): Region | null {
  if (node.kind === 'relation') return solve(node, context);
  if (!areAlternatives(node) || node.kind !== 'set') return regionOf(node, context);
  let result: Region = [];
  for (const item of node.items) {
    const region = item.kind === 'relation' ? solve(item, context) : null;
    // Inequalities that hold together may be meant to hold both.
    if (region === null || intersection(result, region).length > 0) return null;
    result = union(result, region);
  }
  return result;
}
