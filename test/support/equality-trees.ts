// Expressions for generated pairs with a slow exact evaluator that shares nothing with the engine. For tests only.

/** A fraction in lowest terms with a positive denominator. */
export interface Fraction {
  readonly n: bigint;
  readonly d: bigint;
}

export type Tree =
  | { readonly op: 'symbol'; readonly name: string }
  | { readonly op: 'number'; readonly n: number; readonly d: number }
  | { readonly op: Operation; readonly args: readonly Tree[] };

export type Operation =
  | '+'
  | '-'
  | '*'
  | 'abs'
  | 'sgn'
  | 'floor'
  | 'ceil'
  | 'max'
  | 'min'
  | 'mod'
  | 'gcd'
  | 'root'
  | 'cases';

export type Point = ReadonlyMap<string, Fraction>;

function gcd(a: bigint, b: bigint): bigint {
  let [x, y] = [a < 0n ? -a : a, b < 0n ? -b : b];
  while (y !== 0n) [x, y] = [y, x % y];
  return x;
}

export function fraction(n: bigint, d = 1n): Fraction {
  const divisor = gcd(n, d) || 1n;
  return d < 0n ? { n: -n / divisor, d: -d / divisor } : { n: n / divisor, d: d / divisor };
}

function floorOf({ n, d }: Fraction): bigint {
  const quotient = n / d;
  return n % d !== 0n && n < 0n ? quotient - 1n : quotient;
}

function squareRoot(value: bigint): bigint | null {
  if (value < 0n) return null;
  let root = BigInt(Math.floor(Math.sqrt(Number(value))));
  while (root * root > value) root -= 1n;
  while ((root + 1n) * (root + 1n) <= value) root += 1n;
  return root * root === value ? root : null;
}

const less = (a: Fraction, b: Fraction): boolean => a.n * b.d < b.n * a.d;

/** The exact value of a tree at a point; null where it has no rational one. */
export function valueAt(tree: Tree, point: Point): Fraction | null {
  if (tree.op === 'symbol') return point.get(tree.name)!;
  if (tree.op === 'number') return fraction(BigInt(tree.n), BigInt(tree.d));
  const args: Fraction[] = [];
  for (const arg of tree.args) {
    const value = valueAt(arg, point);
    if (value === null) return null;
    args.push(value);
  }
  const [a, b, c] = args as [Fraction, Fraction, Fraction];
  switch (tree.op) {
    case '+':
      return fraction(a.n * b.d + b.n * a.d, a.d * b.d);
    case '-':
      return fraction(a.n * b.d - b.n * a.d, a.d * b.d);
    case '*':
      return fraction(a.n * b.n, a.d * b.d);
    case 'abs':
      return a.n < 0n ? fraction(-a.n, a.d) : a;
    case 'sgn':
      return fraction(a.n < 0n ? -1n : a.n > 0n ? 1n : 0n);
    case 'floor':
      return fraction(floorOf(a));
    case 'ceil':
      return fraction(-floorOf({ n: -a.n, d: a.d }));
    case 'max':
      return less(a, b) ? b : a;
    case 'min':
      return less(a, b) ? a : b;
    case 'mod': {
      if (b.n === 0n) return null;
      const whole = floorOf(fraction(a.n * b.d, a.d * b.n));
      return fraction(a.n * b.d - whole * b.n * a.d, a.d * b.d);
    }
    case 'gcd':
      return a.d === 1n && b.d === 1n ? fraction(gcd(a.n, b.n)) : null;
    case 'root': {
      const [top, bottom] = [squareRoot(a.n), squareRoot(a.d)];
      return top === null || bottom === null ? null : fraction(top, bottom);
    }
    default:
      // The first where the third is not negative, else the second.
      return c.n >= 0n ? a : b;
  }
}

export const number = (n: number, d = 1): Tree => ({ op: 'number', n, d });
export const made = (op: Operation, ...args: Tree[]): Tree => ({ op, args });

/** The tree in LaTeX, every part in brackets that might need them. */
export function latex(tree: Tree): string {
  if (tree.op === 'symbol') return tree.name;
  if (tree.op === 'number') {
    const top = tree.d === 1 ? `${tree.n}` : `\\frac{${tree.n}}{${tree.d}}`;
    return tree.n < 0 ? `(${top})` : top;
  }
  const [a, b, c] = tree.args.map(latex) as [string, string, string];
  switch (tree.op) {
    case '+':
    case '-':
      return `${tree.op === '-' && a === '0' ? '' : a}${tree.op}\\left(${b}\\right)`;
    case '*':
      return `\\left(${a}\\right)\\left(${b}\\right)`;
    case 'abs':
      return `\\left|${a}\\right|`;
    case 'sgn':
      return `\\operatorname{sgn}\\left(${a}\\right)`;
    case 'floor':
      return `\\left\\lfloor ${a}\\right\\rfloor`;
    case 'ceil':
      return `\\left\\lceil ${a}\\right\\rceil`;
    case 'max':
    case 'min':
      return `\\${tree.op}\\left(${a}, ${b}\\right)`;
    case 'mod':
      return `\\left(\\left(${a}\\right) \\bmod ${b}\\right)`;
    case 'gcd':
      return `\\gcd(${a}, ${b})`;
    case 'root':
      return `\\sqrt{${a}}`;
    default:
      return `\\begin{cases} ${a} & \\text{if } ${c} \\ge 0 \\\\ ${b} & \\text{if } ${c} < 0 \\end{cases}`;
  }
}
