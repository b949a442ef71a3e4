// Triangles with whole sides and area, glued from right triangles: Heron, inradius, circumradius, Euler's relation.
import { pick, randomInt } from '../../statistics/random.ts';
import { conclude } from './conclude.ts';
import type { Family } from './family.ts';
import { add, fraction, gcd, multiply, subtract } from './fraction.ts';
import { operand, tex, texOperand, texQuotient } from './latex.ts';

/** A right triangle placed on its altitude: the other leg and the hypotenuse. */
interface Right {
  readonly height: number;
  readonly leg: number;
  readonly hypotenuse: number;
}

const rightTriangles: readonly Right[] = [
  [3, 4, 5],
  [5, 12, 13],
  [8, 15, 17],
  [7, 24, 25],
  [20, 21, 29],
  [12, 35, 37],
  [9, 40, 41],
  [28, 45, 53],
  [11, 60, 61],
  [33, 56, 65],
  [16, 63, 65],
].flatMap((sides) => {
  const [a, b, c] = sides as [number, number, number];
  return [
    { height: a, leg: b, hypotenuse: c },
    { height: b, leg: a, hypotenuse: c },
  ];
});

/** Pairs scaled to a common altitude of at most 500; worked out once. */
const pairs = rightTriangles.flatMap((one) =>
  rightTriangles.flatMap((two) => {
    const height = (one.height * two.height) / gcd(one.height, two.height);
    if (height > 500 || (one.leg === two.leg && one.height === two.height)) return [];
    const [k, l] = [height / one.height, height / two.height];
    return one.leg * k > two.leg * l
      ? []
      : [
          {
            height,
            near: one.leg * k,
            far: two.leg * l,
            left: one.hypotenuse * k,
            right: two.hypotenuse * l,
          },
        ];
  }),
);

export const integerTriangle: Family = {
  name: 'integer-triangle',
  subject: 'geometry',
  generate(rng) {
    const pair = pick(rng, pairs);
    const scale = randomInt(rng, 1, Math.max(1, Math.floor(600 / pair.height)));
    // The foot of the altitude lies inside the base, or outside for an obtuse triangle.
    const foot = pair.near * scale * pick(rng, [1, 1, -1]);
    const height = pair.height * scale;
    const base = pair.far * scale + foot;
    const [left, right] = [pair.left * scale, pair.right * scale];
    const [a, b, c] = [base, right, left].sort((x, y) => x - y) as [number, number, number];
    const s = (a + b + c) / 2;
    const area = (base * height) / 2;
    const inradius = fraction(area, s);
    const circumradius = fraction(a * b * c, 4 * area);
    const gap = subtract(circumradius, multiply(fraction(2), inradius));
    const asked = pick(rng, ['distance', 'sum'] as const);
    const answer = asked === 'distance' ? multiply(circumradius, gap) : add(circumradius, inradius);
    const question =
      asked === 'distance'
        ? 'Find the square of the distance between its circumcentre and its incentre.'
        : 'Find the sum of its circumradius and its inradius.';
    return {
      problem: pick(rng, [
        `A triangle has sides of lengths $${a}$, $${b}$ and $${c}$. ${question}`,
        `The side lengths of a triangle are $${b}$, $${c}$ and $${a}$. ${question}`,
      ]),
      steps: [
        `The triangle exists, because $${a} + ${b} = ${a + b}$ and $${a + b} > ${c}$, where $${c}$ is the longest side. Let $K$ be its area, $s$ the semiperimeter, $r$ the inradius and $R$ the circumradius.`,
        `The semiperimeter is $\\frac{${a} + ${b} + ${c}}{2} = ${s}$.`,
        `${pick(rng, ["Heron's formula needs the differences", "For Heron's formula we need the differences"])} $${s} - ${a} = ${s - a}$, $${s} - ${b} = ${s - b}$ and $${s} - ${c} = ${s - c}$.`,
        `The square of the area is $${s} \\cdot ${s - a} \\cdot ${s - b} \\cdot ${s - c} = ${area * area}$.`,
        `Since $${area}^2 = ${area * area}$, the area is $K = ${area}$.`,
        `${pick(rng, ['The incircle touches all sides, so $K = rs$', 'Splitting the triangle at the incentre gives $K = rs$'])}, and therefore $r$ is $${texQuotient(area, s)}$.`,
        `The product of the sides is $${a} \\cdot ${b} \\cdot ${c} = ${a * b * c}$. From $K = \\frac{abc}{4R}$ we obtain $R$ as $\\frac{${a * b * c}}{4 \\cdot ${area}} = ${tex(circumradius)}$.`,
        `A check of the area: the altitude onto the side $${base}$ is $\\frac{2 \\cdot ${area}}{${base}} = ${height}$. Put this side on the $x$-axis from $(0, 0)$ to $(${base}, 0)$ and the third vertex at $(${foot}, ${height})$.`,
        `The distances from the third vertex to the ends agree with the other two sides: $${operand(foot)}^2 + ${height}^2 = ${left * left} = ${left}^2$ and $(${base} - ${operand(foot)})^2 + ${height}^2 = ${right * right} = ${right}^2$.`,
        `${pick(rng, ['A check of the radii:', 'The radii can be tested together:'])} $2Rr$ must equal the product of the sides divided by the perimeter. Indeed $2 \\cdot ${tex(circumradius)} \\cdot ${tex(inradius)} = ${tex(fraction(a * b * c, 2 * s))}$ and $\\frac{${a * b * c}}{${2 * s}} = ${tex(fraction(a * b * c, 2 * s))}$.`,
        ...(asked === 'distance'
          ? [
              `By Euler's relation the squared distance between circumcentre and incentre is $R(R - 2r)$ in every triangle. Here $R - 2r$ is $${tex(circumradius)} - 2 \\cdot ${tex(inradius)} = ${tex(gap)}$.`,
              conclude(
                rng,
                `Hence the squared distance is $${tex(circumradius)} \\cdot ${texOperand(gap)} = ${tex(answer)}$.`,
                tex(answer),
              ),
            ]
          : [
              conclude(
                rng,
                `The sum of the radii is $${tex(circumradius)} + ${tex(inradius)} = ${tex(answer)}$.`,
                tex(answer),
              ),
            ]),
      ],
      answer: tex(answer),
      difficulty: asked === 'distance' ? 4 : 3,
      parameters: { sides: [a, b, c], asked },
    };
  },
};
