// What shows that two answers differ: a point and the two values there, or the two values alone.
import type { Complex } from './complex.ts';
import { type Rational, toNumber } from './rational.ts';

/** A counterexample. Without symbols the point is empty. */
export interface Witness {
  /** Values of the symbols, as fractions. */
  readonly point: Readonly<Record<string, string>>;
  /** The value of the gold answer at the point. */
  readonly gold: string;
  /** The value of the prediction there. */
  readonly prediction: string;
}

export function witnessAt(
  point: ReadonlyMap<string, Rational>,
  gold: Rational | Complex,
  prediction: Rational | Complex,
): Witness {
  return {
    point: Object.fromEntries([...point].map(([name, value]) => [name, rationalText(value)])),
    gold: valueText(gold),
    prediction: valueText(prediction),
  };
}

/** A counterexample to the equality of two relations: one holds there, and the other does not. */
export function witnessOfTruth(point: ReadonlyMap<string, Rational | Complex>, goldHolds: boolean): Witness {
  return {
    point: Object.fromEntries([...point].map(([name, value]) => [name, valueText(value)])),
    gold: `${goldHolds}`,
    prediction: `${!goldHolds}`,
  };
}

/** `x = -1: 3 against -3` */
export function witnessText({ point, gold, prediction }: Witness): string {
  const place = Object.entries(point).map(([name, value]) => `${name} = ${value}`);
  return `${place.length === 0 ? '' : `${place.join(', ')}: `}${gold} against ${prediction}`;
}

const maxDigits = 40;

/** A fraction as it is, or in decimals where that is shorter. */
function rationalText(value: Rational): string {
  const text = value.d === 1n ? `${value.n}` : `${value.n}/${value.d}`;
  if (text.length <= 12) return text;
  const decimals = decimalText(toNumber(value));
  return text.length <= maxDigits && !decimals.includes('e') && decimals.length >= text.length
    ? text
    : decimals;
}

function valueText(value: Rational | Complex): string {
  if ('n' in value) return rationalText(value);
  if (value.im === 0) return decimalText(value.re);
  return `${decimalText(value.re)} ${value.im < 0 ? '-' : '+'} ${decimalText(Math.abs(value.im))}i`;
}

function decimalText(value: number): string {
  return `${Number(value.toPrecision(10))}`;
}
