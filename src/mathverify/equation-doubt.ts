// Whether an equation that is false as written may be true as meant. In doubt it is: who looks for errors in a
// solution must not find one that is none.
import type { Node } from './ast.ts';
import { constantValue } from './compare-number.ts';
import type { Context } from './context.ts';
import type { NumericSide } from './equation-number.ts';
import { absolute, floorOf, type Rational, subtract, toNumber } from './rational.ts';
import { someNode } from './walk.ts';

/** With one of these, a false equation may be intended (a contradiction) or be true in another arithmetic (moduli). */
const other =
  /\b(?:mod(?:ulo|ulus)?|base[- ]?\d|binary|octal|hexadecimal|contradict\w*|impossible|false|incorrect|wrong|invalid|approximate\w*|round(?:ed|ing)?|roughly|nearly|no solutions?|not (?:true|equal|possible)|does(?: not|n't) hold)\b|\\[pb]?mod(?![a-zA-Z])|\\(?:not|neq?|equiv)(?![a-zA-Z])|[≡≢≠]/i;

export function speaksOfOtherArithmetic(text: string): boolean {
  return other.test(text);
}

/** Whether one side is a lone decimal that is the other rounded to its digits. */
export function holdsRounded(left: NumericSide, right: NumericSide, context: Context): boolean {
  const places = [left, right].map((side) => (isPlainNumber(side.value) ? placesOf(side.text) : 0));
  if (places.every((count) => count === 0)) return false;
  const [a, b] = [constantValue(left.value, context), constantValue(right.value, context)];
  if (a === null || b === null) return false;
  const apart = absolute(subtract(a, b));
  // Half a unit of the last digit.
  return places.some((count) => count > 0 && 2n * apart.n * 10n ** BigInt(count) <= apart.d);
}

/** Digits after the point of a lone number; a percent sign moves the point by two. */
function placesOf(text: string): number {
  const digits = /\.(\d{1,30})/.exec(text)?.[1]?.length ?? 0;
  return digits === 0 ? 0 : digits + (text.includes('%') ? 2 : 0);
}

/** Unequal as read, but another reading or rounded decimals could make it true; or a contradiction, as 0 = 1. */
export function seemsFalseOnly(left: NumericSide, right: NumericSide, context: Context): boolean {
  const bare = [left, right].map((side) => isPlainNumber(side.value));
  // "20% of $50 = 0.2 * 50", "6 = 36": what comes before the first number may belong to it.
  if ((left.isFirst && bare[0]) || bare.every((is) => is)) return true;
  if ([left, right].some(hasSecondReading) || right.next === '?' || right.text.endsWith('!')) return true;
  const [a, b] = [constantValue(left.value, context), constantValue(right.value, context)];
  if (a === null || b === null) return true;
  return isPercent(left, right, a, b) || isQuotient(left, a, b) || isWithinSlack(left, right, a, b);
}

const secondReading = [
  // -2^2 is -4, but is often written for 4
  /(?:^|[({[*/·×=])\s*[-−–]\s*\d[\d.,]*\s*(?:\^|\*\*|[²³])/,
  // a mixed number, or a product
  /\d\s*\\[dtc]?frac|\d\s+\d/,
];

function hasSecondReading(side: NumericSide): boolean {
  const { text, value, plain, isFirst } = side;
  if (secondReading.some((form) => form.test(text))) return true;
  // "- 5 + 3 = 8" in a list, "set A -3 = 4"
  if (isFirst && plain && /^[-−–]/.test(text)) return true;
  // The inverse functions have many values.
  return someNode(value, (node) => node.kind === 'call' && node.name.startsWith('arc'));
}

/** 0.2 * 100 = 20%, or 1/4 = 25 with the sign left out. */
function isPercent(left: NumericSide, right: NumericSide, a: Rational, b: Rational): boolean {
  if (!left.text.includes('%') && !right.text.includes('%')) return false;
  const [x, y] = [toNumber(a), toNumber(b)];
  return [100 * y, y / 100].some((scaled) => Math.abs(x - scaled) <= 0.006 * Math.abs(scaled));
}

/** 18 \div 4 = 4, with the remainder spoken of elsewhere. */
function isQuotient(left: NumericSide, a: Rational, b: Rational): boolean {
  return /÷|\\div(?![A-Za-z])/.test(left.text) && b.d === 1n && floorOf(a) === b.n;
}

/** Decimals with two or more digits may have been rounded before; to first order their relative errors add up. */
function isWithinSlack(left: NumericSide, right: NumericSide, a: Rational, b: Rational): boolean {
  let slack = 0;
  for (const side of [left, right]) {
    if (isPlainNumber(side.value)) continue;
    for (const [number, digits] of side.text.matchAll(/\d*\.(\d{2,30})/g)) {
      slack += 10 ** -digits!.length / Math.max(Number(number), Number.MIN_VALUE);
    }
  }
  const [x, y] = [toNumber(a), toNumber(b)];
  return Math.abs(x - y) < slack * Math.max(Math.abs(x), Math.abs(y));
}

/** Whether a node is a number as written, perhaps negative or a percentage. */
function isPlainNumber(node: Node): boolean {
  if (node.kind === 'number') return true;
  return (node.kind === 'negate' || node.kind === 'percent') && isPlainNumber(node.value);
}
