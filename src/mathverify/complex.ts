// Complex numbers in doubles with a running estimate of the rounding error. Principal branches throughout.

/** A value and the absolute error that rounding may have left in it. NaN parts mean "undefined here". */
export interface Complex {
  readonly re: number;
  readonly im: number;
  readonly err: number;
}

const eps = 2.3e-16;

export const undefinedValue: Complex = { re: Number.NaN, im: Number.NaN, err: 0 };

export function complex(re: number, im = 0, err = Math.abs(re) * eps + Math.abs(im) * eps): Complex {
  return { re, im, err };
}

export function isDefined(z: Complex): boolean {
  return Number.isFinite(z.re) && Number.isFinite(z.im);
}

export function size(z: Complex): number {
  return z.im === 0 ? Math.abs(z.re) : Math.hypot(z.re, z.im);
}

/** Below this, doubles have fewer digits. */
const leastNormal = 2.3e-308;
const leastDouble = 5e-324;

function made(re: number, im: number, err: number): Complex {
  const total = Math.abs(re) + Math.abs(im);
  return { re, im, err: err + eps * total + (total < leastNormal && total > 0 ? 4 * leastDouble : 0) };
}

export function plus(a: Complex, b: Complex): Complex {
  return made(a.re + b.re, a.im + b.im, a.err + b.err + eps * Math.max(size(a), size(b)));
}

export function minus(a: Complex): Complex {
  // A negative zero would put a real number on the other side of the branch cut.
  return { re: -a.re, im: a.im === 0 ? 0 : -a.im, err: a.err };
}

export function times(a: Complex, b: Complex): Complex {
  const err = size(a) * b.err + size(b) * a.err;
  if (a.im === 0 && b.im === 0) return made(a.re * b.re, 0, err);
  return made(a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re, err + eps * size(a) * size(b));
}

export function over(a: Complex, b: Complex): Complex {
  const below = size(b);
  if (below <= b.err * 4 || below === 0) return undefinedValue;
  const err = (a.err + (size(a) / below) * b.err) / below;
  if (a.im === 0 && b.im === 0) return made(a.re / b.re, 0, err);
  const d = b.re * b.re + b.im * b.im;
  return made((a.re * b.re + a.im * b.im) / d, (a.im * b.re - a.re * b.im) / d, err);
}

/** Undefined where the value is too small for doubles: it is not zero. */
export function exponential(z: Complex): Complex {
  const r = Math.exp(z.re);
  if (r === 0) return undefinedValue;
  return z.im === 0 ? made(r, 0, r * z.err) : made(r * Math.cos(z.im), r * Math.sin(z.im), r * (z.err + eps));
}

export function logarithm(z: Complex): Complex {
  const r = size(z);
  if (r === 0) return undefinedValue;
  const err = z.err / r;
  return z.im === 0 && z.re > 0
    ? made(Math.log(z.re), 0, err + eps)
    : made(Math.log(r), z.im === 0 ? Math.PI : Math.atan2(z.im, z.re), err + eps);
}

export function squareRoot(z: Complex): Complex {
  const r = size(z);
  if (r === 0) return { re: 0, im: 0, err: Math.sqrt(z.err) };
  const err = z.err / (2 * Math.sqrt(r));
  if (z.im === 0) return z.re >= 0 ? made(Math.sqrt(z.re), 0, err) : made(0, Math.sqrt(-z.re), err);
  const re = Math.sqrt((r + Math.abs(z.re)) / 2);
  const im = Math.abs(z.im) / (2 * re);
  const sign = z.im < 0 ? -1 : 1;
  return z.re >= 0 ? made(re, sign * im, err + eps * r) : made(im, sign * re, err + eps * r);
}

/** a^b; whole powers by repeated squaring, the rest over the logarithm. */
export function raise(a: Complex, b: Complex): Complex {
  if (b.im === 0 && Number.isInteger(b.re) && Math.abs(b.re) <= 1024) return wholePower(a, b.re);
  const r = size(a);
  if (r === 0) return b.re > 0 ? complex(0) : undefinedValue;
  if (a.im === 0 && b.im === 0 && a.re > 0) {
    const value = a.re ** b.re;
    if (value === 0) return undefinedValue;
    return made(
      value,
      0,
      Math.abs(value) *
        ((Math.abs(b.re) * a.err) / r + Math.abs(Math.log(r)) * b.err + eps * (1 + Math.abs(b.re))),
    );
  }
  return exponential(times(logarithm(a), b));
}

function wholePower(a: Complex, n: number): Complex {
  if (n < 0) return over(complex(1), wholePower(a, -n));
  if (a.im === 0) {
    const value = a.re ** n;
    if (value === 0 && a.re !== 0) return undefinedValue;
    return made(value, 0, n === 0 ? 0 : n * Math.abs(a.re) ** (n - 1) * a.err + n * eps * Math.abs(value));
  }
  let result = complex(1);
  let factor = a;
  for (let k = n; k > 0; k = Math.floor(k / 2)) {
    if (k % 2 === 1) result = times(result, factor);
    factor = times(factor, factor);
  }
  return result;
}
