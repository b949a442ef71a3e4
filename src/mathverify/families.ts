// Families of values with a parameter that runs through the whole numbers: pi/4 + k pi and 5 pi/4 - k pi are the same one.
import { type Node, number } from './ast.ts';
import type { Budget } from './budget.ts';
import { type Compare, type Context, found, type Outcome } from './context.ts';
import { exactValue } from './exact.ts';
import { nodeOf } from './form.ts';
import { keyOf } from './key.ts';
import { minus } from './kinks.ts';
import { formOf, normalDifference } from './normal-form.ts';
import { integer } from './rational.ts';
import { substituted } from './substitute.ts';
import { symbolsOf } from './walk.ts';

/** start + k step, without other symbols. */
interface Line {
  readonly start: Node;
  readonly step: Node;
}

/** Compares two families whose parameter is any whole number; null where they are no such lines. */
export function compareFamilies(
  gold: Node,
  prediction: Node,
  parameter: string,
  context: Context,
  compare: Compare,
): Outcome | null {
  const [a, b] = [givenBy(gold), givenBy(prediction)];
  if (a.of !== b.of) return null;
  const [left, right] = [
    lineOf(a.value, parameter, context.budget),
    lineOf(b.value, parameter, context.budget),
  ];
  if (left === null || right === null) return null;
  const steps = [right.step, { kind: 'negate' as const, value: right.step }].map((step) =>
    compare(left.step, step, context),
  );
  if (steps.every((outcome) => outcome === 'different'))
    return found(context, 'different', 'families whose members are apart by other steps');
  if (!steps.includes('equal')) return null;
  const turns = quotient(minus(left.start, right.start), left.step, context.budget);
  if (turns === null) return null;
  return turns.d === 1n
    ? found(context, 'equal', 'the same family, counted from another member')
    : found(context, 'different', 'families with the same steps from other members');
}

/** What an equation gives its name, and the name. */
function givenBy(node: Node): { of: string; value: Node } {
  return node.kind === 'relation' && node.operators.join() === '='
    ? { of: keyOf(node.parts[0]!), value: node.parts[1]! }
    : { of: '', value: node };
}

function lineOf(node: Node, parameter: string, budget: Budget): Line | null {
  if ([...symbolsOf(node)].join() !== parameter) return null;
  const at = (k: number): Node | null => substituted(node, new Map([[parameter, number(integer(k))]]));
  const [start, next] = [at(0), at(1)];
  if (start === null || next === null) return null;
  const step = minus(next, start);
  const line: Node = {
    kind: 'add',
    terms: [start, { kind: 'multiply', factors: [step, { kind: 'symbol', name: parameter }] }],
  };
  const isLine = normalDifference(node, line, budget)?.zero === true;
  const isStill = normalDifference(step, number(integer(0)), budget)?.zero !== false;
  return isLine && !isStill ? { start, step } : null;
}

/** The quotient of two constants where their normal form is a fraction. */
function quotient(top: Node, bottom: Node, budget: Budget): { n: bigint; d: bigint } | null {
  const [above, below] = [formOf(top, budget), formOf(bottom, budget)];
  if (above === null || below === null) return null;
  const form = formOf({ kind: 'divide', top: nodeOf(above), bottom: nodeOf(below) }, budget);
  return form && exactValue(nodeOf(form), budget);
}
