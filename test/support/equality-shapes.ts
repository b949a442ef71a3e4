// Pairs that differ only in a small place: narrow bumps, regions of two to four symbols, single whole numbers, beyond
// large constants, under nested steps; and laws that hold everywhere for such shapes. For tests and soaks only.
import type { Pair } from './equality-pairs.ts';
import {
  type Fraction,
  fraction,
  latex,
  made,
  number,
  type Point,
  type Tree,
  valueAt,
} from './equality-trees.ts';

type Random = () => number;

const symbol = (name: string): Tree => ({ op: 'symbol', name });
const plus = (a: Tree, b: Tree): Tree => made('+', a, b);
const minus = (a: Tree, b: Tree): Tree => made('-', a, b);
const times = (a: Tree, b: Tree): Tree => made('*', a, b);
const square = (a: Tree): Tree => times(a, a);
const zero = number(0);
const one = number(1);

/** A term that is zero nearly everywhere, and a point where it is not. */
interface Delta {
  readonly term: Tree;
  readonly point: Map<string, Fraction>;
}

/** Makes pairs from uniform numbers in [0, 1). */
export class ShapeGenerator {
  private readonly random: Random;

  constructor(random: Random) {
    this.random = random;
  }

  /** A pair that differs at a known point. */
  unequal(): Pair {
    for (;;) {
      const names = this.names();
      const { term, point } = this.delta(names);
      const base = this.base(names);
      const sum = this.pick([
        () => plus(base, term),
        () => minus(base, term),
        () => plus(term, base),
        () => plus(base, times(number(this.pick([2, 3, -5])), term)),
        () => plus(base, times(term, this.linear(names))),
      ])();
      const other = this.random() < 0.5 ? base : this.turned(base);
      const pair: [Tree, Tree] = this.random() < 0.5 ? [sum, other] : [other, sum];
      if (this.differ(...pair, point)) return paired(...pair, pointText(point));
      const wrong = this.wrongLaw(names);
      const found = this.search(...wrong, names);
      if (found !== null) return paired(...wrong, pointText(found));
    }
  }

  /** Two forms of the same function. */
  equal(): Pair {
    const names = this.names();
    const [left, right] = this.law(names);
    const base = this.base(names);
    const pair: [Tree, Tree] =
      this.random() < 0.5 ? [left, right] : [plus(base, left), plus(right, this.turned(base))];
    return paired(...pair, '');
  }

  private pick<T>(items: readonly T[]): T {
    return items[Math.floor(this.random() * items.length)]!;
  }

  private whole(low: number, high: number): number {
    return low + Math.floor(this.random() * (high - low + 1));
  }

  private names(): string[] {
    const letters = this.random() < 0.25 ? ['n', 'm', 'k', 'l'] : ['x', 'y', 'z', 't'];
    return letters.slice(0, 1 + Math.floor(this.random() * 4));
  }

  private linear(names: readonly string[]): Tree {
    const first = times(number(this.pick([1, 1, 2, 3, -1])), symbol(this.pick(names)));
    const sum = this.random() < 0.4 ? plus(first, symbol(this.pick(names))) : first;
    return this.random() < 0.6 ? plus(sum, number(this.whole(-9, 9), this.pick([1, 1, 2, 3]))) : sum;
  }

  private base(names: readonly string[]): Tree {
    return this.pick([
      () => this.linear(names),
      () => made('abs', this.linear(names)),
      () => square(this.linear(names)),
      () => made('max', this.linear(names), this.linear(names)),
      () => made('floor', times(number(1, 2), this.linear(names))),
      () => number(this.whole(0, 20)),
    ])();
  }

  /** The same function written otherwise. */
  private turned(tree: Tree): Tree {
    if (!('args' in tree)) return plus(tree, zero);
    const [a, b] = tree.args as [Tree, Tree];
    switch (tree.op) {
      case 'abs':
        return made('max', a, minus(zero, a));
      case 'max':
        return minus(plus(a, b), made('min', a, b));
      case 'floor':
        return minus(zero, made('ceil', minus(zero, a)));
      case '+':
      case '*':
        return made(tree.op, b, a);
      default:
        return tree;
    }
  }

  private delta(names: readonly string[]): Delta {
    const whole = 'nmkl'.includes(names[0]!);
    const point = new Map(
      names.map((name) => {
        const size = this.pick([9, 60, 900, 100_000]);
        const value = this.whole(-size, size);
        return [
          name,
          whole ? fraction(BigInt(value)) : fraction(BigInt(value), this.pick([1n, 4n, 10n, 7n])),
        ];
      }),
    );
    const term = this.pick([
      () => this.bump(names, point),
      () => this.bump(names, point),
      () => this.region(names, point),
      () => this.region(names, point),
      () => this.product(names, point),
      () => this.beyond(names, point),
      () => this.nested(names, point),
    ])();
    return { term, point };
  }

  private from(name: string, point: Point): Tree {
    const { n, d } = point.get(name)!;
    return minus(symbol(name), number(Number(n), Number(d)));
  }

  /** max(0, 1 - k |x - p|), or as a case. */
  private bump(names: readonly string[], point: Point): Tree {
    const name = this.pick(names);
    const far = made('abs', this.from(name, point));
    const height = minus(one, times(number(this.pick([1, 3, 100, 1000, 100_000])), far));
    return this.pick([
      () => made('max', zero, height),
      () => made('cases', height, zero, height),
      () => times(number(1, 2), plus(height, made('abs', height))),
      () => times(made('max', zero, height), plus(one, far)),
      () => minus(made('max', number(2), minus(number(3), minus(one, height))), number(2)),
    ])();
  }

  /** Positive where several linear parts are. */
  private region(names: readonly string[], point: Point): Tree {
    let inside: Tree = number(this.pick([1, 5]));
    for (let k = 0; k <= names.length; k += 1) {
      const part = times(number(this.pick([1, -1, 2, -3])), this.from(names[k % names.length]!, point));
      const other = this.random() < 0.5 ? this.from(this.pick(names), point) : zero;
      inside = made('min', inside, plus(plus(part, other), number(1, this.pick([1, 2, 50]))));
    }
    return made('max', zero, inside);
  }

  private product(names: readonly string[], point: Point): Tree {
    return names
      .slice(0, 2)
      .map((name) =>
        made('max', zero, minus(one, times(number(this.pick([1, 40])), made('abs', this.from(name, point))))),
      )
      .reduce(times);
  }

  /** Nothing up to a large size. */
  private beyond(names: readonly string[], point: Map<string, Fraction>): Tree {
    const name = this.pick(names);
    const size = this.pick([1000, 5000, 123_456, 10_000_000]);
    const over = this.whole(1, 900);
    const sign = this.pick([1, -1]);
    point.set(name, fraction(BigInt(sign * (size + over))));
    const value = times(number(sign), symbol(name));
    return this.pick([
      () => made('max', zero, minus(value, number(size))),
      () => made('max', zero, made('floor', times(number(1, size), value))),
      () => minus(made('max', number(size), value), number(size)),
      () => made('cases', minus(value, number(size)), zero, minus(value, number(size))),
    ])();
  }

  /** A single residue of a remainder, or a single step. */
  private nested(names: readonly string[], point: Map<string, Fraction>): Tree {
    const name = this.pick(names);
    const [divisor, inner] = this.pick([
      [12, 5],
      [30, 7],
      [9, 2],
      [8, 3],
    ] as const);
    const residue = this.whole(0, divisor - 1);
    point.set(name, fraction(BigInt(residue + divisor * this.whole(-4, 9))));
    const rest = made('mod', symbol(name), number(divisor));
    return this.pick([
      () => made('max', zero, minus(one, made('abs', minus(rest, number(residue))))),
      () => minus(made('mod', rest, number(inner)), made('mod', symbol(name), number(inner))),
      () => made('floor', times(number(1, divisor), plus(rest, number(divisor - residue)))),
    ])();
  }

  /** A law that holds for all real numbers. */
  private law(names: readonly string[]): [Tree, Tree] {
    const [a, b, c] = [this.linear(names), this.linear(names), this.linear(names)];
    const floor = (value: Tree): Tree => made('floor', value);
    const third = (k: number): Tree => plus(a, number(k, 3));
    return this.pick<() => [Tree, Tree]>([
      () => [plus(made('abs', a), a), times(number(2), made('max', zero, a))],
      () => [made('max', a, made('min', b, c)), made('min', made('max', a, b), made('max', a, c))],
      () => [
        plus(made('abs', a), made('abs', b)),
        made('max', made('abs', plus(a, b)), made('abs', minus(a, b))),
      ],
      () => [plus(made('max', a, b), made('min', a, b)), plus(a, b)],
      () => [times(made('max', a, b), made('min', a, b)), times(a, b)],
      () => [made('max', made('max', a, b), c), made('max', a, made('max', c, b))],
      () => [floor(times(number(1, 2), floor(a))), floor(times(number(1, 2), a))],
      () => [plus(plus(floor(a), floor(third(1))), floor(third(2))), floor(times(number(3), a))],
      () => [plus(floor(a), floor(plus(a, number(1, 2)))), floor(times(number(2), a))],
      () => [made('mod', made('mod', a, number(12)), number(4)), made('mod', a, number(4))],
      () => [
        made('mod', plus(made('mod', a, number(6)), b), number(6)),
        made('mod', plus(a, made('mod', b, number(6))), number(6)),
      ],
      () => [
        made('min', made('root', square(a)), made('root', square(b))),
        minus(plus(made('abs', a), made('abs', b)), made('max', made('abs', b), made('abs', a))),
      ],
      () => [made('cases', a, minus(zero, a), a), made('abs', a)],
      () => [times(made('sgn', a), made('abs', a)), a],
      () => [made('abs', times(a, b)), times(made('abs', b), made('abs', a))],
      () => [made('cases', square(a), square(a), b), square(a)],
      () => [
        made('max', zero, minus(one, times(number(1000), made('abs', a)))),
        times(number(1000), made('max', zero, minus(number(1, 1000), made('abs', minus(zero, a))))),
      ],
      () => [made('abs', made('max', a, minus(zero, a))), made('abs', a)],
      () => [plus(floor(a), made('ceil', minus(zero, a))), zero],
    ])();
  }

  /** What is taken for a law and is none. */
  private wrongLaw(names: readonly string[]): [Tree, Tree] {
    const [a, b, c] = [this.linear(names), this.linear(names), this.linear(names)];
    const floor = (value: Tree): Tree => made('floor', value);
    return this.pick<() => [Tree, Tree]>([
      () => [plus(floor(a), floor(b)), floor(plus(a, b))],
      () => [made('mod', made('mod', a, number(12)), number(5)), made('mod', a, number(5))],
      () => [plus(floor(a), floor(plus(a, number(3, 7)))), floor(times(number(2), a))],
      () => [made('min', made('root', square(a)), made('root', square(b))), made('abs', made('min', a, b))],
      () => [made('max', a, made('min', b, c)), made('min', made('max', a, b), c)],
      () => [floor(times(number(1, 2), made('ceil', a))), floor(times(number(1, 2), plus(a, one)))],
      () => [plus(made('abs', a), made('abs', b)), made('abs', plus(a, b))],
      () => [made('sgn', times(a, b)), times(made('sgn', a), square(made('sgn', b)))],
    ])();
  }

  private differ(first: Tree, second: Tree, point: Point): boolean {
    const [a, b] = [valueAt(first, point), valueAt(second, point)];
    return a !== null && b !== null && (a.n !== b.n || a.d !== b.d);
  }

  private search(first: Tree, second: Tree, names: readonly string[]): Point | null {
    const whole = 'nmkl'.includes(names[0]!);
    for (let round = 0; round < 80; round += 1) {
      const point = new Map(
        names.map((name) => [
          name,
          fraction(BigInt(this.whole(-60, 60)), whole || round % 3 === 0 ? 1n : 12n),
        ]),
      );
      if (this.differ(first, second, point)) return point;
    }
    return null;
  }
}

function paired(first: Tree, second: Tree, at: string): Pair {
  return { gold: `$${latex(first)}$`, prediction: `$${latex(second)}$`, at };
}

function pointText(point: Point): string {
  return [...point].map(([name, { n, d }]) => `${name} = ${n}/${d}`).join(', ');
}
