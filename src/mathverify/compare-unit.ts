// What units do to a comparison: two of them must agree after conversion; one alone is accepted, or not when units are
// strict.
import { type Node, number } from './ast.ts';
import { clock, dialsOf } from './calendar.ts';
import { anyEqual, type Compare, type Context, found, type Outcome } from './context.ts';
import { keyOf } from './key.ts';
import { multiply, type Rational, rational } from './rational.ts';
import { someNode } from './walk.ts';

export type Quantity = Node & { readonly kind: 'quantity' };

/** The outcome where one side at least carries a unit or a percent sign of its own; null when neither does. */
export function compareUnits(
  gold: Node,
  prediction: Node,
  context: Context,
  compare: Compare,
): Outcome | null {
  const percentage = withoutPercent(prediction);
  if (percentage !== null && isBare(gold)) {
    return context.options.units === 'strict'
      ? null
      : anyEqual([scaled(percentage, { n: 1n, d: 100n }), percentage], context, (value) =>
          compare(gold, value, context),
        );
  }
  if (gold.kind !== 'quantity' && prediction.kind !== 'quantity') return null;
  const [a, b] = [asRead(gold, prediction), asRead(prediction, gold)];
  if (a.kind !== 'quantity' && b.kind !== 'quantity') return compare(a, b, context);
  const { units } = context.options;
  if (units === 'off') return compare(withoutUnit(a), withoutUnit(b), context);
  if (a.kind !== b.kind && [a, b].some(isTime))
    return found(context, isShownAs(a, b) || isShownAs(b, a) ? 'equal' : 'different', 'a time of day');
  if (a.kind === 'quantity' && b.kind === 'quantity') return compareBoth(a, b, context, compare);
  if (a.kind === 'quantity') {
    if (units === 'strict')
      return found(context, 'different', `the prediction has no unit, the gold answer has ${a.unit.name}`);
    return anyEqual(readings(a, b), context, (reading) => compare(reading, b, context));
  }
  return anyEqual(readings(b as Quantity, a), context, (reading) => compare(a, reading, context));
}

/**
 * A letter behind a number is a unit only where the other side can have one: a number, or another quantity; 5am is a time
 * beside another time alone.
 */
function asRead(node: Node, other: Node): Node {
  if (node.kind !== 'quantity' || node.product === null) return node;
  const measured = other.kind === 'quantity' || (isBare(other) && node.unit !== clock);
  return measured ? node : node.product;
}

/** The number in front of a percent sign, with its sign; null for anything else. */
function withoutPercent(node: Node): Node | null {
  if (node.kind === 'percent') return node.value;
  const value = node.kind === 'negate' ? withoutPercent(node.value) : null;
  return value === null ? null : { kind: 'negate', value };
}

function isBare(node: Node): boolean {
  if (node.kind === 'negate') return isBare(node.value);
  if (node.kind === 'divide') return isBare(node.top) && isBare(node.bottom);
  return node.kind === 'number';
}

/** What a quantity may mean beside a value without a unit: its number, and cents as dollars or degrees as radians too. */
function readings({ value, unit }: Quantity, other: Node): Node[] {
  if (unit.dimension === 'dollars^1' && unit.scale.n !== unit.scale.d)
    return [value, scaled(value, unit.scale)];
  const turns = someNode(other, isAngle);
  return unit.dimension === 'angle^1' && turns ? [value, inRadians(value)] : [value];
}

/** What shows that a value is an angle: pi, or an inverse function. */
function isAngle(node: Node): boolean {
  return node.kind === 'constant' ? node.name === 'pi' : node.kind === 'call' && /^arc[cst]/.test(node.name);
}

function isTime(node: Node): node is Quantity {
  return node.kind === 'quantity' && node.unit === clock;
}

/** 3:30 p.m. may be written 3:30, and is not the 1/10 that this is as a ratio. */
function isShownAs(time: Node, text: Node): boolean {
  return isTime(time) && dialsOf(time.value).some((dial) => keyOf(dial) === keyOf(text));
}

function compareBoth(gold: Quantity, prediction: Quantity, context: Context, compare: Compare): Outcome {
  const [a, b] = [gold.unit, prediction.unit];
  const angles = /^(?:angle|radians)\^1$/;
  if (a.dimension !== b.dimension && angles.test(a.dimension) && angles.test(b.dimension)) {
    const turned = (side: Quantity): Node =>
      side.unit.dimension === 'angle^1' ? inRadians(side.value) : side.value;
    return compare(turned(gold), turned(prediction), context);
  }
  if (temperatures.test(a.dimension) && temperatures.test(b.dimension)) {
    const kinds = [a.dimension, b.dimension];
    const isSame = kinds[0] === kinds[1] || (kinds.includes('angle^1') && !kinds.includes('kelvin^1'));
    return isSame
      ? compare(gold.value, prediction.value, context)
      : compare(inFahrenheit(gold), inFahrenheit(prediction), context);
  }
  if (isSterling(a, b)) return compare(scaled(gold.value, a.scale), prediction.value, context);
  if (isSterling(b, a)) return compare(gold.value, scaled(prediction.value, b.scale), context);
  if (a.dimension !== b.dimension)
    return found(context, 'different', `units of different kinds: ${a.name} and ${b.name}`);
  return compare(scaled(gold.value, a.scale), scaled(prediction.value, b.scale), context);
}

/** Pounds are of money beside a sum of money. */
function isSterling(money: Quantity['unit'], pounds: Quantity['unit']): boolean {
  return money.dimension === 'sterling^1' && /^pounds?$/.test(pounds.name);
}

/** Degrees may be those of a temperature. */
const temperatures = /^(?:celsius|fahrenheit|kelvin|angle)\^1$/;

function inFahrenheit({ value, unit }: Quantity): Node {
  if (!/^[ck]/.test(unit.dimension)) return value;
  const zero = unit.dimension === 'celsius^1' ? rational(32n) : rational(-45967n, 100n);
  return { kind: 'add', terms: [scaled(value, { n: 9n, d: 5n }), number(zero)] };
}

function inRadians(value: Node): Node {
  const pi: Node = { kind: 'constant', name: 'pi' };
  return { kind: 'divide', top: { kind: 'multiply', factors: [value, pi] }, bottom: number(rational(180n)) };
}

function withoutUnit(node: Node): Node {
  return node.kind === 'quantity' ? node.value : node;
}

function scaled(value: Node, scale: Rational): Node {
  if (scale.n === scale.d) return value;
  if (value.kind === 'number') return number(multiply(value.value, scale), value.decimal);
  if (value.kind === 'negate') return { ...value, value: scaled(value.value, scale) };
  return { kind: 'multiply', factors: [value, number(scale)] };
}
