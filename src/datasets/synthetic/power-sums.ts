// Power sums of the roots of a monic cubic, by Vieta's formulas and the recurrence of the roots.
import { pick, randomInt } from '../../statistics/random.ts';
import { conclude } from './conclude.ts';
import type { Family } from './family.ts';
import { fraction } from './fraction.ts';
import { operand, tex, texCombination, texOperand, texQuotient } from './latex.ts';

export const powerSums: Family = {
  name: 'power-sums',
  subject: 'algebra',
  generate(rng) {
    const e1 = randomInt(rng, 1, 6) * pick(rng, [1, -1]);
    const e2 = randomInt(rng, 1, 8) * pick(rng, [1, -1]);
    const e3 = randomInt(rng, 1, 9) * pick(rng, [1, -1]);
    const order = randomInt(rng, 4, 7);
    // p[0] = 3 because every root to the power 0 is 1.
    const p = [3, e1, e1 * e1 - 2 * e2];
    const recurrence = (k: number) => {
      const [one, two, three] = [p[k - 1]!, p[k - 2]!, p[k - 3]!];
      const next = e1 * one - e2 * two + e3 * three;
      p.push(next);
      return `$${operand(e1)} \\cdot ${operand(one)} - ${operand(e2)} \\cdot ${operand(two)} + ${operand(e3)} \\cdot ${operand(three)} = ${next}$, so $p_{${k}} = ${next}$`;
    };
    const third = recurrence(3);
    const fourth = recurrence(4);
    const higher = Array.from({ length: order - 4 }, (_, i) => recurrence(i + 5));
    const pairs = e2 * e2 - 2 * e1 * e3;
    const reciprocals = fraction(e2, e3);
    const total = fraction(p[order]! * e3 + e2, e3);
    const withReciprocals = rng() < 0.5;
    const answer = withReciprocals ? tex(total) : `${p[order]}`;
    const cubic = texCombination([1, -e1, e2, -e3], ['x^3', 'x^2', 'x', '']);
    const form = `a^{${order}} + b^{${order}} + c^{${order}}${withReciprocals ? ' + \\frac{1}{a} + \\frac{1}{b} + \\frac{1}{c}' : ''}`;
    const relation = `x^3 = ${texCombination([e1, -e2, e3], ['x^2', 'x', ''])}`;
    return {
      problem: pick(rng, [
        `Let $a$, $b$, $c$ be the complex roots of $${cubic}$, counted with multiplicity. Find $${form}$.`,
        `The polynomial $${cubic}$ has the complex roots $a$, $b$ and $c$ (repeated roots are repeated here). Compute $${form}$.`,
      ]),
      steps: [
        `By Vieta's formulas, ${pick(rng, ['comparing with', 'matched against'])} $x^3 - e_1x^2 + e_2x - e_3$, the elementary symmetric functions of the roots are $e_1 = ${e1}$, $e_2 = ${e2}$ and $e_3 = ${e3}$.`,
        `Write $p_k = a^k + b^k + c^k$. ${pick(rng, ['Every root satisfies', 'For each root we have'])} $${relation}$; multiplying by $x^{k-3}$ and adding over the roots gives $p_k = e_1p_{k-1} - e_2p_{k-2} + e_3p_{k-3}$ for every $k \\ge 3$.`,
        `The recurrence needs three starting values. Clearly $p_0 = 3$, and $p_1 = e_1 = ${e1}$.`,
        `${pick(rng, ['Squaring $a + b + c$', 'Expanding $(a + b + c)^2$'])} shows $p_2 = e_1^2 - 2e_2$. Numerically $${operand(e1)}^2 - 2 \\cdot ${operand(e2)} = ${e1 * e1} - ${operand(2 * e2)} = ${p[2]}$, so $p_2 = ${p[2]}$.`,
        `${pick(rng, ['For $k = 3$ the recurrence reads', 'The case $k = 3$ is'])} ${third}.`,
        `${pick(rng, ['For $k = 4$ it gives', 'Next, for $k = 4$,'])} ${fourth}.`,
        `${pick(rng, ['Before going on we check $p_4$ in another way.', 'Here is an independent check of $p_4$.'])} The sum of the products of two squared roots is $e_2^2 - 2e_1e_3$, and $${operand(e2)}^2 - 2 \\cdot ${operand(e1)} \\cdot ${operand(e3)} = ${e2 * e2} - ${operand(2 * e1 * e3)} = ${pairs}$.`,
        `Hence $p_4 = p_2^2 - 2 \\cdot ${operand(pairs)}$, and $${operand(p[2]!)}^2 - 2 \\cdot ${operand(pairs)} = ${p[4]}$, which agrees with the recurrence.`,
        ...higher.map((text, i) => `For $k = ${i + 5}$: ${text}.`),
        ...(withReciprocals
          ? [
              `The constant term is not zero, so no root is zero and the reciprocals exist. Over a common denominator their sum is $\\frac{e_2}{e_3}$, that is, $${texQuotient(e2, e3)}$.`,
              `Adding the two parts, $${p[order]} + ${texOperand(reciprocals)} = ${tex(total)}$.`,
            ]
          : []),
        conclude(
          rng,
          withReciprocals ? '' : `The sum of the powers of order $${order}$ is $p_{${order}}$.`,
          answer,
        ),
      ],
      answer,
      difficulty: order >= 6 ? 4 : 3,
      parameters: { e1, e2, e3, order, with_reciprocals: withReciprocals },
    };
  },
};
