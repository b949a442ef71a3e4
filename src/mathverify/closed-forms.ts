// Closed forms: antiderivatives of sums of powers, convergent sums of a polynomial times a geometric sequence, the
// exponential series, zeta at even numbers and gamma at halves. Null where none is known.
import { type BinderNode, call, type Node, number } from './ast.ts';
import type { Budget } from './budget.ts';
import { exactValue } from './exact.ts';
import { nodeOf } from './form.ts';
import { formOf } from './normal-form.ts';
import { isInfinite, samples } from './polynomial-samples.ts';
import type { Rational } from './rational.ts';
import * as q from './rational.ts';
import { rewrite, symbolsOf } from './walk.ts';

const e: Node = { kind: 'constant', name: 'e' };
const pi: Node = { kind: 'constant', name: 'pi' };

const times = (...factors: Node[]): Node => ({ kind: 'multiply', factors });
const raised = (base: Node, exponent: Rational): Node => ({
  kind: 'power',
  base,
  exponent: number(exponent),
});

/** The integral of a sum of whole powers of the variable, with finite bounds or one that is infinite. */
export function powerIntegral(node: BinderNode, budget: Budget): Node | null {
  const { from, to, variable } = node;
  if (from === null || to === null) return null;
  const form = formOf(node.body, budget);
  if (form === null || form.size === 0) return null;
  const infinite = isInfinite(to);
  if (isInfinite(from) || (infinite && to.kind === 'negate')) return null;
  const terms: Node[] = [];
  for (const [key, term] of form) {
    let power = 0;
    const others = new Map(term.atoms);
    for (const [name, atom] of term.atoms) {
      if (atom.node.kind === 'symbol' && atom.node.name === variable) {
        power = atom.power;
        others.delete(name);
      } else if (symbolsOf(atom.node).has(variable)) return null;
    }
    if (power < 0 && !isPositive(from, to, budget)) return null;
    if (power === -1 || (infinite && power > -2)) return null;
    const coefficient = nodeOf(new Map([[key, { factor: term.factor, atoms: others }]]));
    const next = q.integer(power + 1);
    const gap: Node = infinite
      ? { kind: 'negate', value: raised(from, next) }
      : { kind: 'add', terms: [raised(to, next), { kind: 'negate', value: raised(from, next) }] };
    terms.push(times(coefficient, number(q.divide(q.oneRational, next)!), gap));
  }
  return { kind: 'add', terms };
}

function isPositive(from: Node, to: Node, budget: Budget): boolean {
  const [low, high] = [exactValue(from, budget), exactValue(to, budget)];
  return low !== null && low.n > 0n && (isInfinite(to) || (high !== null && high.n > 0n));
}

/** A polynomial times the powers of a number, as the values of a term. */
interface Geometric {
  readonly polynomial: Node[];
  readonly ratio: Rational;
}

/** The value of a convergent sum to infinity. */
export function infiniteSum(node: BinderNode, budget: Budget): Node | null {
  if (node.from === null || node.to === null || !isInfinite(node.to) || node.to.kind === 'negate')
    return null;
  const start = exactValue(node.from, budget);
  if (start?.d !== 1n || start.n < 0n || start.n > 50n) return null;
  return (
    geometricSum(node, start, budget) ?? exponentialSum(node, start, budget) ?? zetaSum(node, start, budget)
  );
}

function geometricSum({ body, variable }: BinderNode, start: Rational, budget: Budget): Node | null {
  const parts = geometricOf(body, variable, budget);
  if (parts === null || q.compare(q.absolute(parts.ratio), q.oneRational) >= 0 || parts.ratio.n === 0n)
    return null;
  const shifted: Node = {
    kind: 'add',
    terms: [{ kind: 'symbol', name: variable }, number(start)],
  };
  const polynomial = rewrite(times(number(q.oneRational), ...parts.polynomial), (inner) =>
    inner.kind === 'symbol' && inner.name === variable ? shifted : inner,
  );
  let row = samples(polynomial, variable, budget);
  if (row === null) return null;
  // With the differences D of the polynomial at the start: the sum of D_j r^j / (1 - r)^(j + 1).
  const rest = q.subtract(q.oneRational, parts.ratio);
  let weight = q.divide(q.power(parts.ratio, start.n)!, rest)!;
  let total = q.zeroRational;
  while (row.length > 0) {
    total = q.add(total, q.multiply(weight, row[0]!));
    weight = q.multiply(weight, q.divide(parts.ratio, rest)!);
    row = row.slice(1).map((value, k) => q.subtract(value, row![k]!));
  }
  return number(total);
}

function geometricOf(node: Node, variable: string, budget: Budget): Geometric | null {
  if (!symbolsOf(node).has(variable) || samples(node, variable, budget) !== null)
    return { polynomial: [node], ratio: q.oneRational };
  switch (node.kind) {
    case 'negate': {
      const inner = geometricOf(node.value, variable, budget);
      return inner && { ...inner, polynomial: [...inner.polynomial, number(q.integer(-1))] };
    }
    case 'multiply': {
      const parts = node.factors.map((factor) => geometricOf(factor, variable, budget));
      if (!parts.every((part) => part !== null)) return null;
      return {
        polynomial: parts.flatMap((part) => part.polynomial),
        ratio: parts.reduce((product, part) => q.multiply(product, part.ratio), q.oneRational),
      };
    }
    case 'divide': {
      const [top, bottom] = [
        geometricOf(node.top, variable, budget),
        geometricOf(node.bottom, variable, budget),
      ];
      const constant = bottom && exactValue(times(number(q.oneRational), ...bottom.polynomial), budget);
      const ratio = top && bottom && q.divide(top.ratio, bottom.ratio);
      const inverse = constant && q.divide(q.oneRational, constant);
      return top && ratio && inverse ? { polynomial: [...top.polynomial, number(inverse)], ratio } : null;
    }
    case 'power': {
      const base = exactValue(node.base, budget);
      const exponent = base && samples(node.exponent, variable, budget);
      if (!base || exponent?.length !== 2) return null;
      const [first, second] = exponent as [Rational, Rational];
      const slope = q.subtract(second, first);
      const [constant, ratio] = [first, slope].map((count) =>
        count.d === 1n ? q.power(base, count.n) : null,
      );
      return constant && ratio ? { polynomial: [number(constant)], ratio } : null;
    }
    default:
      return null;
  }
}

/** The sum of r^k / k! from zero or one. */
function exponentialSum({ body, variable }: BinderNode, start: Rational, budget: Budget): Node | null {
  if (
    start.n > 1n ||
    body.kind !== 'divide' ||
    body.bottom.kind !== 'call' ||
    body.bottom.name !== 'factorial'
  )
    return null;
  const [inside] = body.bottom.args;
  if (inside?.kind !== 'symbol' || inside.name !== variable) return null;
  const { top } = body;
  const isPower =
    top.kind === 'power' &&
    top.exponent.kind === 'symbol' &&
    top.exponent.name === variable &&
    !symbolsOf(top.base).has(variable);
  const base = isPower ? top.base : exactValue(top, budget)?.n === 1n ? number(q.oneRational) : null;
  if (base === null) return null;
  const value: Node = { kind: 'power', base: e, exponent: base };
  return start.n === 0n ? value : { kind: 'add', terms: [value, number(q.integer(-1))] };
}

const zetaParts = new Map([
  [2n, 6n],
  [4n, 90n],
  [6n, 945n],
  [8n, 9450n],
  [10n, 93_555n],
]);

/** The sum of 1/k^s for an even s. */
function zetaSum({ body, variable }: BinderNode, start: Rational, budget: Budget): Node | null {
  if (start.n !== 1n || body.kind !== 'divide' || body.bottom.kind !== 'power') return null;
  const { base, exponent } = body.bottom;
  if (base.kind !== 'symbol' || base.name !== variable || symbolsOf(body.top).has(variable)) return null;
  const order = exactValue(exponent, budget);
  const value = order && zetaAt(order);
  return value && times(body.top, value);
}

/** zeta(s) for a small even s. */
export function zetaAt(order: Rational): Node | null {
  const part = order.d === 1n ? zetaParts.get(order.n) : undefined;
  return part === undefined
    ? null
    : { kind: 'divide', top: raised(pi, order), bottom: number({ n: part, d: 1n }) };
}

/** Gamma of a whole number or of half of an odd one. */
export function gammaAt(value: Rational): Node | null {
  if (value.n <= 0n || value.n > 100n) return null;
  if (value.d === 1n) return call('factorial', [number(q.rational(value.n - 1n))]);
  if (value.d !== 2n) return null;
  let product = q.oneRational;
  for (let top = value.n - 2n; top > 0n; top -= 2n) product = q.multiply(product, { n: top, d: 2n });
  return times(number(product), call('root', [pi, number(q.integer(2))]));
}
