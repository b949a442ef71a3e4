// Evaluation in complex doubles at a point, for probing. What cannot be computed is mixed in opaquely but consistently.
import { type BinderNode, type CallNode, type Node, number } from './ast.ts';
import type { Budget } from './budget.ts';
import {
  type Complex,
  complex,
  isDefined,
  logarithm,
  minus,
  over,
  plus,
  raise,
  size,
  squareRoot,
  times,
  undefinedValue,
} from './complex.ts';
import { commonDivisor, commonMultiple, exactValue, termRange } from './exact.ts';
import { applyFunction, binomialOf, step } from './functions.ts';
import { opaqueValue } from './opaque.ts';
import { chosenCase } from './piecewise.ts';
import { integrate } from './quadrature.ts';
import { rangeOf } from './range.ts';
import { absolute, fromNumber, type Rational, rational, toNumber } from './rational.ts';
import { rewrite } from './walk.ts';

/** The point of evaluation: the values of symbols. */
export interface Point {
  readonly values: ReadonlyMap<string, Complex>;
}

const constants = {
  pi: complex(Math.PI),
  e: complex(Math.E),
  i: complex(0, 1, 0),
  infinity: complex(Number.POSITIVE_INFINITY, 0, 0),
};

/** The value of an expression at a point; UNDEFINED where it has none. */
export function evaluate(node: Node, point: Point, budget: Budget): Complex {
  budget.charge();
  switch (node.kind) {
    case 'number':
      return node.value.d === 1n && node.value.n < 9007199254740992n && node.value.n > -9007199254740992n
        ? { re: Number(node.value.n), im: 0, err: 0 }
        : complex(toNumber(node.value));
    case 'symbol':
      return point.values.get(node.name) ?? undefinedValue;
    case 'constant':
      return point.values.get(node.name) ?? constants[node.name];
    case 'quantity':
      return evaluate(node.value, point, budget);
    case 'percent':
      return over(evaluate(node.value, point, budget), complex(100));
    case 'negate':
      return minus(evaluate(node.value, point, budget));
    case 'add':
      return node.terms.reduce((sum, term) => plus(sum, evaluate(term, point, budget)), complex(0));
    case 'multiply':
      return node.factors.reduce(
        (product, factor) => times(product, evaluate(factor, point, budget)),
        complex(1, 0, 0),
      );
    case 'divide':
      return over(evaluate(node.top, point, budget), evaluate(node.bottom, point, budget));
    case 'power':
      return power(node.base, node.exponent, point, budget);
    case 'call':
      if (node.name === 'piecewise' && node.known) return caseAt(node, point, budget);
      return node.known ? known(node, point, budget) : opaque(`call ${node.name}`, node.args, point, budget);
    case 'set':
      return node.items.length === 1 ? evaluate(node.items[0]!, point, budget) : undefinedValue;
    case 'binder':
      return bound(node, point, budget);
    default:
      return undefinedValue;
  }
}

function power(baseNode: Node, exponentNode: Node, point: Point, budget: Budget): Complex {
  const base = evaluate(baseNode, point, budget);
  const exact = base.im === 0 && base.re < 0 ? exactValue(exponentNode, budget) : null;
  if (exact !== null && exact.d % 2n === 1n && exact.d > 1n) return oddRoot(base, exact);
  return raise(base, evaluate(exponentNode, point, budget));
}

/** A negative number to a power with an odd denominator: the real value, as schools teach it. */
function oddRoot(base: Complex, exponent: Rational): Complex {
  const positive = raise(minus(base), complex(toNumber(exponent)));
  return exponent.n % 2n === 0n ? positive : minus(positive);
}

function caseAt(node: CallNode, point: Point, budget: Budget): Complex {
  const chosen = chosenCase(node.args, (left, right) => {
    const difference = plus(evaluate(left, point, budget), minus(evaluate(right, point, budget)));
    if (!isDefined(difference) || difference.im !== 0) return null;
    if (Math.abs(difference.re) > 4 * difference.err) return Math.sign(difference.re);
    return difference.re === 0 ? 0 : null;
  });
  return chosen === null ? undefinedValue : evaluate(chosen, point, budget);
}

function known(node: CallNode, point: Point, budget: Budget): Complex {
  const args = node.args.map((arg) => evaluate(arg, point, budget));
  const [first, second] = args;
  if (first === undefined || !args.every(isDefined)) return undefinedValue;
  switch (node.name) {
    case 'root':
      return root(node, first, second!, budget);
    case 'log':
      return over(logarithm(first), logarithm(second!));
    case 'mod':
      return modulo(first, second!);
    case 'binomial':
      return binomialOf(first, second!);
    case 'min':
    case 'max':
      return extreme(args, node.name === 'min' ? -1 : 1);
    case 'gcd':
    case 'lcm':
      return divisorOf(node, args, budget);
    case 'det':
    case 'tr':
      return opaque(node.name, node.args, point, budget);
    default:
      return applyFunction(node.name, first);
  }
}

function root(node: CallNode, value: Complex, degree: Complex, budget: Budget): Complex {
  if (degree.re === 2 && degree.im === 0) return squareRoot(value);
  const exact = value.im === 0 && value.re < 0 ? exactValue(node.args[1]!, budget) : null;
  if (exact !== null && exact.d === 1n && exact.n % 2n === 1n && exact.n > 0n)
    return oddRoot(value, { n: 1n, d: exact.n });
  return raise(value, over(complex(1, 0, 0), degree));
}

function modulo(a: Complex, b: Complex): Complex {
  const quotient = step(over(a, b), Math.floor);
  return plus(a, minus(times(b, quotient)));
}

function extreme(args: readonly Complex[], sign: number): Complex {
  if (args.some((arg) => arg.im !== 0)) return undefinedValue;
  return args.reduce((a, b) => (sign * (b.re - a.re) > 0 ? b : a));
}

/** Of whole numbers only. */
function divisorOf(node: CallNode, args: readonly Complex[], budget: Budget): Complex {
  const constant = exactValue(node, budget);
  if (constant !== null) return complex(toNumber(constant));
  if (!args.every((arg) => arg.im === 0 && Number.isSafeInteger(arg.re))) return undefinedValue;
  const numbers = args.map((arg) => rational(BigInt(arg.re)));
  const value = numbers.map(absolute).reduce(node.name === 'gcd' ? commonDivisor : commonMultiple);
  return complex(toNumber(value));
}

function opaque(name: string, args: readonly Node[], point: Point, budget: Budget): Complex {
  return opaqueValue(
    name,
    args.map((arg) => evaluate(arg, point, budget)),
  );
}

function bound(node: BinderNode, point: Point, budget: Budget): Complex {
  const within = (value: Complex): Complex => {
    const values = new Map(point.values).set(node.variable, value);
    return evaluate(node.body, { ...point, values }, budget);
  };
  if (node.name === 'integral' && node.from !== null && node.to !== null) {
    const [from, to] = [evaluate(node.from, point, budget), evaluate(node.to, point, budget)];
    if (isDefined(from) && isDefined(to) && from.im === 0 && to.im === 0)
      return integrate(within, from.re, to.re, (over) =>
        rangeOf(filled(node.body, point), node.variable, over, budget),
      );
  }
  const range = termRange(node, budget, new Map());
  if (range !== null) return finite(node, range, within);
  // The bound variable has a fixed value, so that equal bodies give equal values.
  const sample = complex(0.6180339);
  const variable = node.name === 'derivative' ? (point.values.get(node.variable) ?? sample) : sample;
  const parts = [within(variable), ...[node.from, node.to].map((part) => edge(part, point, budget))];
  return node.name === 'derivative'
    ? opaqueValue(`derivative ${node.variable}`, parts)
    : opaqueValue(node.name, parts);
}

/** The expression with the values of the point in the place of its symbols. */
function filled(node: Node, point: Point): Node {
  if (point.values.size === 0) return node;
  return rewrite(node, (inner) => {
    const value = inner.kind === 'symbol' ? point.values.get(inner.name) : undefined;
    return value === undefined || value.im !== 0 || !isDefined(value) ? inner : number(fromNumber(value.re));
  });
}

function edge(node: Node | null, point: Point, budget: Budget): Complex {
  if (node === null) return complex(0.271828);
  const value = evaluate(node, point, budget);
  return size(value) === Number.POSITIVE_INFINITY ? complex(value.re > 0 ? 31.4159 : -27.1828) : value;
}

function finite(
  node: BinderNode,
  range: { from: bigint; to: bigint },
  within: (k: Complex) => Complex,
): Complex {
  const product = node.name === 'product';
  let total = complex(product ? 1 : 0, 0, 0);
  for (let k = range.from; k <= range.to; k += 1n) {
    const term = within(complex(Number(k), 0, 0));
    total = product ? times(total, term) : plus(total, term);
  }
  return total;
}
