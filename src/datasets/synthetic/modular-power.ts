// The remainder of a large power, by repeated squaring.
import { drawUntil, pick, randomInt } from '../../statistics/random.ts';
import { conclude } from './conclude.ts';
import type { Family } from './family.ts';
import { gcd } from './fraction.ts';

/** The exponents of the powers of two that add up to `n`, largest first. */
function binaryDigits(n: number): number[] {
  const digits: number[] = [];
  for (let bit = Math.floor(Math.log2(n)); bit >= 0; bit -= 1) if ((n >> bit) & 1) digits.push(bit);
  return digits;
}

/** `3367 = 52 \cdot 64 + 39`: the division of `value` by `modulus`, as an equation. */
function division(value: number, modulus: number): string {
  return `${Math.floor(value / modulus)} \\cdot ${modulus} + ${value % modulus}`;
}

export const modularPower: Family = {
  name: 'modular-power',
  subject: 'number_theory',
  generate(rng) {
    const [modulus, base] = drawUntil(
      () => {
        const drawn = randomInt(rng, 23, 999);
        return [drawn, randomInt(rng, 2, Math.min(99, drawn - 2))] as const;
      },
      (drawn) => gcd(...drawn) === 1,
    );
    const exponent = drawUntil(
      () => randomInt(rng, 40, 1000),
      (drawn) => binaryDigits(drawn).length >= 3,
    );
    const digits = binaryDigits(exponent);
    const highest = digits[0]!;
    const residues = [base];
    const squarings: string[] = [];
    for (let bit = 1; bit <= highest; bit += 1) {
      const before = residues[bit - 1]!;
      const square = before * before;
      residues.push(square % modulus);
      squarings.push(
        `${bit === 1 ? 'Square the base' : pick(rng, ['Square again', 'Squaring once more', 'Next square'])}: $${before}^2 = ${square} = ${division(square, modulus)}$, so $${base}^{${2 ** bit}} \\equiv ${residues[bit]} \\pmod{${modulus}}$.`,
      );
    }
    let product = residues[highest]!;
    let reached = 2 ** highest;
    const products = digits.slice(1).map((bit, i) => {
      const factor = residues[bit]!;
      const value = product * factor;
      const earlier = product;
      product = value % modulus;
      const power = 2 ** bit;
      const sum = `$${reached} + ${power} = ${reached + power}$`;
      reached += power;
      const lead =
        i === 0 ? 'Now multiply the powers that occur in the exponent.' : pick(rng, ['Then', 'Next']);
      return i === 0
        ? `${lead} For the exponent ${sum}: $${earlier} \\cdot ${factor} = ${value} = ${division(value, modulus)}$, so $${base}^{${reached}} \\equiv ${product} \\pmod{${modulus}}$.`
        : `${lead} the exponent grows to ${sum}: $${earlier} \\cdot ${factor} = ${value} = ${division(value, modulus)}$, so $${base}^{${reached}} \\equiv ${product} \\pmod{${modulus}}$.`;
    });
    return {
      problem: pick(rng, [
        `Find the remainder when $${base}^{${exponent}}$ is divided by $${modulus}$.`,
        `Determine the smallest non-negative integer that is congruent to $${base}^{${exponent}}$ modulo $${modulus}$.`,
        `What remainder does $${base}^{${exponent}}$ leave on division by $${modulus}$?`,
      ]),
      steps: [
        pick(rng, [
          `The power is far too large to be computed directly, so we use repeated squaring and reduce modulo $${modulus}$ after every multiplication. This is allowed because congruences may be multiplied.`,
          `We compute $${base}^{2^j}$ modulo $${modulus}$ for $j = 0, 1, 2, \\dots$ by repeated squaring and multiply the powers that the exponent needs. Reducing after each multiplication does not change the remainder.`,
        ]),
        `Write the exponent as a sum of distinct powers of two: $${digits.map((bit) => 2 ** bit).join(' + ')} = ${exponent}$. So the squares are needed up to $${base}^{${2 ** highest}}$.`,
        ...squarings,
        ...products,
        conclude(
          rng,
          `All powers in the sum for $${exponent}$ have been used, and $0 \\le ${product} < ${modulus}$.`,
          `${product}`,
        ),
      ],
      answer: `${product}`,
      difficulty: highest >= 8 ? 3 : 2,
      parameters: { base, exponent, modulus },
    };
  },
};
