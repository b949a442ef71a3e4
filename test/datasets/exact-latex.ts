// A small evaluator for the arithmetic in LaTeX, exact and independent of src/: the tests of the synthetic and
// the sample problems use it to check every relation between plain numbers.

/** Numerator and positive denominator, in lowest terms. */
export type Rational = readonly [bigint, bigint];

export function rational(num: bigint | number, den: bigint | number = 1n): Rational {
  const [n, d] = [BigInt(num), BigInt(den)];
  if (d === 0n) throw new NotPlain();
  let [x, y] = [n < 0n ? -n : n, d < 0n ? -d : d];
  while (y !== 0n) [x, y] = [y, x % y];
  const divisor = d < 0n ? -x : x;
  return [n / divisor, d / divisor];
}

export const plus = ([a, b]: Rational, [c, d]: Rational): Rational => rational(a * d + c * b, b * d);
export const minus = ([a, b]: Rational, [c, d]: Rational): Rational => rational(a * d - c * b, b * d);
export const times = ([a, b]: Rational, [c, d]: Rational): Rational => rational(a * c, b * d);
export const over = ([a, b]: Rational, [c, d]: Rational): Rational => rational(a * d, b * c);
export const equal = ([a, b]: Rational, [c, d]: Rational): boolean => a === c && b === d;

/** Thrown and caught in here: the text is not an expression of plain numbers. */
class NotPlain extends Error {}

class Reader {
  readonly tokens: readonly string[];
  position = 0;

  constructor(text: string) {
    this.tokens = text.replace(/\\(left|right)(?![a-z])/g, '').match(/\d+|\\[a-zA-Z]+|\S/g) ?? [];
  }

  peek(): string | undefined {
    return this.tokens[this.position];
  }

  take(expected?: string): string {
    const token = this.peek();
    if (token === undefined || (expected !== undefined && token !== expected)) throw new NotPlain();
    this.position += 1;
    return token;
  }

  sum(): Rational {
    let value = this.product();
    while (this.peek() === '+' || this.peek() === '-') {
      value = this.take() === '+' ? plus(value, this.product()) : minus(value, this.product());
    }
    return value;
  }

  product(): Rational {
    let value = this.signed();
    for (;;) {
      const token = this.peek();
      if (token === '\\cdot') {
        this.take();
        value = times(value, this.signed());
      } else if (token === '(' || token === '\\binom') {
        value = times(value, this.power());
      } else return value;
    }
  }

  signed(): Rational {
    if (this.peek() !== '-') return this.power();
    this.take();
    return minus(rational(0), this.signed());
  }

  power(): Rational {
    let value = this.atom();
    for (;;) {
      if (this.peek() === '!') {
        this.take();
        value = rational(factorial(whole(value)));
      } else if (this.peek() === '^') {
        this.take();
        const exponent = whole(this.peek() === '{' ? this.group() : rational(BigInt(this.digits())));
        if (exponent < 0n) throw new NotPlain();
        value = rational(value[0] ** exponent, value[1] ** exponent);
      } else return value;
    }
  }

  digits(): string {
    const token = this.take();
    if (!/^\d+$/.test(token)) throw new NotPlain();
    return token;
  }

  group(): Rational {
    this.take('{');
    const value = this.sum();
    this.take('}');
    return value;
  }

  atom(): Rational {
    const token = this.peek();
    if (token === '{') return this.group();
    if (token !== undefined && /^\d+$/.test(token)) return rational(BigInt(this.take()));
    const command = this.take();
    if (command === '(') {
      const value = this.sum();
      this.take(')');
      return value;
    }
    if (command === '\\frac') return over(this.group(), this.group());
    if (command === '\\boxed') return this.group();
    if (command === '\\binom') {
      const [n, k] = [whole(this.group()), whole(this.group())];
      if (k < 0n || n < 0n) throw new NotPlain();
      return k > n ? rational(0) : rational(factorial(n), factorial(k) * factorial(n - k));
    }
    if (command === '\\lfloor') {
      const [num, den] = this.sum();
      this.take('\\rfloor');
      return rational((num - (((num % den) + den) % den)) / den);
    }
    if (command === '\\gcd') {
      this.take('(');
      const a = whole(this.sum());
      this.take(',');
      const b = whole(this.sum());
      this.take(')');
      let [x, y] = [a, b];
      while (y !== 0n) [x, y] = [y, x % y];
      return rational(x);
    }
    throw new NotPlain();
  }
}

function whole([num, den]: Rational): bigint {
  if (den !== 1n) throw new NotPlain();
  return num;
}

function factorial(n: bigint): bigint {
  let result = 1n;
  for (let i = 2n; i <= n; i += 1n) result *= i;
  return result;
}

/** The value of an expression of plain numbers, or null where there is anything else in it. */
export function evaluateLatex(text: string): Rational | null {
  const reader = new Reader(text);
  try {
    const value = reader.sum();
    return reader.peek() === undefined ? value : null;
  } catch (error) {
    if (error instanceof NotPlain) return null;
    throw error;
  }
}

interface Relation {
  readonly text: string;
  readonly holds: boolean;
}

const relationSign = /(=|\\equiv|\\ge(?![a-z])|\\le(?![a-z])|\\ne(?![a-z])|<|>)/;

/** Every relation in the formulas of a text whose two sides are plain numbers, and whether it holds. */
export function relationsIn(text: string): Relation[] {
  const found: Relation[] = [];
  for (const [, formula] of text.matchAll(/\$+([^$]+)\$+/g)) {
    const modulus = /\\pmod\s*\{?(\d+)\}?/.exec(formula!);
    const parts = formula!.replace(/\\pmod.*$/, '').split(relationSign);
    for (let i = 1; i < parts.length; i += 2) {
      const [left, right] = [evaluateLatex(parts[i - 1]!), evaluateLatex(parts[i + 1]!)];
      if (left === null || right === null) continue;
      found.push({
        text: formula!,
        holds: holds(left, parts[i]!, right, modulus === null ? null : BigInt(modulus[1]!)),
      });
    }
  }
  return found;
}

function holds(left: Rational, sign: string, right: Rational, modulus: bigint | null): boolean {
  const [difference] = minus(left, right);
  if (sign === '=') return difference === 0n;
  if (sign === '\\ne') return difference !== 0n;
  if (sign === '\\equiv') return modulus !== null && left[1] === right[1] && difference % modulus === 0n;
  if (sign === '<') return difference < 0n;
  if (sign === '>') return difference > 0n;
  return sign === '\\le' ? difference <= 0n : difference >= 0n;
}
