// The known functions on complex doubles, each with its share of rounding error.
import {
  type Complex,
  complex,
  exponential,
  isDefined,
  logarithm,
  minus,
  over,
  plus,
  size,
  squareRoot,
  times,
  undefinedValue,
} from './complex.ts';

const I = complex(0, 1);
const oneRational = complex(1);
const twoComplex = complex(2);

/** The real function and the size of its derivative, for arguments on the real line where it is real. */
type RealRule = readonly [
  value: (x: number) => number,
  slope: (x: number, f: number) => number,
  valid?: (x: number) => boolean,
];

const realRules = new Map<string, RealRule>([
  ['sin', [Math.sin, (x) => Math.abs(Math.cos(x)) + 1e-8]],
  ['cos', [Math.cos, (x) => Math.abs(Math.sin(x)) + 1e-8]],
  ['tan', [Math.tan, (_, f) => 1 + f * f]],
  ['cot', [(x) => 1 / Math.tan(x), (_, f) => 1 + f * f]],
  ['sec', [(x) => 1 / Math.cos(x), (_, f) => f * f]],
  ['csc', [(x) => 1 / Math.sin(x), (_, f) => f * f]],
  ['sinh', [Math.sinh, (_, f) => 1 + Math.abs(f)]],
  ['cosh', [Math.cosh, (_, f) => f]],
  ['tanh', [Math.tanh, () => 1]],
  ['coth', [(x) => 1 / Math.tanh(x), (_, f) => f * f]],
  ['sech', [(x) => 1 / Math.cosh(x), () => 1]],
  ['csch', [(x) => 1 / Math.sinh(x), (_, f) => 1 + f * f]],
  ['arcsin', [Math.asin, steep, (x) => Math.abs(x) <= 1]],
  ['arccos', [Math.acos, steep, (x) => Math.abs(x) <= 1]],
  ['arctan', [Math.atan, () => 1]],
  ['arccot', [(x) => Math.PI / 2 - Math.atan(x), () => 1]],
  ['arcsec', [(x) => Math.acos(1 / x), steep, (x) => Math.abs(x) >= 1]],
  ['arccsc', [(x) => Math.asin(1 / x), steep, (x) => Math.abs(x) >= 1]],
  ['arcsinh', [Math.asinh, () => 1]],
  ['arccosh', [Math.acosh, steep, (x) => x >= 1]],
  ['arctanh', [Math.atanh, steep, (x) => Math.abs(x) < 1]],
  ['factorial', [(x) => gammaPlusOne(x), (x, f) => Math.abs(f) * (1 + Math.log(2 + Math.abs(x)))]],
  ['factorial2', [doubleFactorial, () => 1]],
]);

function steep(x: number): number {
  return 1 / Math.sqrt(Math.max(Math.abs(1 - x * x), 1e-12));
}

/** The value of a known function of one argument; undefined outside its domain or for an unknown name. */
export function applyFunction(name: string, z: Complex): Complex {
  if (!isDefined(z)) return undefinedValue;
  const rule = realRules.get(name);
  if (rule !== undefined && z.im === 0 && (rule[2]?.(z.re) ?? true)) {
    const value = rule[0](z.re);
    return Math.abs(value) > 1e15
      ? undefinedValue
      : { re: value, im: 0, err: z.err * rule[1](z.re, value) + 3e-16 * Math.abs(value) };
  }
  switch (name) {
    case 'ln':
      return logarithm(z);
    case 'abs':
      return { re: size(z), im: 0, err: z.err };
    case 'Re':
      return { re: z.re, im: 0, err: z.err };
    case 'Im':
      return { re: z.im, im: 0, err: z.err };
    case 'arg':
      return complex(Math.atan2(z.im, z.re));
    case 'cis':
      return exponential(times(I, z));
    case 'floor':
      return step(z, Math.floor);
    case 'ceil':
      return step(z, Math.ceil);
    case 'sgn':
      return step(z, Math.sign);
    default:
      return complexFunction(name, z);
  }
}

/** A step function: an argument within its rounding error of a whole number is that number. */
export function step(z: Complex, rule: (x: number) => number): Complex {
  if (z.im !== 0) return undefinedValue;
  const nearest = Math.round(z.re);
  const value = rule(Math.abs(z.re - nearest) <= 16 * z.err + 1e-300 ? nearest : z.re);
  return { re: value, im: 0, err: 0 };
}

function complexFunction(name: string, z: Complex): Complex {
  const iz = times(I, z);
  const [up, down] = [exponential(iz), exponential(minus(iz))];
  const sin = over(plus(up, minus(down)), complex(0, 2));
  const cos = over(plus(up, down), twoComplex);
  switch (name) {
    case 'sin':
      return sin;
    case 'cos':
      return cos;
    case 'tan':
      return over(sin, cos);
    case 'cot':
      return over(cos, sin);
    case 'sec':
      return over(oneRational, cos);
    case 'csc':
      return over(oneRational, sin);
    case 'sinh':
      return over(plus(exponential(z), minus(exponential(minus(z)))), twoComplex);
    case 'cosh':
      return over(plus(exponential(z), exponential(minus(z))), twoComplex);
    case 'tanh':
      return over(complexFunction('sinh', z), complexFunction('cosh', z));
    case 'arcsin':
      return times(complex(0, -1), logarithm(plus(iz, squareRoot(plus(oneRational, minus(times(z, z)))))));
    case 'arccos':
      return plus(complex(Math.PI / 2), minus(complexFunction('arcsin', z)));
    case 'arctan':
      return times(
        complex(0, 0.5),
        plus(logarithm(plus(oneRational, minus(iz))), minus(logarithm(plus(oneRational, iz)))),
      );
    case 'arcsinh':
      return logarithm(plus(z, squareRoot(plus(times(z, z), oneRational))));
    case 'arccosh':
      return logarithm(
        plus(z, times(squareRoot(plus(z, oneRational)), squareRoot(plus(z, minus(oneRational))))),
      );
    case 'arctanh':
      return times(
        complex(0.5),
        plus(logarithm(plus(oneRational, z)), minus(logarithm(plus(oneRational, minus(z))))),
      );
    default:
      return undefinedValue;
  }
}

// Lanczos approximation (g = 7, nine terms), good to about 1e-13 relative.
const lanczos = [
  0.99999999999980993, 676.5203681218851, -1259.1392167224028, 771.32342877765313, -176.61502916214059,
  12.507343278686905, -0.13857109526572012, 9.9843695780195716e-6, 1.5056327351493116e-7,
];

function gammaPlusOne(x: number): number {
  if (x < 0 && Number.isInteger(x)) return Number.NaN;
  if (x >= 0 && x <= 170 && Number.isInteger(x)) {
    let value = 1;
    for (let k = 2; k <= x; k += 1) value *= k;
    return value;
  }
  if (x < -0.5) return (Math.PI * (x + 1)) / (Math.sin(Math.PI * (x + 1)) * gammaPlusOne(-x - 1) * (x + 1));
  let sum = lanczos[0]!;
  for (let k = 1; k < 9; k += 1) sum += lanczos[k]! / (x + k);
  const t = x + 7.5;
  return Math.sqrt(2 * Math.PI) * t ** (x + 0.5) * Math.exp(-t) * sum;
}

function doubleFactorial(x: number): number {
  if (!Number.isInteger(x) || x < -1 || x > 300) return Number.NaN;
  let value = 1;
  for (let k = x; k > 1; k -= 2) value *= k;
  return value;
}

/** The binomial coefficient of a real top and a bottom that is real too, by gamma functions. */
export function binomialOf(top: Complex, bottom: Complex): Complex {
  if (top.im !== 0 || bottom.im !== 0) return undefinedValue;
  const value = gammaPlusOne(top.re) / (gammaPlusOne(bottom.re) * gammaPlusOne(top.re - bottom.re));
  return { re: value, im: 0, err: Math.abs(value) * 1e-11 };
}
