// The extreme values of a cubic on a closed interval: critical points, candidates, comparison.
import { pick, randomInt } from '../../statistics/random.ts';
import { conclude } from './conclude.ts';
import type { Family } from './family.ts';
import { add, compare, type Fraction, fraction, subtract } from './fraction.ts';
import { operand, tex, texCombination, texOperand } from './latex.ts';
import { evaluate, type Polynomial, texEvaluation, texPolynomial } from './polynomial.ts';

export const polynomialExtrema: Family = {
  name: 'polynomial-extrema',
  subject: 'calculus',
  generate(rng) {
    // f' = lead (x - p)(x - q) with whole p < q; integrating puts fractions into f.
    const lead = randomInt(rng, 1, 4) * pick(rng, [1, -1]);
    const p = randomInt(rng, -5, 3);
    const q = p + randomInt(rng, 1, 5);
    const bothInside = q - p < 2 || rng() < 0.7;
    const from = bothInside ? p - randomInt(rng, 1, 3) : randomInt(rng, p + 1, q - 1);
    const to = q + randomInt(rng, 1, 3);
    const [sum, product] = [p + q, p * q];
    const polynomial: Polynomial = [
      fraction(lead, 3),
      fraction(-lead * sum, 2),
      fraction(lead * product),
      fraction(randomInt(rng, -9, 9)),
    ];
    const candidates = (bothInside ? [from, p, q, to] : [from, q, to]).map((x) => ({
      x,
      value: evaluate(polynomial, fraction(x)),
    }));
    const ordered = [...candidates].sort((one, two) => compare(one.value, two.value));
    const [least, greatest] = [ordered[0]!.value, ordered.at(-1)!.value];
    const places = (value: Fraction) =>
      candidates
        .filter((candidate) => compare(candidate.value, value) === 0)
        .map(({ x }) => `$x = ${x}$`)
        .join(' and ');
    const asked = pick(rng, ['difference', 'sum'] as const);
    const answer = tex(asked === 'difference' ? subtract(greatest, least) : add(greatest, least));
    const form = asked === 'difference' ? 'M - m' : 'M + m';
    const rising = (positive: boolean) => (positive ? 'rises' : 'falls');
    const values = candidates.map(({ x }) => {
      const where =
        x === from
          ? 'the left end'
          : x === to
            ? 'the right end'
            : pick(rng, ['the critical point', 'the zero']);
      return `At ${where} $x = ${x}$ the value is ${texEvaluation(polynomial, fraction(x))}.`;
    });
    return {
      problem: pick(rng, [
        `Let $M$ and $m$ be the greatest and the least value of $f(x) = ${texPolynomial(polynomial)}$ on the interval $[${from}, ${to}]$. Find $${form}$.`,
        `On the interval $[${from}, ${to}]$ the function $f(x) = ${texPolynomial(polynomial)}$ has the maximum $M$ and the minimum $m$. Determine $${form}$.`,
      ]),
      steps: [
        pick(rng, [
          'A polynomial is continuous, and the interval is closed and bounded, so both extreme values exist. Each is taken at an end of the interval or at an interior point where the derivative is zero.',
          'Since $f$ is differentiable and the interval is closed and bounded, the extreme values are among the values at the two ends and at the interior zeros of the derivative.',
        ]),
        `The derivative is $f'(x) = ${texCombination([lead, -lead * sum, lead * product], ['x^2', 'x', ''])}$${lead === 1 ? '' : `, that is, $${lead}$ times $${texCombination([1, -sum, product], ['x^2', 'x', ''])}$`}.`,
        `The quadratic $${texCombination([1, -sum, product], ['x^2', 'x', ''])}$ has the discriminant $${operand(-sum)}^2 - 4 \\cdot ${operand(product)} = ${sum * sum} - ${operand(4 * product)} = ${(q - p) ** 2} = ${q - p}^2$.`,
        `Its zeros are $\\frac{${sum} + ${q - p}}{2} = ${q}$ and $\\frac{${sum} - ${q - p}}{2} = ${p}$.`,
        bothInside
          ? `${pick(rng, ['Both zeros', 'These two points'])} lie between $${from}$ and $${to}$, so there are four candidates: $${from}$, $${p}$, $${q}$ and $${to}$.`
          : `Only $${q}$ lies inside the interval; the other zero is outside, because $${p} < ${from}$. So there are three candidates: $${from}$, $${q}$ and $${to}$.`,
        ...values,
        `The signs of the derivative fit these values: ${bothInside ? `$f$ ${rising(lead > 0)} from $${from}$ to $${p}$, ` : '$f$ '}${rising(lead < 0)} from $${bothInside ? p : from}$ to $${q}$ and ${rising(lead > 0)} from $${q}$ to $${to}$.`,
        `${pick(rng, ['Comparing the candidates,', 'Among these values'])} the greatest is $M = ${tex(greatest)}$, at ${places(greatest)}, and the least is $m = ${tex(least)}$, at ${places(least)}.`,
        conclude(
          rng,
          `So $${form}$ is $${tex(greatest)} ${asked === 'difference' ? '-' : '+'} ${texOperand(least)} = ${answer}$.`,
          answer,
        ),
      ],
      answer,
      difficulty: bothInside ? 2 : 3,
      parameters: {
        coefficients: polynomial.map(({ num, den }) => [num, den]),
        interval: [from, to],
        asked,
      },
    };
  },
};
