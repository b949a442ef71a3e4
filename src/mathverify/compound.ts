// Amounts in several units of one kind: 5 ft 6 in, 2 hours and 30 minutes, 12 dollars and 50 cents, 22 degrees 30 minutes.
import { type Node, number } from './ast.ts';
import { readNumber } from './number-token.ts';
import { add, compare, divide, multiply, type Rational, rational } from './rational.ts';
import { type Unit, unitOf } from './units.ts';

const part = /\s*(?:,|and\b|,\s*and\b)?\s*(\d[\d,]*(?:\.\d+)?)[\s-]*([\p{L}$¢]+)\.?/uy;
const turn =
  /^(-?)(\d+)\s*(?:°|deg(?:rees?)?)\s*(\d+)\s*(?:['’′]|min(?:utes?)?)(?:\s*(\d+(?:\.\d+)?)\s*(?:''|["”″]|sec(?:onds?)?))?$/;

const heights = /^(\d+)\s*['’′]\s*(\d+(?:\.\d+)?)\s*(?:''|["”″])$/;

/** The amount in its smallest unit (money in its largest), or null for anything else. */
export function compoundOf(text: string): Node | null {
  const turned = turn.exec(text);
  if (turned !== null) return degreesOf(turned);
  const parts: { value: Rational; unit: Unit; decimal: boolean }[] = [];
  let at = 0;
  while (at < text.length) {
    part.lastIndex = at;
    const found = part.exec(text);
    const read = found && readNumber(found[1]!, 0, { commaGroups: true, plain: true });
    const before = parts[parts.length - 1];
    // 1h30m
    const isMinutes = found?.[2] === 'm' && before?.unit.dimension === 'time^1';
    const unit = found && unitOf(isMinutes ? 'min' : found[2]!);
    if (read === null || unit === null || read.end !== found![1]!.length) return null;
    if (before !== undefined && !isSmaller(unit, before.unit)) return null;
    parts.push({ value: read.node.value, unit, decimal: read.node.decimal });
    at = part.lastIndex;
  }
  if (parts.length < 2 || parts.slice(0, -1).some(({ decimal }) => decimal)) return null;
  const [first, last] = [parts[0]!, parts[parts.length - 1]!];
  const { unit } = unitOf('dollar')!.dimension === first.unit.dimension ? first : last;
  const total = parts.reduce((sum, one) => add(sum, multiply(one.value, one.unit.scale)), rational(0n));
  const value = number(divide(total, unit.scale)!, last.decimal);
  return { kind: 'quantity', value, unit, product: null };
}

/** 5'6" in inches; null for anything else. */
export function heightOf(text: string): Node | null {
  const height = heights.exec(text);
  return height && compoundOf(`${height[1]} ft ${height[2]} in`);
}

function isSmaller(unit: Unit, other: Unit): boolean {
  return unit.dimension === other.dimension && compare(unit.scale, other.scale) < 0;
}

function degreesOf([, sign, whole, minutes, seconds = '0']: readonly string[]): Node {
  const read = (text: string): Rational =>
    readNumber(text, 0, { commaGroups: false, plain: true })!.node.value;
  const sixty = rational(60n);
  const small = divide(add(read(minutes!), divide(read(seconds), sixty)!), sixty)!;
  const total = add(read(whole!), small);
  const value = number(sign === '-' ? { n: -total.n, d: total.d } : total);
  return { kind: 'quantity', value, unit: unitOf('°')!, product: null };
}
