// What is easily called equal and is not, or the other way round: names of arguments, repeated coordinates, tiny decimals,
// signs as words, and readings of which one is undecided.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  type Judgement,
  type Node,
  parse,
  print,
  type VerifyOptions,
  verify,
} from '../../src/mathverify/index.ts';

const judged = (gold: string, prediction: string, options: VerifyOptions = {}): Judgement =>
  verify({ gold: `$${gold}$`, prediction: `$${prediction}$`, ...options });

/** The verdict, which is the same whichever side is gold. */
function isJudged(verdict: string, gold: string, prediction: string): void {
  for (const found of [judged(gold, prediction), judged(prediction, gold)]) {
    assert.equal(found.verdict, verdict, `${gold} and ${prediction}: ${found.reason}`);
  }
}

test('arguments of a definition may have other names, which mean nothing else there', () => {
  isJudged('equal', 'f(x)=x', 'f(t)=t');
  isJudged('different', 'f(x)=x', 'f(t)=2t');
  isJudged('equal', 'f(x)=x^2+c', 'f(t)=t^2+c');
  isJudged('equal', 'f(x,y)=x-2y', 'f(y,x)=y-2x');
  isJudged('equal', 'f(x)=\\int_0^x xt\\,dt', 'f(t)=\\int_0^t tx\\,dx');
  isJudged('equal', 'f(n)=\\sum_{k=1}^n k^n', 'f(k)=\\sum_{n=1}^k n^k');
  // The other side calls something else so: a constant, or what a sum counts.
  isJudged('different', 'f(x)=2x', 'f(t)=t+x');
  isJudged('different', 'f(x)=x+t', 'f(t)=t+x');
  isJudged('different', 'f(n)=\\sum_{k=1}^n k^k', 'f(k)=\\sum_{n=1}^k n^k');
  // Of equal arguments alone.
  isJudged('undecided', 'f(x,y)=2y', 'f(t,t)=2t');
  isJudged('undecided', 'f(x,x)=2x', 'f(s,t)=s+t');
  isJudged('undecided', 'f(x,1)=2x', 'f(t,1)=2t');
});

test('new names of arguments are those of the gold answer, with a mark where they would be taken', () => {
  const points = [
    ['f(x)=x^2', 'f(t)=t^3'],
    ['f(x)=x^2', 'f(t)=x^3'],
    ["f(x)=x^2+x'", "f(t)=x^3+x'"],
  ].map(([gold, prediction]) => Object.keys(judged(gold!, prediction!).witness!.point));
  assert.deepEqual(points, [['x'], ["x'", 'x'], ["x''", "x'", 'x']]);
});

test('membership is no equation, but a name in a set of numbers has these values', () => {
  isJudged('equal', 'x \\in \\{1,2\\}', 'x = \\{1,2\\}');
  isJudged('equal', 'x \\in \\{5\\}', 'x = 5');
  isJudged('undecided', 'a \\in B', 'a = B');
});

test('a point may have the same coordinate twice, also where its brackets are left out', () => {
  for (const [point, list] of [
    ['(1,1)', '1,1'],
    ['(2,3,2)', '2,3,2'],
    ['(0,0,0)', '0,0,0'],
  ] as const) {
    isJudged('equal', point, list);
  }
  assert.equal(judged('(1,2)', '1,1,2').verdict, 'different');
  assert.equal(judged('(1,2,1)', '1,1,2').verdict, 'different');
  isJudged('equal', '\\{1,2\\}', '\\{2,1,1,2\\}');
});

test('tiny decimals are rounded behind their first digit, however many zeros are in front', () => {
  const rounded = (digits: bigint, cut: bigint): bigint => {
    const [whole, rest] = [digits / cut, (digits % cut) * 2n];
    return whole + BigInt(rest > cut || (rest === cut && whole % 2n === 1n));
  };
  const digits = fc.bigInt({ min: 10n ** 8n, max: 10n ** 9n - 1n });
  const near = fc.tuple(digits, fc.integer({ min: -600, max: 600 })).map(([value, by]) => {
    const other = value + BigInt(by);
    return [value, other < 10n ** 8n || other >= 10n ** 9n ? value : other] as const;
  });
  fc.assert(
    fc.property(
      near,
      // All round to 0 at the precision: where one of the two does not, that alone tells them apart.
      fc.integer({ min: 8, max: 500 }),
      fc.integer({ min: 2, max: 7 }),
      (pair, zeros, precision) => {
        const [gold, prediction] = pair.map((value) => `-0.${'0'.repeat(zeros)}${value}`) as [string, string];
        const [a, b] = pair.map((value) => rounded(value, 10n ** BigInt(8 - precision))) as [bigint, bigint];
        assert.equal(judged(gold, prediction, { precision }).verdict, a === b ? 'equal' : 'different');
      },
    ),
  );
  // Powers of ten begin a place: one unit of the last decimal more is another number, half of it is not.
  for (const zeros of [7, 15, 400]) {
    const start = `0.${'0'.repeat(zeros)}1`;
    isJudged('equal', start, `${start}0000004`);
    isJudged('different', start, `${start}000001`);
  }
  const half = ['-0.0000000499999996', '-0.0000000500000001'] as const;
  assert.equal(judged(...half, { precision: 7 }).verdict, 'different', 'one rounds to 0, the other does not');
});

test('of several readings of a unit or sign, one that is undecided leaves the comparison undecided', () => {
  const integral = '\\int_0^1 e^{-x^2} dx';
  const digits = 'the value is known in a few digits only, and the decimal may be exact';
  for (const [gold, prediction] of [
    ['0.746824\\text{ cents}', integral],
    ['74.6824\\text{ cents}', integral],
    [integral, '0.746824\\text{ cents}'],
    [integral, '74.6824\\text{ cents}'],
    ['0.00746824', `(${integral})\\%`],
    ['0.746824', `(${integral})\\%`],
  ] as const) {
    const { verdict, reason, method } = judged(gold, prediction);
    assert.deepEqual([verdict, reason, method], ['undecided', digits, 'none'], `${gold} and ${prediction}`);
  }
});

test('of relations with "or" between them one holds, of others all; values of one unknown are a set either way', () => {
  for (const [relations, same] of [
    ['x=1 \\text{ or } y=2', 'y=\\frac42 \\lor x=1'],
    ['x<1 \\text{ or } y>2', '2<y \\text{ or } 1>x'],
    ['a=b \\text{ or } b=c \\text{ or } c=d', 'a=b, b=c, \\text{or } c=d'],
    ['x=1 \\text{ or } x=2', 'x=1, x=2'],
    ['x<1 \\text{ or } 2<x', 'x<1, x>2'],
    ['x=\\pm 1 \\text{ or } y=2', 'y=2 \\text{ or } x=\\pm 1'],
  ] as const) {
    isJudged('equal', relations, same);
  }
  for (const [relations, other] of [
    ['x=1 \\text{ or } y=2', 'x=1, y=2'],
    ['x=1 \\text{ or } y=2', 'x=1 \\text{ and } y=2'],
    ['x=1 \\text{ or } y=2', 'x=1'],
    ['x=1 \\text{ or } y=2', 'x=1 \\text{ or } y=3'],
    ['x=0 \\text{ or } y=0', 'xy=1'],
    ['x=0 \\text{ or } y=0', '0'],
  ] as const) {
    isJudged('different', relations, other);
  }
  isJudged('undecided', 'x=0 \\text{ or } y=0', 'xy=0');
  isJudged('equal', 'x=1, y=2 \\text{ or } y=3', 'x=1, y=2, y=3');
  const { value } = parse('$x=1 \\text{ or } y=2$');
  assert.equal(print(value as Node), 'x = 1 or y = 2');
});

test('a text of signs alone is these signs', () => {
  for (const [sign, other] of [
    ['<', '>'],
    ['+', '-'],
    ['∞', '∅'],
  ] as const) {
    isJudged('equal', `\\text{${sign}}`, `\\text{ ${sign} }`);
    isJudged('different', `\\text{${sign}}`, `\\text{${other}}`);
  }
});

test('the reason that symmetric gives belongs to its verdict', () => {
  const { verdict, method, witness, reason } = judged('(1,\\infty)', 'x>\\sum_{n=1}^{\\infty} 1/n^3', {
    symmetric: true,
  });
  assert.deepEqual([verdict, method, witness], ['undecided', 'none', null]);
  assert.notEqual(reason, 'the relation says the same as the set, and is not solved');
  const apart = judged('5', '6', { symmetric: true });
  assert.deepEqual([apart.witness!.gold, apart.witness!.prediction], ['5', '6']);
});

test('f, g and h before brackets are functions, unless one side multiplies by them', () => {
  for (const [one, other] of [
    ['f(g(x))', 'g(f(x))'],
    ['f(a+b)', 'f(a)+f(b)'],
    ['f(2x)', '2f(x)'],
    ['f(x+y)=f(x)+f(y)', 'f(x+y)=f(x)f(y)'],
  ] as const)
    isJudged('different', one, other);
  for (const [one, other] of [
    ['f(x+1)', 'f(1+x)'],
    ['f(\\frac{x}{2})', 'f(x/2)'],
    ['\\frac{h(a+b)}{2}', '\\frac{(a+b)h}{2}'],
    ['g(m+M)', 'gm+gM'],
  ] as const)
    isJudged('equal', one, other);
});
