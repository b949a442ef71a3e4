// What is counted in a list of amounts: 3 apples and 4 pears are not 4 apples and 3 pears. Beside a list that counts other
// things, or only numbers, the words say nothing.
import type { Node } from './ast.ts';
import { rewrite } from './walk.ts';

type Counted = Node & { readonly kind: 'quantity' };

/** A number of something. */
export function counted(value: Node, name: string): Node {
  return {
    kind: 'quantity',
    value,
    unit: { name, dimension: `counted ${name}`, scale: { n: 1n, d: 1n }, letter: false },
    product: null,
  };
}

function isCounted(node: Node): node is Counted {
  return node.kind === 'quantity' && node.unit.dimension === `counted ${node.unit.name}`;
}

/** Both values, with what is counted where they count the same things. */
export function withCommonLabels(gold: Node, prediction: Node): [Node, Node] {
  const [a, b] = [labelsOf(gold), labelsOf(prediction)];
  return a === b ? [gold, prediction] : [unlabelled(gold, a), unlabelled(prediction, b)];
}

function labelsOf(node: Node): string {
  return node.kind === 'set'
    ? node.items
        .map((item) => (isCounted(item) ? item.unit.name : ''))
        .sort()
        .join()
    : '';
}

function unlabelled(node: Node, labels: string): Node {
  return labels === '' ? node : rewrite(node, (inner) => (isCounted(inner) ? inner.value : inner));
}
