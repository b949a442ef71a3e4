// Exact rational numbers on BigInt, with a cap on their size so that no single operation can run away.

/** A reduced fraction: `d` is positive and shares no factor with `n`. */
export interface Rational {
  /** Numerator, with the sign. */
  readonly n: bigint;
  /** Denominator, at least 1. */
  readonly d: bigint;
}

/** Largest size in bits of a numerator or denominator that is still computed exactly. */
export const maxBits = 65_536;

export const zeroRational: Rational = { n: 0n, d: 1n };
export const oneRational: Rational = { n: 1n, d: 1n };

export function gcdOf(a: bigint, b: bigint): bigint {
  let x = a < 0n ? -a : a;
  let y = b < 0n ? -b : b;
  // Small operands run on ordinary numbers, which is many times faster and by far the usual case.
  if (x < 9007199254740992n && y < 9007199254740992n) {
    let p = Number(x);
    let q = Number(y);
    while (q !== 0) [p, q] = [q, p % q];
    return BigInt(p);
  }
  while (y !== 0n) [x, y] = [y, x % y];
  return x;
}

/** The fraction n/d in lowest terms; `d` must not be zero. */
export function rational(n: bigint, d: bigint = 1n): Rational {
  if (d === 1n) return { n, d };
  const sign = d < 0n ? -1n : 1n;
  const divisor = gcdOf(n, d) * sign;
  return { n: n / divisor, d: d / divisor };
}

export function integer(value: number): Rational {
  return { n: BigInt(value), d: 1n };
}

export function add(a: Rational, b: Rational): Rational {
  return a.d === b.d ? rational(a.n + b.n, a.d) : rational(a.n * b.d + b.n * a.d, a.d * b.d);
}

export function subtract(a: Rational, b: Rational): Rational {
  return add(a, negate(b));
}

export function multiply(a: Rational, b: Rational): Rational {
  return rational(a.n * b.n, a.d * b.d);
}

/** a/b, or null when b is zero. */
export function divide(a: Rational, b: Rational): Rational | null {
  return b.n === 0n ? null : rational(a.n * b.d, a.d * b.n);
}

export function negate(a: Rational): Rational {
  return { n: -a.n, d: a.d };
}

export function absolute(a: Rational): Rational {
  return a.n < 0n ? negate(a) : a;
}

/** Negative, zero or positive, as a is below, equal to or above b. */
export function compare(a: Rational, b: Rational): number {
  const difference = a.n * b.d - b.n * a.d;
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

/** Size in bits, within four; cheap for small values. */
export function bitsOf(value: bigint): number {
  const magnitude = value < 0n ? -value : value;
  if (magnitude < 4294967296n) return 32;
  return magnitude < 18446744073709551616n ? 64 : magnitude.toString(16).length * 4;
}

/** Bits of the larger part. */
export function sizeOf(a: Rational): number {
  return Math.max(bitsOf(a.n), bitsOf(a.d));
}

/** base^exponent for an integer exponent; null for 0 to a negative power and for results beyond the cap. */
export function power(base: Rational, exponent: bigint): Rational | null {
  if (exponent === 0n) return oneRational;
  if (base.n === 0n) return exponent > 0n ? zeroRational : null;
  const count = exponent < 0n ? -exponent : exponent;
  if (base.d === 1n && (base.n === 1n || base.n === -1n)) {
    return base.n === 1n || count % 2n === 0n ? oneRational : base;
  }
  if (count > BigInt(maxBits) || trueBits(base) * Number(count) > maxBits) return null;
  const n = base.n ** count;
  const d = base.d ** count;
  return exponent > 0n ? { n, d } : n < 0n ? { n: -d, d: -n } : { n: d, d: n };
}

function trueBits(a: Rational): number {
  const n = a.n < 0n ? -a.n : a.n;
  return Math.max(n.toString(2).length, a.d.toString(2).length);
}

/** Largest integer not above a. */
export function floorOf(a: Rational): bigint {
  const quotient = a.n / a.d;
  return a.n % a.d !== 0n && a.n < 0n ? quotient - 1n : quotient;
}

/** Integer part of the square root of a non-negative integer (Newton). */
export function integerRoot(value: bigint, degree = 2n): bigint {
  if (value < 2n) return value;
  let x = aboveRoot(value, Number(degree));
  for (;;) {
    const next = ((degree - 1n) * x + value / x ** (degree - 1n)) / degree;
    if (next >= x) return x;
    x = next;
  }
}

/** Not below the root, and near it where a double holds the value. */
function aboveRoot(value: bigint, degree: number): bigint {
  const near = Number(value) ** (1 / degree);
  if (Number.isFinite(near)) return BigInt(Math.ceil(near * (1 + 1e-9))) + 1n;
  return 1n << BigInt(Math.ceil((value.toString(16).length * 4) / degree));
}

/** The root of a non-negative integer that is a whole number; else null. */
function wholeRoot(value: bigint, degree: bigint): bigint | null {
  // The root of what a double holds is within one half of what it computes.
  const small = value < 9007199254740992n;
  const root = small ? BigInt(Math.round(Number(value) ** (1 / Number(degree)))) : integerRoot(value, degree);
  return root ** degree === value ? root : null;
}

/** The exact real root of a, or null when it is irrational or not real. */
export function exactRoot(a: Rational, degree: bigint): Rational | null {
  if (degree < 1n || degree > 64n) return null;
  if (a.n < 0n) {
    if (degree % 2n === 0n) return null;
    const positive = exactRoot(negate(a), degree);
    return positive === null ? null : negate(positive);
  }
  const n = wholeRoot(a.n, degree);
  const d = n === null ? null : wholeRoot(a.d, degree);
  return n === null || d === null ? null : { n, d };
}

/** The nearest double, also for parts far beyond its range. */
export function toNumber(a: Rational): number {
  if (a.d === 1n) return Number(a.n);
  const direct = Number(a.n) / Number(a.d);
  if (Number.isFinite(direct) && direct !== 0) return direct;
  if (a.n === 0n) return 0;
  const shift = bitsOf(a.n) - bitsOf(a.d) - 64;
  const scaled = shift > 0 ? a.n / (a.d << BigInt(shift)) : (a.n << BigInt(-shift)) / a.d;
  return Number(scaled) * 2 ** shift;
}

/** The exact value of a finite double. */
export function fromNumber(value: number): Rational {
  if (Number.isInteger(value)) return { n: BigInt(value), d: 1n };
  let scaled = value;
  let shift = 0n;
  while (!Number.isInteger(scaled)) {
    scaled *= 2;
    shift += 1n;
  }
  return rational(BigInt(scaled), 1n << shift);
}

/** Rounded to a number of decimals, half to even, as an integer count of 10^-decimals. */
export function roundedUnits(a: Rational, decimals: number): bigint {
  const scaled = a.n * 10n ** BigInt(decimals);
  const floor = floorOf({ n: scaled, d: a.d });
  const twice = 2n * (scaled - floor * a.d);
  if (twice < a.d) return floor;
  if (twice > a.d) return floor + 1n;
  return floor % 2n === 0n ? floor : floor + 1n;
}
