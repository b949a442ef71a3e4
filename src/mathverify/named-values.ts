// Functions of whole numbers by their customary letters: phi(12), C(5, 2), P(5, 2). A letter may name anything else, so
// that their values count only where they make an answer equal.
import { call, type Node, number } from './ast.ts';
import type { Budget } from './budget.ts';
import { exactValue } from './exact.ts';
import { rational } from './rational.ts';
import { rewrite, someNode, symbolsOf } from './walk.ts';

const maxTotient = 1_000_000_000n;

/** The expression with such functions worked out; null where there are none, or symbols beside them. */
export function withNamedValues(node: Node, budget: Budget): Node | null {
  if (node.kind === 'relation' || !someNode(node, isNamed) || symbolsOf(node).size > 0) return null;
  return rewrite(node, (inner) => (isNamed(inner) ? (workedOutAt(inner, budget) ?? inner) : inner));
}

function isNamed(node: Node): node is Node & { kind: 'call' } {
  return (
    node.kind === 'call' &&
    !node.known &&
    ((/^(?:var)?phi$/.test(node.name) && node.args.length === 1) ||
      (/^[CP]$/.test(node.name) && node.args.length === 2))
  );
}

function workedOutAt({ name, args }: Node & { kind: 'call' }, budget: Budget): Node | null {
  const values = args.map((arg) => exactValue(arg, budget));
  if (!values.every((value) => value !== null && value.d === 1n && value.n >= 0n)) return null;
  const [n, k] = values.map((value) => value!.n) as [bigint, bigint];
  if (args.length === 1) return n < 1n || n > maxTotient ? null : number(rational(totient(n, budget)));
  if (k > n) return null;
  const [top, bottom] = args as [Node, Node];
  const chosen = call('binomial', [top, bottom]);
  return name === 'C' ? chosen : { kind: 'multiply', factors: [chosen, call('factorial', [bottom])] };
}

/** How many numbers up to n have no factor in common with it. */
function totient(n: bigint, budget: Budget): bigint {
  let [rest, count] = [Number(n), Number(n)];
  for (let p = 2; p * p <= rest; p += 1) {
    if (p % 64 === 0) budget.charge();
    if (rest % p !== 0) continue;
    while (rest % p === 0) rest /= p;
    count -= count / p;
  }
  return BigInt(rest > 1 ? count - count / rest : count);
}
