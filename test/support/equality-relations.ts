// Equations, inequalities, cases and congruences whose truth is known by how they were made, from pairs of expressions
// that are known to be the same or not. For tests and soaks only.
import { type Pair, PairGenerator } from './equality-pairs.ts';
import { ShapeGenerator } from './equality-shapes.ts';

type Random = () => number;

const turned: Readonly<Record<string, string>> = {
  '=': '=',
  '\\ne': '\\ne',
  '<': '>',
  '>': '<',
  '\\le': '\\ge',
  '\\ge': '\\le',
};

/** The expression without its dollar signs, in brackets. */
const inside = (text: string): string => `\\left(${text.slice(1, -1)}\\right)`;

/** Makes pairs of relations from uniform numbers in [0, 1). */
export class RelationGenerator {
  private readonly random: Random;
  private readonly expressions: readonly (PairGenerator | ShapeGenerator)[];

  constructor(random: Random) {
    this.random = random;
    this.expressions = [new PairGenerator(random), new ShapeGenerator(random)];
  }

  /** Two relations of which one holds at a point where the other does not. */
  unequal(): Pair {
    const { gold, prediction, at } = this.pick(this.expressions).unequal();
    const [a, b] = [inside(gold), inside(prediction)];
    const [sign, other] = this.pick([
      ['\\le', '<'],
      ['<', '\\le'],
      ['=', '\\le'],
      ['>', '<'],
      ['\\ne', '<'],
    ] as const);
    return this.pick<() => Pair>([
      // w between the two values, or equal to one of them.
      () => this.pair(`w = ${a}`, `${b} = w`, at),
      () => this.pair(`w - ${a} = 0`, `3w = 3${b}`, at),
      () => this.pair(`w < ${a}`, `${b} > w`, at),
      () => this.pair(`2w \\ge 2${a}`, `w - ${b} \\ge 0`, at),
      () => this.pair(`w ${sign} ${a}`, `w ${other} ${a}`, 'where both sides are the same, or beside it'),
      () => this.pair(`w x = x`, `w = 1`, 'x = 0'),
      () => this.pair(`(w-x)(w-${a}) = 0`, `w = x`, `w = ${a}, which is not x everywhere`),
      () => this.congruences(false),
      () => this.congruences(false),
      () => this.parities(false),
    ])();
  }

  /** Two forms of the same relation. */
  equal(): Pair {
    const { gold, prediction } = this.pick(this.expressions).equal();
    const [a, b] = [inside(gold), inside(prediction)];
    const sign = this.pick(Object.keys(turned));
    const size = this.whole(2, 9);
    return this.pick<() => Pair>([
      () => this.pair(`w ${sign} ${a}`, `${b} ${turned[sign]} w`, ''),
      () => this.pair(`w ${sign} ${a}`, `${size}w ${sign} ${size}${b}`, ''),
      () => this.pair(`w ${sign} ${a}`, `-${size}w ${turned[sign]} -${size}${b}`, ''),
      () => this.pair(`w - ${a} ${sign} 0`, `w + ${size} ${sign} ${b} + ${size}`, ''),
      () => this.pair(`\\ln w = x+${size}`, `w = e^{x+${size}}`, ''),
      () => this.pair(`|w-x| < ${size}`, `x-${size} < w < x+${size}`, ''),
      () => this.pair(`\\max(w, x) \\le ${size}`, `w \\le ${size}, x \\le ${size}`, ''),
      () => this.congruences(true),
      () => this.congruences(true),
      () => this.parities(true),
    ])();
  }

  private pair(first: string, second: string, at: string): Pair {
    const [gold, prediction] = this.random() < 0.5 ? [first, second] : [second, first];
    return { gold: `$${gold}$`, prediction: `$${prediction}$`, at };
  }

  private pick<T>(items: readonly T[]): T {
    return items[Math.floor(this.random() * items.length)]!;
  }

  private whole(low: number, high: number): number {
    return low + Math.floor(this.random() * (high - low + 1));
  }

  /** Congruences that agree at every remainder, or do not at one. */
  private congruences(same: boolean): Pair {
    for (;;) {
      const [m, m2] = [this.whole(2, 12), this.whole(2, 12)];
      const [a, b, b2] = [this.whole(1, 6), this.whole(-9, 20), this.whole(-9, 20)];
      const power = this.pick([1, 1, 2]);
      const rest = (value: number, by: number): number => ((value % by) + by) % by;
      const apart = Array.from({ length: m * m2 }, (_, n) => n).find(
        (n) => (rest(a * n ** power - b, m) === 0) !== (rest(n - b2, m2) === 0),
      );
      if ((apart === undefined) !== same) continue;
      const first = `${a}n^${power} \\equiv ${b} \\pmod{${m}}`;
      const second = this.pick([`n \\equiv ${b2} \\pmod{${m2}}`, `n = ${m2}k+${rest(b2, m2)}`]);
      return this.pair(first, second, `n = ${apart}`);
    }
  }

  private parities(same: boolean): Pair {
    const [even, odd] = this.pick([
      ['n', 'n+1'],
      ['2n', '-n'],
      ['1', '-1'],
    ] as const);
    const words = this.random() < 0.5;
    const when = (parity: number): string =>
      words ? `n \\text{ is ${parity === 0 ? 'even' : 'odd'}}` : `n \\equiv ${parity} \\pmod 2`;
    const rows = (first: string, second: string): string =>
      `\\begin{cases} ${first} & ${when(0)} \\\\ ${second} & \\text{if } n \\text{ is odd} \\end{cases}`;
    const reversed = `\\begin{cases} ${odd} & \\text{for odd } n \\\\ ${even} & n \\text{ even} \\end{cases}`;
    return this.pair(same ? rows(even, odd) : rows(odd, even), reversed, 'n = 3');
  }
}
