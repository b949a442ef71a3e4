// Bounds of a real expression over an interval of one variable, by interval arithmetic: no value of it lies outside.
import type { CallNode, Node } from './ast.ts';
import type { Budget } from './budget.ts';
import { exactValue } from './exact.ts';
import { toNumber } from './rational.ts';

/** Lower and upper bound. */
export type Range = readonly [low: number, high: number];

const slack = 1e-14;

function around(...values: number[]): Range | null {
  if (values.some(Number.isNaN)) return null;
  const [low, high] = [Math.min(...values), Math.max(...values)];
  return [low - Math.abs(low) * slack, high + Math.abs(high) * slack];
}

/** The bounds where a variable runs over an interval, or null where they are not known. */
export function rangeOf(node: Node, variable: string, over: Range, budget: Budget): Range | null {
  budget.charge();
  const of = (part: Node): Range | null => rangeOf(part, variable, over, budget);
  switch (node.kind) {
    case 'number':
      return around(toNumber(node.value));
    case 'constant':
      return node.name === 'pi' ? around(Math.PI) : node.name === 'e' ? around(Math.E) : null;
    case 'symbol':
      return node.name === variable ? over : null;
    case 'negate': {
      const value = of(node.value);
      return value && [-value[1], -value[0]];
    }
    case 'add':
      return node.terms.map(of).reduce((a, b) => a && b && around(a[0] + b[0], a[1] + b[1]));
    case 'multiply':
      return node.factors.map(of).reduce((a, b) => a && b && products(a, b));
    case 'divide': {
      const [top, bottom] = [of(node.top), of(node.bottom)];
      if (top === null || bottom === null || (bottom[0] <= 0 && bottom[1] >= 0)) return null;
      return products(top, [1 / bottom[1], 1 / bottom[0]]);
    }
    case 'power':
      return ofPower(of(node.base), node.exponent, of, budget);
    case 'call':
      return node.known && node.args.length > 0 ? ofCall(node, of(node.args[0]!)) : null;
    default:
      return null;
  }
}

function products(a: Range, b: Range): Range | null {
  return around(a[0] * b[0], a[0] * b[1], a[1] * b[0], a[1] * b[1]);
}

function ofPower(
  base: Range | null,
  exponentNode: Node,
  of: (node: Node) => Range | null,
  budget: Budget,
): Range | null {
  if (base === null) return null;
  const whole = exactValue(exponentNode, budget);
  if (whole?.d === 1n) {
    const count = Number(whole.n);
    if (count < 0 && base[0] <= 0 && base[1] >= 0) return null;
    const ends = [base[0] ** count, base[1] ** count];
    return base[0] < 0 && base[1] > 0 && count % 2 === 0 ? around(0, ...ends) : around(...ends);
  }
  const exponent = of(exponentNode);
  if (exponent === null || base[0] <= 0) return null;
  return around(...base.flatMap((b) => exponent.map((e) => b ** e)));
}

function ofCall({ name, args }: CallNode, x: Range | null): Range | null {
  if (x === null) return null;
  const [low, high] = x;
  switch (name) {
    case 'sin':
      return waves(low - Math.PI / 2, high - Math.PI / 2);
    case 'cos':
      return waves(low, high);
    case 'ln':
      return low > 0 ? around(Math.log(low), Math.log(high)) : null;
    case 'arctan':
      return around(Math.atan(low), Math.atan(high));
    case 'floor':
      return [Math.floor(low), Math.floor(high)];
    case 'ceil':
      return [Math.ceil(low), Math.ceil(high)];
    case 'abs':
      return low <= 0 && high >= 0 ? around(0, -low, high) : around(Math.abs(low), Math.abs(high));
    case 'root':
      return low >= 0 && args[1]?.kind === 'number' && args[1].value.n === 2n
        ? around(Math.sqrt(low), Math.sqrt(high))
        : null;
    default:
      return null;
  }
}

/** The cosine between two angles. */
function waves(low: number, high: number): Range | null {
  const ends = [Math.cos(low), Math.cos(high)];
  const turns = (from: number): boolean =>
    Math.floor((high - from) / (2 * Math.PI)) > Math.floor((low - from) / (2 * Math.PI));
  const values = [...ends, ...(turns(0) ? [1] : []), ...(turns(Math.PI) ? [-1] : [])];
  return around(...values);
}
