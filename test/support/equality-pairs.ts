// Pairs of expressions over abs, max, min, sgn, floor, ceil, mod, gcd, roots and piecewise in one to four symbols. For
// tests and soaks only.
import { type Fraction, fraction, latex, made, number, type Tree, valueAt } from './equality-trees.ts';

export interface Pair {
  readonly gold: string;
  readonly prediction: string;
  /** Where they differ, for unequal ones. */
  readonly at: string;
}

type Random = () => number;
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
