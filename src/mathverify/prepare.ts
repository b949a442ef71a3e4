// Makes a value ready for comparison: matrices are worked out.
import type { Node } from './ast.ts';
import type { Budget } from './budget.ts';
import { matrixOf } from './matrix.ts';
import { mapChildren, someNode } from './walk.ts';

/** The value with its matrices computed. */
export function prepare(node: Node, budget: Budget): Node {
  if (!someNode(node, (inner) => inner.kind === 'matrix')) return node;
  return work(node, budget);
}

function work(node: Node, budget: Budget): Node {
  budget.charge();
  const matrix = matrixOf(node, budget);
  if (matrix !== null) return matrix.kind === 'matrix' ? matrix : work(matrix, budget);
  return mapChildren(node, (child) => work(child, budget));
}
