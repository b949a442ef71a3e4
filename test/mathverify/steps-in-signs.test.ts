// Where steps and signs meet, two expressions may differ on one short piece of the line: what is called equal is equal at
// thousands of places.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { verify } from '../../src/mathverify/verify.ts';
import { repetitions } from '../support/thorough.ts';

/** An expression as it is written, and as a function. */
interface Written {
  readonly text: string;
  at(x: number): number;
}

const whole = (min: number, max: number) => fc.integer({ min, max });
const line: fc.Arbitrary<Written> = fc
  .tuple(
    whole(-3, 3).filter((a) => a !== 0),
    whole(-15, 15),
  )
  .map(([a, b]) => ({ text: `(${a}x${b < 0 ? b : `+${b}`})`, at: (x) => a * x + b }));
const step: fc.Arbitrary<Written> = fc.tuple(line, whole(1, 3), fc.boolean()).map(([l, d, up]) => ({
  text: up ? `\\lceil ${l.text}/${d}\\rceil` : `\\lfloor ${l.text}/${d}\\rfloor`,
  at: (x) => (up ? Math.ceil : Math.floor)(l.at(x) / d),
}));

const product = (a: Written, b: Written): Written => ({
  text: `${a.text}${b.text}`,
  at: (x) => a.at(x) * b.at(x),
});
const sum = (a: Written, b: Written): Written => ({
  text: `(${a.text}+${b.text})`,
  at: (x) => a.at(x) + b.at(x),
});
const size = (a: Written): Written => ({ text: `\\left|${a.text}\\right|`, at: (x) => Math.abs(a.at(x)) });
const larger = (a: Written, b: Written): Written => ({
  text: `\\max(${a.text},${b.text})`,
  at: (x) => Math.max(a.at(x), b.at(x)),
});

const pair: fc.Arbitrary<readonly [Written, Written]> = fc.tuple(step, line, line, whole(0, 4)).map(
  ([s, l, other, kind]) =>
    [
      [size(product(s, l)), product(s, l)],
      [size(sum(product(s, l), other)), sum(product(s, l), other)],
      [size(product(s, l)), product(size(s), l)],
      [size(product(product(s, l), other)), product(product(s, l), other)],
      [larger(product(s, l), other), product(s, l)],
    ][kind] as unknown as readonly [Written, Written],
);

function differenceOf([a, b]: readonly [Written, Written]): number | undefined {
  for (let x = -60; x <= 60; x += 1 / 64) if (Math.abs(a.at(x) - b.at(x)) > 1e-9) return x;
  return undefined;
}

test('a sign that steps hide is not overlooked', () => {
  const differing = [
    ['|\\lfloor x-4\\rfloor(x-6)|', '\\lfloor x-4\\rfloor(x-6)'],
    ['|\\lfloor \\frac13(3x-12)\\rfloor(x+x-12)|', '\\lfloor \\frac13(3x-12)\\rfloor(x+x-12)'],
    ['|\\lfloor x-40\\rfloor(x-42)|', '\\lfloor x-40\\rfloor(x-42)'],
    ['|\\lfloor \\frac{x-9}{2}\\rfloor(3x-15)+3x-10|', '\\lfloor \\frac{x-9}{2}\\rfloor(3x-15)+3x-10'],
    ['|\\lfloor \\frac{x-7}{2}\\rfloor(3x-3)+2x+13|', '\\lfloor \\frac{x-7}{2}\\rfloor(3x-3)+2x+13'],
  ];
  for (const [a, b] of differing) assert.equal(verify(`$${a}$`, `$${b}$`).verdict, 'different', a);
  const same = verify('$|\\lfloor x\\rfloor(x-6)|$', '$|\\lfloor x\\rfloor||x-6|$');
  assert.equal(same.verdict, 'equal', same.reason);
});

test('expressions with steps and signs that are called equal are equal along the line', () => {
  let equal = 0;
  fc.assert(
    fc.property(pair, ([a, b]) => {
      const { verdict, reason } = verify(`$${a.text}$`, `$${b.text}$`);
      if (verdict !== 'equal') return;
      equal += 1;
      const at = differenceOf([a, b]);
      assert.equal(at, undefined, `${a.text} and ${b.text}: ${reason}`);
    }),
    { numRuns: repetitions(400, 20_000) },
  );
  assert.ok(equal > 0);
});
