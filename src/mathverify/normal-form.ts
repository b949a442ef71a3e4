// A normal form: a sum of rational multiples of products of atoms, where max, min, remainders, ceilings and roots of
// squares are written with bars and floors. Two expressions with the same form are the same wherever both are defined.
import { type CallNode, call, type Node } from './ast.ts';
import type { Budget } from './budget.ts';
import {
  atomForm,
  bounded,
  constantForm,
  type Form,
  inverseOf,
  keyOfForm,
  nodeOf,
  plus,
  scaled,
  signOf,
  times,
  withoutContent,
} from './form.ts';
import { keyOf } from './key.ts';
import { minus } from './kinks.ts';
import * as q from './rational.ts';

const maxPower = 6n;

/** The difference of two expressions in normal form, as an expression; null when it has none of a bearable size. */
export function normalDifference(a: Node, b: Node, budget: Budget): { zero: boolean; node: Node } | null {
  const [left, right] = [formOf(a, budget), formOf(b, budget)];
  const form = left && right && plus(left, scaled(right, { n: -1n, d: 1n }));
  return form && { zero: form.size === 0, node: nodeOf(form) };
}

/** The form of an expression; null when it grows too large. */
export function formOf(node: Node, budget: Budget): Form | null {
  budget.charge();
  return bounded(unboundedForm(node, budget));
}

function unboundedForm(node: Node, budget: Budget): Form | null {
  switch (node.kind) {
    case 'number':
      return constantForm(node.value);
    case 'percent': {
      const value = formOf(node.value, budget);
      return value && scaled(value, { n: 1n, d: 100n });
    }
    case 'negate': {
      const value = formOf(node.value, budget);
      return value && scaled(value, { n: -1n, d: 1n });
    }
    case 'add':
      return node.terms.reduce<Form | null>((sum, term) => {
        const next = sum && formOf(term, budget);
        return sum && next && plus(sum, next);
      }, new Map());
    case 'multiply':
      return node.factors.reduce<Form | null>((product, factor) => {
        const next = product && formOf(factor, budget);
        return product && next && times(product, next, budget);
      }, constantForm(q.oneRational));
    case 'divide': {
      const top = formOf(node.top, budget);
      const bottom = top && formOf(node.bottom, budget);
      const inverse = bottom && inverseOf(bottom);
      return top && inverse && times(top, inverse, budget);
    }
    case 'power':
      return powerForm(node.base, node.exponent, budget);
    case 'call':
      return node.known ? callForm(node, budget) : atomForm(node, keyOf(node));
    default:
      return atomForm(node, keyOf(node));
  }
}

function powerForm(base: Node, exponent: Node, budget: Budget): Form | null {
  const inner = formOf(base, budget);
  const count = exponent.kind === 'negate' ? exponent.value : exponent;
  if (
    count.kind !== 'number' ||
    count.value.d !== 1n ||
    count.value.n < 0n ||
    count.value.n > maxPower ||
    inner === null
  ) {
    return atomForm(
      { kind: 'power', base, exponent },
      `^(${inner === null ? keyOf(base) : keyOfForm(inner)},${keyOf(exponent)})`,
    );
  }
  let result: Form | null = constantForm(q.oneRational);
  for (let k = 0n; k < count.value.n; k += 1n) result = result && times(result, inner, budget);
  return exponent.kind === 'negate' ? result && inverseOf(result) : result;
}

function callForm(node: CallNode, budget: Budget): Form | null {
  const [first, second] = node.args;
  switch (node.name) {
    case 'abs': {
      const inside = formOf(first!, budget);
      return inside && bars(inside, budget);
    }
    case 'max':
    case 'min':
      return extremeForm(node, budget);
    case 'root': {
      const square = second?.kind === 'number' && second.value.n === 2n && second.value.d === 1n;
      const side = square ? sideOf(first!, budget) : null;
      return side === null ? plainCall(node, budget) : callForm(call('abs', [side]) as CallNode, budget);
    }
    case 'floor': {
      const inside = formOf(first!, budget);
      return inside && floorForm(inside);
    }
    case 'ceil': {
      const inside = formOf(first!, budget);
      const floor = inside && floorForm(scaled(inside, { n: -1n, d: 1n }));
      return floor && scaled(floor, { n: -1n, d: 1n });
    }
    case 'mod': {
      const [a, b] = [formOf(first!, budget), formOf(second!, budget)];
      const inverse = b && inverseOf(b);
      const quotient = a && inverse && times(a, inverse, budget);
      const whole = quotient && b && times(floorForm(quotient), b, budget);
      return a && whole && plus(a, scaled(whole, { n: -1n, d: 1n }));
    }
    case 'sgn': {
      const inside = formOf(first!, budget);
      if (inside === null) return null;
      const sign = signOf(inside);
      const [core] = withoutContent(inside);
      const key = `sgn(${keyOfForm(core)})`;
      return inside.size === 0 ? inside : scaled(atomForm(call('sgn', [nodeOf(core)]), key), q.integer(sign));
    }
    default:
      return plainCall(node, budget);
  }
}

function plainCall(node: CallNode, budget: Budget): Form | null {
  if (node.name === 'piecewise') return atomForm(node, caseKey(node, budget));
  const keys = node.args.map((arg) => formKey(arg, budget));
  if (node.name === 'gcd' || node.name === 'lcm') keys.sort();
  return atomForm(node, `${node.name}(${keys.join(',')})`);
}

/** v for v v and for v^2. */
function sideOf(node: Node, budget: Budget): Node | null {
  if (node.kind === 'power' && node.exponent.kind === 'number') {
    return node.exponent.value.n === 2n && node.exponent.value.d === 1n ? node.base : null;
  }
  if (node.kind !== 'multiply' || node.factors.length !== 2) return null;
  return formKey(node.factors[0]!, budget) === formKey(node.factors[1]!, budget) ? node.factors[0]! : null;
}

/** The key of an expression's form, or of the expression as written where it has none. */
function formKey(node: Node, budget: Budget): string {
  const form = formOf(node, budget);
  return form === null ? keyOf(node) : keyOfForm(form);
}

/** Values and conditions by their forms; a condition is a difference that is compared with zero. */
function caseKey(node: CallNode, budget: Budget): string {
  const keys = node.args.map((arg) => {
    if (arg.kind !== 'relation') return formKey(arg, budget);
    const parts = arg.parts.slice(1).map((part, k) => formKey(minus(arg.parts[k]!, part), budget));
    return `${arg.operators.join(' ')} ${parts.join('; ')}`;
  });
  return `cases(${keys.join(' | ')})`;
}

/** max(a, b) = (a + b + |a - b|) / 2, and min with the other sign. */
function extremeForm(node: CallNode, budget: Budget): Form | null {
  const half = { n: 1n, d: 2n };
  let result: Form | null = null;
  for (const [k, arg] of node.args.entries()) {
    const next = formOf(arg, budget);
    if (next === null) return null;
    if (k === 0) {
      result = next;
      continue;
    }
    const difference: Form | null = result && plus(result, scaled(next, { n: -1n, d: 1n }));
    const distance: Form | null = difference && bars(difference, budget);
    const sum: Form | null = result && plus(result, next);
    result =
      sum &&
      distance &&
      bounded(plus(scaled(sum, half), scaled(distance, node.name === 'max' ? half : { n: -1n, d: 2n })));
    if (result === null) return null;
  }
  return result;
}

/** An absolute value: factors come out of the bars, each in bars of its own where its power is odd. */
function bars(inside: Form, budget: Budget): Form | null {
  if (inside.size === 0) return inside;
  const [core, content] = withoutContent(inside);
  const [only] = core.values();
  if (core.size > 1)
    return scaled(atomForm(call('abs', [nodeOf(core)]), `|${keyOfForm(core)}|`, core), q.absolute(content));
  let result: Form | null = constantForm(q.absolute(content));
  for (const [key, atom] of only!.atoms) {
    const alone = atomForm(atom.node, key, atom.inside);
    const even = atom.power % 2 === 0 || atom.inside !== null;
    const one = even ? alone : atomForm(call('abs', [atom.node]), `|${keyOfForm(alone)}|`, alone);
    const odd = even ? null : one;
    const whole = atomForm(
      atom.node,
      key,
      atom.inside,
      even ? atom.power : atom.power - Math.sign(atom.power),
    );
    const turned = odd && atom.power < 0 ? inverseOf(odd) : odd;
    const factor: Form | null = even
      ? whole
      : turned && (Math.abs(atom.power) === 1 ? turned : times(whole, turned, budget));
    result = result && factor && times(result, factor, budget);
  }
  return result;
}

/** A floor, with the whole part of the constant term outside. */
function floorForm(inside: Form): Form {
  const constant = inside.get('')?.factor ?? q.zeroRational;
  const whole = q.rational(q.floorOf(constant));
  const rest = plus(inside, constantForm(q.negate(whole)))!;
  if ([...rest.keys()].every((key) => key === '')) return constantForm(whole);
  return plus(atomForm(call('floor', [nodeOf(rest)]), `floor(${keyOfForm(rest)})`), constantForm(whole))!;
}
