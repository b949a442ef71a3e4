// Inequalities of one unknown side by side: x < 1 or x > 3 is the union of their solutions, x > 1 and x < 3 what they share.
import type { Node } from './ast.ts';
import type { Context } from './context.ts';
import { keyOf } from './key.ts';
import { areInequalities } from './lists.ts';
import { intersection, type Region, regionOf, union, wholeLine } from './region.ts';
import { solve } from './solve.ts';

function isSame(a: Region, b: Region): boolean {
  const said = (region: Region): string =>
    region
      .map(({ low, high }) => [low, high].map(({ node, closed }) => `${keyOf(node)} ${closed}`).join())
      .join(';');
  return said(a) === said(b);
}

/** What a list without "or" means: what all share, or where none meets another, as people list pieces, all of them. */
function meantBy(all: readonly Region[]): Region | null {
  // x in R, x > 1
  const regions = all.filter((region) => !isSame(region, wholeLine));
  if (regions.length < 2) return regions[0] ?? wholeLine;
  const shared = regions.reduce(intersection);
  if (shared.length > 0) {
    // x > 1, x > 2 may be two answers.
    return regions.some((region) => isSame(region, shared)) ? null : shared;
  }
  const meet = regions.some((one, k) =>
    regions.slice(k + 1).some((other) => intersection(one, other).length > 0),
  );
  return meet ? null : regions.reduce(union);
}

/** The real numbers that a list of inequalities, one relation or a set stands for; null where that is not known. */
export function solutionsOf(node: Node, context: Context): Region | null {
  if (node.kind === 'relation') return solve(node, context);
  if (node.kind !== 'set' || !areInequalities(node)) return regionOf(node, context);
  const regions = node.items.flatMap((item) => {
    const region = item.kind === 'relation' ? solve(item, context) : null;
    return region === null ? [] : [region];
  });
  if (regions.length < node.items.length) return null;
  return node.or ? regions.reduce(union) : meantBy(regions);
}
