// Makes a value ready for comparison: matrices, derivatives, sums and integrals are worked out where that is possible.
import type { Node } from './ast.ts';
import type { Budget } from './budget.ts';
import { matrixOf } from './matrix.ts';
import { withVectors } from './vectors.ts';
import { mapChildren, someNode } from './walk.ts';
import { workedOut } from './work-out.ts';

/** The value with what can be worked out replaced by what it comes to. */
export function prepare(node: Node, budget: Budget): Node {
  const value = withVectors(workedOut(node, budget), budget);
  return someNode(value, (inner) => inner.kind === 'matrix') ? work(value, budget) : value;
}

function work(node: Node, budget: Budget): Node {
  budget.charge();
  const matrix = matrixOf(node, budget);
  if (matrix !== null) return matrix.kind === 'matrix' ? matrix : work(matrix, budget);
  return mapChildren(node, (child) => work(child, budget));
}
