// Exact rational arithmetic for the generators: whole numbers held in `number`, never rounded. Every product
// and sum is checked to be a safe integer, so an overflow throws instead of giving a wrong solution. (BigInt is as exact
// and ten times slower.)

/** A fraction in lowest terms; `den` is positive. */
export interface Fraction {
  readonly num: number;
  readonly den: number;
}

/** The greatest common divisor, not negative; gcd(0, 0) = 0. */
export function gcd(a: number, b: number): number {
  let x = Math.abs(a);
  let y = Math.abs(b);
  while (y !== 0) [x, y] = [y, x % y];
  return x;
}

/** `num / den` in lowest terms. */
export function fraction(num: number, den = 1): Fraction {
  if (den === 1) return { num: safe(num) + 0, den };
  if (den === 0) throw new RangeError('a fraction cannot have the denominator 0');
  const divisor = gcd(safe(num), safe(den)) * Math.sign(den);
  return { num: num / divisor + 0, den: den / divisor };
}

export function add(a: Fraction, b: Fraction): Fraction {
  return fraction(safe(a.num * b.den) + safe(b.num * a.den), a.den * b.den);
}

export function subtract(a: Fraction, b: Fraction): Fraction {
  return fraction(safe(a.num * b.den) - safe(b.num * a.den), a.den * b.den);
}

export function multiply(a: Fraction, b: Fraction): Fraction {
  return fraction(a.num * b.num, a.den * b.den);
}

export function divide(a: Fraction, b: Fraction): Fraction {
  return fraction(a.num * b.den, a.den * b.num);
}

/** A power of whole numbers by multiplication: `**` need not be exact on every engine. */
export function wholePower(base: number, exponent: number): number {
  let result = 1;
  for (let i = 0; i < exponent; i += 1) result *= base;
  return safe(result);
}

export function power(base: Fraction, exponent: number): Fraction {
  // Powers of coprime numbers are coprime, so nothing needs to be reduced.
  return { num: wholePower(base.num, exponent), den: wholePower(base.den, exponent) };
}

/** Negative, zero or positive as `a` is below, equal to or above `b`. */
export function compare(a: Fraction, b: Fraction): number {
  return safe(a.num * b.den) - safe(b.num * a.den);
}

function safe(value: number): number {
  if (!Number.isSafeInteger(value)) throw new RangeError(`${value} is outside exact integer arithmetic`);
  return value;
}
