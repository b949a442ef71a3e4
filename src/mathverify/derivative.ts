// Derivatives of expressions by the rules of calculus, for derivatives that an answer writes and the check of integrals.
import { type CallNode, call, type Node, number } from './ast.ts';
import type { Budget } from './budget.ts';
import { symbolsOf } from './walk.ts';

const one = number({ n: 1n, d: 1n });
const two = number({ n: 2n, d: 1n });
const zero = number({ n: 0n, d: 1n });

const minus = (value: Node): Node => ({ kind: 'negate', value });
const times = (...factors: Node[]): Node => ({ kind: 'multiply', factors });
const over = (top: Node, bottom: Node): Node => ({ kind: 'divide', top, bottom });
const squared = (base: Node): Node => ({ kind: 'power', base, exponent: two });
const sum = (...terms: Node[]): Node => ({ kind: 'add', terms });

/** The derivative of known functions of one argument, at that argument. */
const rules = new Map<string, (x: Node) => Node>([
  ['sin', (x) => call('cos', [x])],
  ['cos', (x) => minus(call('sin', [x]))],
  ['tan', (x) => squared(call('sec', [x]))],
  ['cot', (x) => minus(squared(call('csc', [x])))],
  ['sec', (x) => times(call('sec', [x]), call('tan', [x]))],
  ['csc', (x) => minus(times(call('csc', [x]), call('cot', [x])))],
  ['ln', (x) => over(one, x)],
  ['arcsin', (x) => over(one, call('root', [sum(one, minus(squared(x))), two]))],
  ['arccos', (x) => minus(over(one, call('root', [sum(one, minus(squared(x))), two])))],
  ['arctan', (x) => over(one, sum(one, squared(x)))],
  ['sinh', (x) => call('cosh', [x])],
  ['cosh', (x) => call('sinh', [x])],
  ['tanh', (x) => sum(one, minus(squared(call('tanh', [x]))))],
  ['abs', (x) => call('sgn', [x])],
]);

/** The derivative by a variable, or null where a rule is missing. */
export function derivativeOf(node: Node, by: string, budget: Budget): Node | null {
  budget.charge();
  if (!isUnknown(node) && !symbolsOf(node).has(by)) return zero;
  const of = (part: Node): Node | null => derivativeOf(part, by, budget);
  switch (node.kind) {
    case 'symbol':
      return node.name === by ? one : null;
    case 'negate': {
      const value = of(node.value);
      return value && minus(value);
    }
    case 'add': {
      const terms = node.terms.map(of);
      return terms.every((term) => term !== null) ? sum(...(terms as Node[])) : null;
    }
    case 'multiply': {
      const terms = node.factors.map((factor, k) => {
        const slope = of(factor);
        return slope && times(...node.factors.map((other, j) => (j === k ? slope : other)));
      });
      return terms.every((term) => term !== null) ? sum(...(terms as Node[])) : null;
    }
    case 'divide': {
      const [top, bottom] = [of(node.top), of(node.bottom)];
      if (top === null || bottom === null) return null;
      return over(sum(times(top, node.bottom), minus(times(node.top, bottom))), squared(node.bottom));
    }
    case 'power': {
      const [base, exponent] = [of(node.base), of(node.exponent)];
      if (base === null || exponent === null) return null;
      const lower: Node = { kind: 'power', base: node.base, exponent: sum(node.exponent, minus(one)) };
      const asPower = times(node.exponent, lower, base);
      if (!symbolsOf(node.exponent).has(by)) return asPower;
      const asExponential = times(node, call('ln', [node.base]), exponent);
      return symbolsOf(node.base).has(by) ? sum(asPower, asExponential) : asExponential;
    }
    case 'call':
      return node.known ? ofCall(node, of) : null;
    default:
      return null;
  }
}

/** Whether an unknown function or an unfinished operation stands in an expression, which may depend on anything. */
function isUnknown(node: Node): boolean {
  return (node.kind === 'call' && !node.known) || node.kind === 'binder';
}

function ofCall(node: CallNode, of: (part: Node) => Node | null): Node | null {
  const first = node.args[0]!;
  const slope = of(first);
  if (slope === null) return null;
  if (node.name === 'root') return of({ kind: 'power', base: first, exponent: over(one, node.args[1]!) });
  if (node.name === 'log') return times(over(one, times(first, call('ln', [node.args[1]!]))), slope);
  const rule = node.args.length === 1 ? rules.get(node.name) : undefined;
  return rule === undefined ? null : times(rule(first), slope);
}
