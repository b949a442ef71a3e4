// The form of an expression in one case: bars, extremes, signs, steps and pieces are decided, which may open new cases.
import type { CallNode, Node, RelationNode } from './ast.ts';
import {
  choose,
  difference,
  isAtLeast,
  linearOf,
  minusOne,
  type Path,
  row,
  signIn,
  sure,
  uncovered,
} from './case-path.ts';
import {
  atomForm,
  constantForm,
  type Form,
  inverseOf,
  keyOfForm,
  plus,
  scaled,
  type Term,
  times,
} from './form.ts';
import { keyOf } from './key.ts';
import { isBent } from './kinks.ts';
import { type Inequality, type Linear, rangeOfLinear } from './linear-system.ts';
import * as q from './rational.ts';

const maxSteps = 48;
const kinds = /^(?:abs|sgn|floor|ceil|max|min|mod|root|piecewise)$/;

/** The form of an expression in the case at hand; throws `uncovered` where it has none. */
export function formIn(node: Node, path: Path): Form {
  path.budget.charge();
  switch (node.kind) {
    case 'number':
      return constantForm(node.value);
    case 'symbol':
      return path.symbols.get(node.name) ?? atomForm(node, keyOf(node));
    case 'percent':
      return scaled(formIn(node.value, path), { n: 1n, d: 100n });
    case 'negate':
      return scaled(formIn(node.value, path), minusOne);
    case 'add':
      return node.terms.reduce<Form>((sum, term) => sure(plus(sum, formIn(term, path))), new Map());
    case 'multiply':
      return node.factors.reduce<Form>(
        (product, factor) => sure(times(product, formIn(factor, path), path.budget)),
        constantForm(q.oneRational),
      );
    case 'divide':
      return sure(times(formIn(node.top, path), sure(inverseOf(formIn(node.bottom, path))), path.budget));
    case 'power':
      return powerIn(node.base, node.exponent, path);
    case 'call':
      return node.known && kinds.test(node.name) ? callIn(node, path) : opaqueIn(node, path);
    case 'constant':
      return atomForm(node, keyOf(node));
    default:
      if (isBent(node)) throw uncovered;
      return atomForm(node, keyOf(node));
  }
}

function powerIn(base: Node, exponent: Node, path: Path): Form {
  const count = exponent.kind === 'negate' ? exponent.value : exponent;
  const inner = formIn(base, path);
  if (count.kind !== 'number' || count.value.d !== 1n || count.value.n > 8n || count.value.n < 0n) {
    const key = `^(${keyOfForm(inner)},${keyOfForm(formIn(exponent, path))})`;
    return atomForm({ kind: 'symbol', name: key }, key);
  }
  let result = constantForm(q.oneRational);
  for (let k = 0n; k < count.value.n; k += 1n) result = sure(times(result, inner, path.budget));
  return exponent.kind === 'negate' ? sure(inverseOf(result)) : result;
}

/** A call that is not taken apart, by the forms of its arguments. */
function opaqueIn(node: CallNode, path: Path): Form {
  const keys = node.args.map((arg) => keyOfForm(formIn(arg, path)));
  if (node.name === 'gcd' || node.name === 'lcm') keys.sort();
  const key = `${node.known ? '' : '?'}${node.name}(${keys.join(',')})`;
  return atomForm({ kind: 'symbol', name: key }, key);
}

function callIn(node: CallNode, path: Path): Form {
  switch (node.name) {
    case 'abs':
      return barsIn(node.args[0]!, path);
    case 'sgn': {
      const inside = formIn(node.args[0]!, path);
      return constantForm(q.integer(signIn(inside, node.args[0]!, path)));
    }
    case 'max':
    case 'min':
      return node.args.slice(1).reduce(
        (best, arg) => {
          const next = formIn(arg, path);
          const first = isAtLeast(difference(best, next), path);
          return first === (node.name === 'max') ? best : next;
        },
        formIn(node.args[0]!, path),
      );
    case 'floor':
      return floorIn(formIn(node.args[0]!, path), path);
    case 'ceil':
      return scaled(floorIn(scaled(formIn(node.args[0]!, path), minusOne), path), minusOne);
    case 'mod': {
      const [a, b] = [formIn(node.args[0]!, path), formIn(node.args[1]!, path)];
      const floor = floorIn(sure(times(a, sure(inverseOf(b)), path.budget)), path);
      return difference(a, sure(times(b, floor, path.budget)));
    }
    case 'root':
      return squareSide(node, path) ?? opaqueIn(node, path);
    default:
      return piecesIn(node, path);
  }
}

/** |v| of the square root of v v or of even powers alone; null of any other root. */
function squareSide({ args: [inside, degree] }: CallNode, path: Path): Form | null {
  if (degree?.kind !== 'number' || degree.value.n !== 2n || degree.value.d !== 1n) return null;
  if (inside!.kind === 'multiply' && inside!.factors.length === 2) {
    const [first, second] = inside!.factors.map((factor) => keyOfForm(formIn(factor, path)));
    if (first === second) return barsIn(inside!.factors[0]!, path);
  }
  const factors = inside!.kind === 'multiply' ? inside!.factors : [inside!];
  let result = constantForm(q.oneRational);
  for (const factor of factors) {
    const side = sideIn(factor, path);
    if (side === null) return null;
    result = sure(times(result, side, path.budget));
  }
  return result;
}

/** The root of a square: of a number, or of an even power. */
function sideIn(node: Node, path: Path): Form | null {
  if (node.kind === 'number') {
    const root = q.sizeOf(node.value) > 256 ? null : q.exactRoot(node.value, 2n);
    return root && constantForm(root);
  }
  if (node.kind !== 'power' || node.exponent.kind !== 'number') return null;
  const { n, d } = node.exponent.value;
  if (d !== 1n || n % 2n !== 0n || n < 2n || n > 8n) return null;
  const bars = barsIn(node.base, path);
  let result = bars;
  for (let k = 2n; k < n; k += 2n) result = sure(times(result, bars, path.budget));
  return result;
}

/** An absolute value, that of a product factor by factor: their signs are linear more often. */
function barsIn(node: Node, path: Path): Form {
  switch (node.kind) {
    case 'negate':
      return barsIn(node.value, path);
    case 'multiply':
      return node.factors.reduce<Form>(
        (product, factor) => sure(times(product, barsIn(factor, path), path.budget)),
        constantForm(q.oneRational),
      );
    case 'divide':
      return sure(times(barsIn(node.top, path), sure(inverseOf(barsIn(node.bottom, path))), path.budget));
    default: {
      const inside = formIn(node, path);
      return scaled(inside, q.integer(isAtLeast(inside, path, node) ? 1 : -1));
    }
  }
}

/** A floor: whole parts come out, and what is left is split by its whole values where they are few. */
function floorIn(form: Form, path: Path): Form {
  const outside = new Map<string, Term>();
  const inside = new Map(form);
  for (const [key, term] of form) {
    if (key !== '' && term.factor.d === 1n && path.wholeAtoms.has(key)) {
      outside.set(key, term);
      inside.delete(key);
    }
  }
  const linear = linearOf(inside);
  const [low, high] = [...inside.keys()].some((key) => key !== '')
    ? rangeOfLinear(linear, path.rows, path.budget)
    : [linear.get('') ?? q.zeroRational, linear.get('') ?? q.zeroRational];
  if (low !== null && high !== null) {
    const [first, last] = [q.floorOf(low), q.floorOf(high)];
    if (last - first > BigInt(maxSteps)) throw uncovered;
    const values = Array.from({ length: Number(last - first) + 1 }, (_, k) => first + BigInt(k));
    const chosen =
      values.length === 1
        ? 0
        : choose(
            values.map((value) => ({ rows: within(linear, value, path) })),
            path,
          );
    return sure(plus(outside, constantForm({ n: values[chosen]!, d: 1n })));
  }
  const key = `floor(${keyOfForm(inside)})`;
  const atom = atomForm({ kind: 'symbol', name: key }, key);
  const [name] = atom.keys();
  path.wholeAtoms.add(name!);
  path.rows.push(...within(linear, 0n, path, name!));
  return sure(plus(outside, atom));
}

/** value <= linear < value + 1, the value plus that of a variable where one is named. */
function within(linear: Linear, value: bigint, path: Path, name: string | null = null): Inequality[] {
  const above = new Map(linear);
  above.set('', q.add(above.get('') ?? q.zeroRational, { n: -value, d: 1n }));
  if (name !== null) above.set(name, minusOne);
  const below = new Map([...above].map(([key, c]) => [key, q.negate(c)]));
  below.set('', q.add(below.get('')!, q.oneRational));
  return [row(above, false, path), row(below, true, path)];
}

/** The value of the first case whose condition holds. */
function piecesIn(node: CallNode, path: Path): Form {
  for (let k = 0; k + 1 < node.args.length; k += 2) {
    const condition = node.args[k + 1]!;
    if (condition.kind !== 'relation') throw uncovered;
    if (holdsIn(condition, path)) return formIn(node.args[k]!, path);
  }
  throw uncovered;
}

function holdsIn(condition: RelationNode, path: Path): boolean {
  for (const [k, operator] of condition.operators.entries()) {
    const gap = difference(formIn(condition.parts[k]!, path), formIn(condition.parts[k + 1]!, path));
    if (!holds(operator, gap, path)) return false;
  }
  return true;
}

function holds(operator: string, gap: Form, path: Path): boolean {
  switch (operator) {
    case '>=':
      return isAtLeast(gap, path);
    case '<':
      return !isAtLeast(gap, path);
    case '<=':
      return isAtLeast(scaled(gap, minusOne), path);
    case '>':
      return !isAtLeast(scaled(gap, minusOne), path);
    default:
      return (signIn(gap, null, path) === 0) === (operator === '=');
  }
}
