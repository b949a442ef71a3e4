// The mean value of a cubic over an interval: an integral term by term, checked by Simpson's rule.
import { pick, randomInt } from '../../statistics/random.ts';
import { conclude } from './conclude.ts';
import type { Family } from './family.ts';
import { add, divide, type Fraction, fraction, multiply, wholePower } from './fraction.ts';
import { operand, tex, texFractionSum, texOperand } from './latex.ts';
import { evaluate, type Polynomial, texEvaluation, texPolynomial } from './polynomial.ts';

export const meanValue: Family = {
  name: 'mean-value',
  subject: 'calculus',
  generate(rng) {
    const from = randomInt(rng, -4, 3);
    const to = from + randomInt(rng, 1, 6);
    const width = to - from;
    const coefficient = () => randomInt(rng, 1, 9) * pick(rng, [1, -1]);
    const coefficients = [coefficient(), coefficient(), coefficient(), coefficient()] as const;
    const polynomial: Polynomial = coefficients.map((c) => fraction(c));
    // The integral of c x^k is c / (k + 1) times the difference of the powers.
    const terms = coefficients.map((c, i) => {
      const exponent = 4 - i;
      const difference = wholePower(to, exponent) - wholePower(from, exponent);
      return { c, exponent, difference, value: fraction(c * difference, exponent) };
    });
    const integral = terms.map(({ value }) => value).reduce(add);
    const answer = divide(integral, fraction(width));
    const middle = fraction(from + to, 2);
    const ends = [fraction(from), middle, fraction(to)] as const;
    const [left, centre, right] = ends.map((x) => evaluate(polynomial, x)) as [Fraction, Fraction, Fraction];
    const weighted = add(add(left, right), multiply(fraction(4), centre));
    const symbols = ['x^3', 'x^2', 'x', ''];
    const antiderivative: Polynomial = [...coefficients.map((c, i) => fraction(c, 4 - i)), fraction(0)];
    return {
      problem: pick(rng, [
        `Find the mean value of $f(x) = ${texPolynomial(polynomial)}$ over the interval $[${from}, ${to}]$.`,
        `The mean value of a function over $[a, b]$ is its integral over the interval divided by $b - a$. Compute it for $f(x) = ${texPolynomial(polynomial)}$ on $[${from}, ${to}]$.`,
      ]),
      steps: [
        `The interval has the length $${to} - ${operand(from)} = ${width}$. ${pick(rng, ['So the mean value is the integral of $f$ over it, divided by this length.', 'We compute the integral of $f$ over it and divide by the length at the end.'])}`,
        `An antiderivative is $F(x) = ${texPolynomial(antiderivative)}$; we insert the limits term by term.`,
        ...terms.map(({ c, exponent, difference, value }, i) => {
          const name =
            i === 3
              ? `The constant term $${c}$`
              : `The term $${Math.abs(c) === 1 ? (c < 0 ? '-' : '') : c}${symbols[i]}$`;
          const limits =
            exponent === 1
              ? `${to} - ${operand(from)}`
              : `${operand(to)}^${exponent} - ${operand(from)}^${exponent}`;
          return `${name} ${pick(rng, ['contributes', 'gives'])} $${texOperand(fraction(c, exponent))} \\cdot (${limits}) = ${texOperand(fraction(c, exponent))} \\cdot ${operand(difference)} = ${tex(value)}$.`;
        }),
        `${pick(rng, ['Adding the four contributions,', 'The sum of the four parts is'])} $${texFractionSum(terms.map(({ value }) => value))} = ${tex(integral)}$, which is the integral.`,
        `${pick(rng, ["As a check we use Simpson's rule", "Simpson's rule gives an independent check"])}; it is exact for polynomials of degree at most $3$ and needs the values at the ends and at the middle $\\frac{${from} + ${operand(to)}}{2} = ${tex(middle)}$.`,
        `At the left end, where $x = ${tex(ends[0])}$, the value is ${texEvaluation(polynomial, ends[0])}.`,
        `At the middle, where $x = ${tex(ends[1])}$, the value is ${texEvaluation(polynomial, ends[1])}.`,
        `At the right end, where $x = ${tex(ends[2])}$, the value is ${texEvaluation(polynomial, ends[2])}.`,
        `The weighted sum is $${tex(left)} + 4 \\cdot ${texOperand(centre)} + ${texOperand(right)} = ${tex(weighted)}$, and Simpson's rule gives $\\frac{${width}}{6} \\cdot ${texOperand(weighted)} = ${tex(multiply(fraction(width, 6), weighted))}$, in agreement with the integral.`,
        conclude(
          rng,
          width === 1
            ? 'The interval has length one, so the mean value equals the integral.'
            : `Dividing by the length, $\\frac{1}{${width}} \\cdot ${texOperand(integral)} = ${tex(answer)}$.`,
          tex(answer),
        ),
      ],
      answer: tex(answer),
      difficulty: width > 3 ? 3 : 2,
      parameters: { coefficients, interval: [from, to] },
    };
  },
};
