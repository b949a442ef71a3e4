// A geometric progression with a rational ratio known by two terms: its finite sum, exactly.
import { pick, randomInt } from '../../statistics/random.ts';
import { conclude } from './conclude.ts';
import type { Family } from './family.ts';
import { add, divide, fraction, multiply, power, subtract } from './fraction.ts';
import { tex, texFractionSum, texOperand, texPower } from './latex.ts';

const ratios = [
  [2, 1],
  [-2, 1],
  [3, 1],
  [-3, 1],
  [1, 2],
  [-1, 2],
  [3, 2],
  [-3, 2],
  [1, 3],
  [2, 3],
  [-2, 3],
  [4, 3],
] as const;

export const geometricProgression: Family = {
  name: 'geometric-progression',
  subject: 'sequences',
  generate(rng) {
    const [top, bottom] = pick(rng, ratios);
    const ratio = fraction(top, bottom);
    const first = fraction(randomInt(rng, 1, 40) * bottom ** randomInt(rng, 1, 4) * pick(rng, [1, 1, -1]));
    const count = randomInt(rng, 6, 9);
    const i = randomInt(rng, 2, 3);
    const j = i + 3;
    const term = (n: number) => multiply(first, power(ratio, n - 1));
    const one = fraction(1);
    const last = power(ratio, count);
    const sum = divide(multiply(first, subtract(last, one)), subtract(ratio, one));
    const list = Array.from({ length: count }, (_, k) => term(k + 1));
    const cube = power(ratio, 3);
    return {
      problem: pick(rng, [
        `In a geometric progression of real numbers the term number $${i}$ is $${tex(term(i))}$ and the term number $${j}$ is $${tex(term(j))}$. Find the sum of the first $${count}$ terms.`,
        `A geometric progression of real numbers $g_1, g_2, g_3, \\dots$ has $g_{${i}} = ${tex(term(i))}$ and $g_{${j}} = ${tex(term(j))}$. Compute $g_1 + g_2 + \\dots + g_{${count}}$.`,
      ]),
      steps: [
        `Let $g$ be the first term and $q$ the ratio, so the term number $n$ is $gq^{n-1}$. ${pick(rng, ['Both given terms are different from zero, so we may divide them.', 'As the given terms are not zero, their quotient is a power of $q$.'])}`,
        `From number $${i}$ to number $${j}$ there are $${j} - ${i} = 3$ factors $q$. Hence $q^3$ is the quotient of the terms, and $${tex(cube)} \\cdot ${texOperand(term(i))} = ${tex(term(j))}$ shows that $q^3 = ${tex(cube)}$.`,
        `A real number has exactly one real cube root, and $${texPower(ratio, 3)} = ${tex(cube)}$. So $q = ${tex(ratio)}$.`,
        `${pick(rng, ['The first term follows from', 'To find the first term we use'])} $gq^{${i - 1}} = ${tex(term(i))}$: since $${texOperand(first)} \\cdot ${texPower(ratio, i - 1)} = ${tex(term(i))}$, it is $g = ${tex(first)}$.`,
        `As $q \\ne 1$, the sum of the first $${count}$ terms is $g \\cdot \\frac{q^{${count}} - 1}{q - 1}$.`,
        `${pick(rng, ['The power in the numerator is', 'We need the power'])} $${texPower(ratio, count)} = ${tex(last)}$, so the numerator is $${tex(last)} - 1 = ${tex(subtract(last, one))}$.`,
        `The denominator is $${tex(ratio)} - 1 = ${tex(subtract(ratio, one))}$, whose reciprocal is $${tex(divide(one, subtract(ratio, one)))}$.`,
        `The quotient is $${tex(subtract(last, one))} \\cdot ${texOperand(divide(one, subtract(ratio, one)))} = ${tex(divide(sum, first))}$, and multiplied by the first term it is $${texOperand(first)} \\cdot ${texOperand(divide(sum, first))} = ${tex(sum)}$.`,
        `${pick(rng, ['As a check we list the terms and add them.', 'The terms can also be added one by one.'])} The first four terms give $${texFractionSum(list.slice(0, 4))} = ${tex(list.slice(0, 4).reduce(add))}$.`,
        `The remaining terms give $${texFractionSum(list.slice(4))} = ${tex(list.slice(4).reduce(add))}$.`,
        conclude(
          rng,
          `Together this is $${tex(list.slice(0, 4).reduce(add))} + ${texOperand(list.slice(4).reduce(add))} = ${tex(sum)}$, as before.`,
          tex(sum),
        ),
      ],
      answer: tex(sum),
      difficulty: bottom === 1 ? 2 : 3,
      parameters: { terms: [i, [term(i).num, term(i).den], j, [term(j).num, term(j).den]], count },
    };
  },
};
