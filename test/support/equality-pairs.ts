// Pairs of expressions over abs, max, min, sgn, floor, ceil, mod, gcd, roots and piecewise in one to four symbols, with
// their truth from a slow exact evaluator that shares nothing with the engine. For tests and soaks only.

/** A fraction in lowest terms with a positive denominator. */
interface Fraction {
  readonly n: bigint;
  readonly d: bigint;
}

export type Tree =
  | { readonly op: 'symbol'; readonly name: string }
  | { readonly op: 'number'; readonly n: number; readonly d: number }
  | { readonly op: Operation; readonly args: readonly Tree[] };

type Operation =
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

export interface Pair {
  readonly gold: string;
  readonly prediction: string;
  /** Where they differ, for unequal ones. */
  readonly at: string;
}

type Random = () => number;
type Point = ReadonlyMap<string, Fraction>;

function gcd(a: bigint, b: bigint): bigint {
  let [x, y] = [a < 0n ? -a : a, b < 0n ? -b : b];
  while (y !== 0n) [x, y] = [y, x % y];
  return x;
}

function fraction(n: bigint, d = 1n): Fraction {
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
function valueAt(tree: Tree, point: Point): Fraction | null {
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

const number = (n: number, d = 1): Tree => ({ op: 'number', n, d });
const made = (op: Operation, ...args: Tree[]): Tree => ({ op, args });

/** Makes pairs from uniform numbers in [0, 1). */
export class PairGenerator {
  private readonly random: Random;

  constructor(random: Random) {
    this.random = random;
  }

  private pick<T>(items: readonly T[]): T {
    return items[Math.floor(this.random() * items.length)]!;
  }

  /** A pair of which the truth evaluator knows a point where the two differ. */
  unequal(): Pair {
    for (;;) {
      const names = this.names();
      const first = this.tree(names, 3);
      const second = this.random() < 0.8 ? this.mutated(first) : this.rewritten(this.mutated(first));
      const at = this.difference(first, second, names);
      if (at !== null) return { gold: `$${latex(first)}$`, prediction: `$${latex(second)}$`, at };
    }
  }

  /** A pair of which the second is the first under laws that hold everywhere. */
  equal(): Pair {
    const first = this.tree(this.names(), 3);
    return { gold: `$${latex(first)}$`, prediction: `$${latex(this.rewritten(first))}$`, at: '' };
  }

  private names(): string[] {
    const letters = this.random() < 0.25 ? ['n', 'm', 'k', 'l'] : ['x', 'y', 'z', 't'];
    return letters.slice(0, 1 + Math.floor(this.random() * 4));
  }

  private linear(names: readonly string[]): Tree {
    let sum: Tree = { op: 'symbol', name: this.pick(names) };
    if (this.random() < 0.4) sum = made('*', number(this.pick([2, 3, -1, -2])), sum);
    if (names.length > 1 && this.random() < 0.5)
      sum = made(this.pick(['+', '-'] as const), sum, { op: 'symbol', name: this.pick(names) });
    if (this.random() < 0.5)
      sum = made('+', sum, number(this.pick([-12, -3, -1, 1, 2, 5, 40]), this.pick([1, 1, 1, 2])));
    return sum;
  }

  private tree(names: readonly string[], depth: number): Tree {
    if (depth === 0 || this.random() < 0.1)
      return this.random() < 0.15 ? number(this.pick([1, 2, 3, 9])) : this.linear(names);
    const part = (): Tree => this.tree(names, depth - 1);
    const integers = 'nmkl'.includes(names[0]!);
    switch (
      this.pick([
        'arith',
        'arith',
        'abs',
        'abs',
        'sgn',
        'step',
        'step',
        'extreme',
        'extreme',
        'mod',
        'gcd',
        'root',
        'cases',
      ])
    ) {
      case 'arith':
        return made(this.pick(['+', '-', '*'] as const), part(), part());
      case 'abs':
        return made('abs', part());
      case 'sgn':
        return made('sgn', this.linear(names));
      case 'step':
        return made(
          this.pick(['floor', 'ceil'] as const),
          made('*', number(1, this.pick([1, 2, 3])), this.linear(names)),
        );
      case 'extreme':
        return made(this.pick(['max', 'min'] as const), part(), part());
      case 'mod':
        return made('mod', this.linear(names), number(this.pick([2, 3, 5, 12])));
      case 'gcd':
        return integers
          ? made(
              'gcd',
              { op: 'symbol', name: this.pick(names) },
              this.pick<Tree>([number(6), { op: 'symbol', name: this.pick(names) }]),
            )
          : made('abs', part());
      case 'root': {
        const inside = this.linear(names);
        return made('root', made('*', inside, inside));
      }
      default:
        return made('cases', part(), part(), this.linear(names));
    }
  }

  /** One plausible mistake somewhere in a tree. */
  private mutated(tree: Tree): Tree {
    if (!('args' in tree)) {
      return tree.op === 'number'
        ? number(tree.n + 1, tree.d)
        : this.random() < 0.5
          ? made('abs', tree)
          : made('+', tree, number(1));
    }
    const { op, args } = tree;
    const [a, b] = args as [Tree, Tree];
    if (this.random() < 0.45) {
      const k = Math.floor(this.random() * args.length);
      return { op, args: args.map((arg, i) => (i === k ? this.mutated(arg) : arg)) };
    }
    switch (op) {
      case 'abs':
        return 'args' in a && (a.op === '+' || a.op === '-')
          ? this.pick([
              a,
              made('-', number(0), a),
              made('+', made('abs', a.args[0]!), made('abs', a.args[1]!)),
            ])
          : this.pick([a, made('-', number(0), a)]);
      case 'root':
        return 'args' in a ? this.pick([a.args[0]!, made('-', number(0), a.args[0]!)]) : a;
      case 'sgn':
        return this.pick([number(1), made('*', tree, tree), made('-', number(0), tree)]);
      case 'floor':
        return this.pick([
          made('-', made('ceil', a), number(1)),
          a,
          made('ceil', a),
          made('floor', made('+', a, number(1, 7))),
        ]);
      case 'ceil':
        return this.pick([made('+', made('floor', a), number(1)), a, made('floor', a)]);
      case 'max':
      case 'min':
        return this.pick([a, b, made(op === 'max' ? 'min' : 'max', a, b), made('+', a, b)]);
      case 'mod':
        return this.pick([
          a,
          made('mod', made('+', a, number(1)), b),
          made('abs', tree),
          made('mod', made('abs', a), b),
        ]);
      case 'gcd':
        return this.pick([number(1), a, b, made('min', a, b)]);
      case 'cases':
        return this.pick([
          a,
          b,
          made('cases', b, a, args[2]!),
          made('cases', a, b, made('-', args[2]!, number(1))),
        ]);
      default:
        return this.pick([
          made('+', tree, number(1, 1000)),
          made('abs', tree),
          made(op === '+' ? '-' : '+', a, b),
        ]);
    }
  }

  /** A law that holds everywhere, at random places. */
  private rewritten(tree: Tree): Tree {
    if (!('args' in tree)) return this.random() < 0.15 ? made('+', tree, number(0)) : tree;
    const args = tree.args.map((arg) => this.rewritten(arg));
    const [a, b] = args as [Tree, Tree];
    const same: Tree = { op: tree.op, args };
    if (this.random() < 0.35) return same;
    const minus = (value: Tree): Tree => made('-', number(0), value);
    switch (tree.op) {
      case '+':
      case '*':
        return made(tree.op, b, a);
      case '-':
        return this.pick([minus(made('-', b, a)), made('+', a, minus(b))]);
      case 'abs':
        return this.pick([
          made('abs', minus(a)),
          made('max', a, minus(a)),
          made('root', made('*', a, a)),
          made('*', a, made('sgn', a)),
        ]);
      case 'root':
        return 'args' in a && this.random() < 0.7
          ? made('abs', (tree.args[0] as { readonly args: readonly Tree[] }).args[0]!)
          : same;
      case 'sgn':
        return minus(made('sgn', minus(a)));
      case 'floor':
        return this.pick([
          minus(made('ceil', minus(a))),
          made('-', made('floor', made('+', a, number(2))), number(2)),
          made('-', a, made('mod', a, number(1))),
        ]);
      case 'ceil':
        return this.pick([
          minus(made('floor', minus(a))),
          made('+', made('ceil', made('-', a, number(3))), number(3)),
        ]);
      case 'max':
      case 'min':
        return this.pick([
          made(tree.op, b, a),
          made(
            '*',
            number(1, 2),
            made(tree.op === 'max' ? '+' : '-', made('+', a, b), made('abs', made('-', a, b))),
          ),
          minus(made(tree.op === 'max' ? 'min' : 'max', minus(a), minus(b))),
        ]);
      case 'mod':
        return b.op === 'number' ? made('mod', made('+', a, number(b.n * 3)), b) : same;
      case 'gcd':
        return made('gcd', b, a);
      case 'cases':
        return same;
      default:
        return same;
    }
  }

  /** A point where two trees differ, found by trying many; null when none is found. */
  private difference(first: Tree, second: Tree, names: readonly string[]): string | null {
    const whole = 'nmkl'.includes(names[0]!);
    for (let round = 0; round < 160; round += 1) {
      const point = new Map<string, Fraction>();
      for (const name of names) {
        const size = this.pick([2, 4, 12, 60, 900]);
        const value = Math.round((this.random() * 2 - 1) * size * 4);
        point.set(
          name,
          whole || round % 3 === 0 ? fraction(BigInt(Math.round(value / 4))) : fraction(BigInt(value), 4n),
        );
      }
      const [a, b] = [valueAt(first, point), valueAt(second, point)];
      if (a === null || b === null || (a.n === b.n && a.d === b.d)) continue;
      return [...point].map(([name, { n, d }]) => `${name} = ${n}/${d}`).join(', ');
    }
    return null;
  }
}

/** The tree in LaTeX, every part in brackets that might need them. */
function latex(tree: Tree): string {
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
