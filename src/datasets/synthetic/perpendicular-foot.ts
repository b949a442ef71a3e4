// The foot of a perpendicular, the distance and the mirror image of a point in a line, in rational coordinates.
import { drawUntil, pick, randomInt } from '../../statistics/random.ts';
import { conclude } from './conclude.ts';
import type { Family } from './family.ts';
import { add, type Fraction, fraction, gcd, multiply, power, subtract } from './fraction.ts';
import { operand, tex, texCombination, texOperand, texPower } from './latex.ts';

export const perpendicularFoot: Family = {
  name: 'perpendicular-foot',
  subject: 'geometry',
  generate(rng) {
    const [a, b] = drawUntil(
      () => [randomInt(rng, 1, 7), randomInt(rng, 1, 7) * pick(rng, [1, -1])] as const,
      (drawn) => gcd(...drawn) === 1,
    );
    const [p, q] = [randomInt(rng, -9, 9), randomInt(rng, -9, 9)];
    const value = a * p + b * q;
    const defect = randomInt(rng, 1, 30) * pick(rng, [1, -1]);
    const c = value + defect;
    const norm = a * a + b * b;
    const t = fraction(defect, norm);
    const moved = (from: number, direction: number, by: Fraction) =>
      add(fraction(from), multiply(fraction(direction), by));
    const [x, y] = [moved(p, a, t), moved(q, b, t)];
    const twice = multiply(fraction(2), t);
    const [mirrorX, mirrorY] = [moved(p, a, twice), moved(q, b, twice)];
    const squared = fraction(defect * defect, norm);
    const [dx, dy] = [subtract(x, fraction(p)), subtract(y, fraction(q))];
    const asked = pick(rng, ['mirror', 'foot', 'distance'] as const);
    const { answer, question, closing } = {
      mirror: {
        answer: add(mirrorX, mirrorY),
        question: 'Let $Q$ be the mirror image of $P$ in $\\ell$. Find the sum of the coordinates of $Q$.',
        closing: `The coordinates of $Q$ add up to $${tex(mirrorX)} + ${texOperand(mirrorY)} = ${tex(add(mirrorX, mirrorY))}$.`,
      },
      foot: {
        answer: multiply(x, y),
        question:
          'Let $F$ be the point of $\\ell$ closest to $P$. Find the product of the coordinates of $F$.',
        closing: `The product of the coordinates of $F$ is $${tex(x)} \\cdot ${texOperand(y)} = ${tex(multiply(x, y))}$.`,
      },
      distance: {
        answer: multiply(fraction(4), squared),
        question: 'Let $Q$ be the mirror image of $P$ in $\\ell$. Find $PQ^2$.',
        closing: `The segment $PQ$ is twice as long as $PF$, so $PQ^2$ is $4 \\cdot ${tex(squared)} = ${tex(multiply(fraction(4), squared))}$.`,
      },
    }[asked];
    const line = `${texCombination([a, b], ['x', 'y'])} = ${c}`;
    const coordinate = (from: number, direction: number, by: Fraction, to: Fraction) =>
      `$${from} + ${operand(direction)} \\cdot ${texOperand(by)} = ${tex(to)}$`;
    return {
      problem: pick(rng, [
        `The line $\\ell$ has the equation $${line}$, and $P$ is the point $(${p}, ${q})$. ${question}`,
        `In the plane, let $P = (${p}, ${q})$ and let $\\ell$ be the line $${line}$. ${question}`,
      ]),
      steps: [
        `The coefficients of the equation form the vector $(${a}, ${b})$, which is perpendicular to $\\ell$. ${pick(rng, ['So the perpendicular through $P$ consists of the points', 'Hence the perpendicular to $\\ell$ through $P$ is the set of points'])} $(${texCombination([p, a], ['', 't'])}, ${texCombination([q, b], ['', 't'])})$.`,
        `The squared length of the normal vector is $${a}^2 + ${operand(b)}^2 = ${a * a} + ${b * b} = ${norm}$.`,
        `At $P$ the left-hand side of the equation has the value $${a} \\cdot ${operand(p)} + ${operand(b)} \\cdot ${operand(q)} = ${a * p} + ${operand(b * q)} = ${value}$. This differs from $${c}$, so $P$ does not lie on $\\ell$.`,
        `${pick(rng, ['Let $F$ be the foot of the perpendicular.', 'The perpendicular meets $\\ell$ at the foot $F$.'])} Inserting the point with parameter $t$ gives $${value} + ${norm}t = ${c}$.`,
        `Since $${c} - ${operand(value)} = ${defect}$, the parameter of $F$ is $t = ${tex(t)}$${t.den === norm ? '' : `, because $\\frac{${defect}}{${norm}} = ${tex(t)}$`}.`,
        `The first coordinate of $F$ is ${coordinate(p, a, t, x)}, and the second is ${coordinate(q, b, t, y)}.`,
        `${pick(rng, ['Check that $F$ lies on the line:', 'We verify the equation of $\\ell$ at $F$:'])} $${a} \\cdot ${texOperand(x)} + ${operand(b)} \\cdot ${texOperand(y)} = ${c}$.`,
        `The squared distance from $P$ to $\\ell$ is the squared difference of the values divided by the squared length of the normal vector: $\\frac{${operand(defect)}^2}{${norm}} = ${tex(squared)}$.`,
        `The coordinates give the same: the differences are $${tex(x)} - ${operand(p)} = ${tex(dx)}$ and $${tex(y)} - ${operand(q)} = ${tex(dy)}$, and $${texPower(dx, 2)} + ${texPower(dy, 2)} = ${tex(power(dx, 2))} + ${tex(power(dy, 2))} = ${tex(squared)}$.`,
        `The mirror image $Q$ of $P$ belongs to the doubled parameter $2 \\cdot ${texOperand(t)} = ${tex(twice)}$, since $F$ is the midpoint of $PQ$.`,
        `Its coordinates are ${coordinate(p, a, twice, mirrorX)} and ${coordinate(q, b, twice, mirrorY)}.`,
        conclude(rng, closing, tex(answer)),
      ],
      answer: tex(answer),
      difficulty: norm > 30 ? 3 : 2,
      parameters: { a, b, c, point: [p, q], asked },
    };
  },
};
