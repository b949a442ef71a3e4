// The area between a parabola and a line with whole intersections, by an antiderivative.
import { pick, randomInt } from '../../statistics/random.ts';
import { conclude } from './conclude.ts';
import type { Family } from './family.ts';
import { fraction, subtract } from './fraction.ts';
import { operand, tex, texCombination, texOperand } from './latex.ts';
import { evaluate, type Polynomial, texEvaluation, texPolynomial } from './polynomial.ts';

export const areaBetween: Family = {
  name: 'area-between',
  subject: 'calculus',
  generate(rng) {
    // parabola - line = a (x - p)(x - q)
    const a = randomInt(rng, 1, 5) * pick(rng, [1, -1]);
    const p = randomInt(rng, -6, 3);
    const q = p + randomInt(rng, 1, 6);
    const [slope, intercept] = [randomInt(rng, -6, 6), randomInt(rng, -9, 9)];
    const [sum, product] = [p + q, p * q];
    const parabola = texCombination([a, slope - a * sum, intercept + a * product], ['x^2', 'x', '']);
    const line = texCombination([slope, intercept], ['x', '']);
    const gap = texCombination([a, -a * sum, a * product], ['x^2', 'x', '']);
    const reduced = texCombination([1, -sum, product], ['x^2', 'x', '']);
    // Between the curves the difference has the sign of -a; turn it so that the integrand is positive.
    const sign = a < 0 ? 1 : -1;
    const antiderivative: Polynomial = [
      fraction(sign * a, 3),
      fraction(-sign * a * sum, 2),
      fraction(sign * a * product),
      fraction(0),
    ];
    const [upper, lower] = [evaluate(antiderivative, fraction(q)), evaluate(antiderivative, fraction(p))];
    const area = tex(subtract(upper, lower));
    const integrand = texCombination([sign * a, -sign * a * sum, sign * a * product], ['x^2', 'x', '']);
    const middle = fraction(sum, 2);
    const height = evaluate(
      [fraction(sign * a), fraction(-sign * a * sum), fraction(sign * a * product)],
      middle,
    );
    const value = (x: number) =>
      x === 0
        ? `$F(0) = 0$, since every term contains $x$`
        : `$F(${x})$ is ${texEvaluation(antiderivative, fraction(x))}`;
    return {
      problem: pick(rng, [
        `Find the area of the region enclosed by the parabola $y = ${parabola}$ and the line $y = ${line}$.`,
        `The curves $y = ${parabola}$ and $y = ${line}$ enclose a bounded region. Compute its area.`,
      ]),
      steps: [
        `${pick(rng, ['The curves meet where', 'At the points of intersection'])} the difference of the two functions, parabola minus line, is zero. This difference is $${gap}$.`,
        `${a === 1 ? 'We solve' : `Dividing by $${a}$ leaves`} $${reduced} = 0$. The discriminant is $${operand(-sum)}^2 - 4 \\cdot ${operand(product)} = ${sum * sum} - ${operand(4 * product)} = ${(q - p) ** 2} = ${q - p}^2$.`,
        `The solutions are $\\frac{${sum} + ${q - p}}{2} = ${q}$ and $\\frac{${sum} - ${q - p}}{2} = ${p}$. So the region lies between $x = ${p}$ and $x = ${q}$.`,
        `${pick(rng, ['Next we decide which curve is above.', 'Which curve is above?'])} The leading coefficient $${a}$ of the difference is ${a < 0 ? 'negative' : 'positive'}, so between its zeros the difference is ${a < 0 ? 'positive and the parabola' : 'negative and the line'} is above.`,
        `The area is therefore the integral of $${integrand}$ from $${p}$ to $${q}$.`,
        `An antiderivative is $F(x) = ${texPolynomial(antiderivative)}$.`,
        `${pick(rng, ['At the upper limit,', 'For the upper limit:'])} ${value(q)}.`,
        `${pick(rng, ['At the lower limit,', 'For the lower limit:'])} ${value(p)}.`,
        `The area is the difference $${tex(upper)} - ${texOperand(lower)} = ${area}$.`,
        `${pick(rng, ['A check by a known rule:', 'We check this in another way:'])} the area of a parabolic segment is two thirds of its width times its vertical height, measured in the middle. At $x = ${tex(middle)}$ the vertical gap is $${tex(height)}$.`,
        `The width is $${q} - ${operand(p)} = ${q - p}$, and $\\frac{2}{3} \\cdot ${q - p} \\cdot ${tex(height)} = ${area}$, the same value.`,
        conclude(rng, '', area),
      ],
      answer: area,
      difficulty: Math.abs(a) === 1 ? 2 : 3,
      parameters: { parabola: [a, slope - a * sum, intercept + a * product], line: [slope, intercept] },
    };
  },
};
