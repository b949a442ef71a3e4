// A quadratic equation with rational roots; a symmetric expression of the roots by the discriminant and Vieta.
import { drawUntil, pick, randomInt } from '../../statistics/random.ts';
import { conclude } from './conclude.ts';
import type { Family } from './family.ts';
import { add, compare, divide, type Fraction, fraction, gcd, multiply, power, subtract } from './fraction.ts';
import { operand, tex, texCombination, texOperand, texPower, texQuotient } from './latex.ts';

export const quadraticRoots: Family = {
  name: 'quadratic-roots',
  subject: 'algebra',
  generate(rng) {
    // (u x - v)(w x - t) has the roots v/u and t/w.
    const { u, v, w, t } = drawUntil(
      () => ({
        u: randomInt(rng, 1, 5),
        w: randomInt(rng, 1, 5),
        v: randomInt(rng, 1, 20) * pick(rng, [1, -1]),
        t: randomInt(rng, 1, 20) * pick(rng, [1, -1]),
      }),
      (drawn) =>
        Math.abs(drawn.u * drawn.t) !== Math.abs(drawn.v * drawn.w) &&
        gcd(drawn.u, drawn.v) === 1 &&
        gcd(drawn.w, drawn.t) === 1,
    );
    const a = u * w;
    const b = -(u * t + v * w);
    const c = v * t;
    const discriminant = b * b - 4 * a * c;
    const root = Math.abs(u * t - v * w);
    const [small, large] = [fraction(v, u), fraction(t, w)].sort(compare) as [Fraction, Fraction];
    const sum = add(small, large);
    const product = multiply(small, large);
    const squares = subtract(power(sum, 2), multiply(fraction(2), product));
    const cubes = subtract(multiply(sum, squares), multiply(product, sum));
    const asked = pick(rng, ['cubes', 'quotients'] as const);
    const quotients = divide(cubes, product);
    const answer = asked === 'cubes' ? cubes : quotients;
    const form = asked === 'cubes' ? 'r^3 + s^3' : '\\frac{r^2}{s} + \\frac{s^2}{r}';
    const quadratic = `${texCombination([a, b, c], ['x^2', 'x', ''])} = 0`;
    return {
      problem: pick(rng, [
        `Let $r$ and $s$ be the roots of $${quadratic}$. Find $${form}$.`,
        `The equation $${quadratic}$ has two real roots $r$ and $s$. Compute $${form}$ as a fraction in lowest terms or a whole number.`,
        `Determine $${form}$, where $r$ and $s$ are the two solutions of $${quadratic}$.`,
      ]),
      steps: [
        `${pick(rng, [
          `This is a quadratic equation with leading coefficient $${a}$, linear coefficient $${b}$ and constant term $${c}$.`,
          `In the notation $ax^2 + bx + c = 0$ the coefficients are $${a}$, $${b}$ and $${c}$, in this order.`,
        ])} We find the roots first and compare them with Vieta's formulas afterwards.`,
        `The discriminant is $b^2 - 4ac$. Numerically $${operand(b)}^2 - 4 \\cdot ${a} \\cdot ${operand(c)} = ${b * b} - ${operand(4 * a * c)} = ${discriminant}$.`,
        `${pick(rng, ['It is a perfect square:', 'This number is a square:'])} $${discriminant} = ${root}^2$. It is positive, so there are two different real roots, and both are rational.`,
        `The larger root is $\\frac{-${operand(b)} + ${root}}{2 \\cdot ${a}} = \\frac{${-b + root}}{${2 * a}} = ${tex(large)}$.`,
        `The smaller root is $\\frac{-${operand(b)} - ${root}}{2 \\cdot ${a}} = \\frac{${-b - root}}{${2 * a}} = ${tex(small)}$.`,
        `${pick(rng, ["Vieta's formulas confirm the roots.", 'We check them with the coefficients.'])} Their sum is $${tex(large)} + ${texOperand(small)} = ${tex(sum)}$, and $-\\frac{b}{a}$ is the same number, because $\\frac{-${operand(b)}}{${a}} = ${tex(sum)}$.`,
        `Their product is $${tex(large)} \\cdot ${texOperand(small)} = ${tex(product)}$, and $\\frac{c}{a}$ is $${texQuotient(c, a)}$ as well. In particular neither root is zero.`,
        `From $(r + s)^2 = r^2 + 2rs + s^2$ we get $r^2 + s^2 = (r + s)^2 - 2rs$. So $r^2 + s^2$ is $${texPower(sum, 2)} - 2 \\cdot ${texOperand(product)} = ${tex(squares)}$.`,
        `${pick(rng, ['Multiplying by $r + s$,', 'Next,'])} $(r + s)(r^2 + s^2) = r^3 + s^3 + rs(r + s)$. Hence $r^3 + s^3$ equals $${texOperand(sum)} \\cdot ${texOperand(squares)} - ${texOperand(product)} \\cdot ${texOperand(sum)} = ${tex(cubes)}$.`,
        `The roots themselves give the same: $${texPower(large, 3)} + ${texPower(small, 3)} = ${tex(power(large, 3))} + ${texOperand(power(small, 3))} = ${tex(cubes)}$.`,
        ...(asked === 'cubes'
          ? []
          : [
              `Since $rs \\ne 0$, we may write $\\frac{r^2}{s} + \\frac{s^2}{r} = \\frac{r^3 + s^3}{rs}$. With the values found, $${tex(cubes)} \\cdot ${texOperand(divide(fraction(1), product))} = ${tex(quotients)}$, where the second factor is the reciprocal of $${tex(product)}$.`,
            ]),
        conclude(rng, asked === 'cubes' ? 'Both ways agree.' : '', tex(answer)),
      ],
      answer: tex(answer),
      difficulty: (a < 4 ? 1 : 2) + (asked === 'quotients' ? 1 : 0),
      parameters: { a, b, c, asked },
    };
  },
};
