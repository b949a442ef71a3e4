// The area of a lattice polygon by the shoelace formula, and its interior lattice points by Pick's theorem.
import { pick, type Rng, randomInt } from '../../statistics/random.ts';
import { conclude } from './conclude.ts';
import type { Family } from './family.ts';
import { fraction, gcd } from './fraction.ts';
import { operand, tex, texSum } from './latex.ts';

type Point = readonly [number, number];

/** `count` points with increasing x strictly between the ends, all on the side of the x-axis that `sign` says. */
function chain(rng: Rng, count: number, width: number, sign: 1 | -1): Point[] {
  const points: Point[] = [];
  for (let i = 0; i < count; i += 1) {
    const from = Math.floor((width * i) / count) + 1;
    const to = Math.max(from, Math.floor((width * (i + 1)) / count) - 1);
    points.push([randomInt(rng, from, to), sign * randomInt(rng, 1, 9)]);
  }
  return points;
}

function cross(a: Point, b: Point, c: Point): number {
  return (b[0] - a[0]) * (c[1] - b[1]) - (c[0] - b[0]) * (b[1] - a[1]);
}

/** Anticlockwise: a chain below the axis from left to right, then one above it back. Such a polygon is simple. */
function drawPolygon(rng: Rng): Point[] {
  for (;;) {
    const width = randomInt(rng, 9, 18);
    const lower = chain(rng, randomInt(rng, 1, 3), width, -1);
    const upper = chain(rng, randomInt(rng, 2, 3), width, 1);
    const raw: Point[] = [[0, 0], ...lower, [width, 0], ...upper.reverse()];
    const n = raw.length;
    // No three consecutive vertices on a line: otherwise the middle one would not be a corner.
    if (raw.some((point, i) => cross(raw[(i + n - 1) % n]!, point, raw[(i + 1) % n]!) === 0)) continue;
    const [dx, dy] = [randomInt(rng, -8, 8), randomInt(rng, -5, 5)];
    const turn = randomInt(rng, 0, n - 1);
    return raw.map((_, i) => {
      const [x, y] = raw[(i + turn) % n]!;
      return [x + dx, y + dy] as const;
    });
  }
}

export const polygonArea: Family = {
  name: 'polygon-area',
  subject: 'geometry',
  generate(rng) {
    const vertices = drawPolygon(rng);
    const n = vertices.length;
    const next = (i: number) => vertices[(i + 1) % n]!;
    const at = ([x, y]: Point) => `$(${x}, ${y})$`;
    const terms = vertices.map(([x, y], i) => x * next(i)[1] - next(i)[0] * y);
    const doubled = terms.reduce((sum, term) => sum + term, 0);
    const area = fraction(doubled, 2);
    const sides = vertices.map(([x, y], i) => [Math.abs(next(i)[0] - x), Math.abs(next(i)[1] - y)] as const);
    const divisors = sides.map(([u, v]) => gcd(u, v));
    const boundary = divisors.reduce((sum, d) => sum + d, 0);
    const interior = (doubled - boundary + 2) / 2;
    const wantsArea = rng() < 0.35;
    const answer = wantsArea ? tex(area) : `${interior}`;
    const list = `${vertices.slice(0, -1).map(at).join(', ')} and ${at(vertices[n - 1]!)}`;
    const question = wantsArea
      ? 'Find its area.'
      : 'How many points with integer coordinates lie strictly inside it?';
    return {
      problem: pick(rng, [
        `A simple polygon has the vertices ${list}, listed in order along its boundary. ${question}`,
        `Consider the polygon, without self-intersections, whose consecutive vertices are ${list}. ${question}`,
      ]),
      steps: [
        pick(rng, [
          'By the shoelace formula the doubled area of a simple polygon is the absolute value of the sum of $x_iy_{i+1} - x_{i+1}y_i$ over its edges, the vertices being numbered along the boundary.',
          'We use the shoelace formula: each edge from $(x_i, y_i)$ to $(x_{i+1}, y_{i+1})$ contributes $x_iy_{i+1} - x_{i+1}y_i$, and the absolute value of the sum is twice the area.',
        ]),
        ...vertices.map((vertex, i) => {
          const [[x, y], [u, v]] = [vertex, next(i)];
          const lead = `${i === n - 1 ? 'The closing edge' : pick(rng, ['The edge', 'The side'])} from ${at(vertex)} to ${at(next(i))}`;
          return `${lead} ${pick(rng, ['contributes', 'gives the term'])} $${x} \\cdot ${operand(v)} - ${operand(u)} \\cdot ${operand(y)} = ${x * v} - ${operand(u * y)} = ${terms[i]}$.`;
        }),
        `${pick(rng, ['The sum of the terms is', 'Adding up all terms, we get'])} $${texSum(terms)} = ${doubled}$. It is positive, which shows that the vertices are listed anticlockwise.`,
        `Hence the area is $\\frac{${doubled}}{2}${area.den === 1 ? ` = ${area.num}` : ''}$.`,
        `${wantsArea ? "As a check we use Pick's theorem" : "For the lattice points we use Pick's theorem"}: the area equals $I + \\frac{B}{2} - 1$, where $I$ and $B$ count the lattice points inside and on the boundary. An edge with coordinate differences $u$ and $v$ has $\\gcd(u, v)$ boundary points if one end is left out.`,
        `The greatest common divisors are, in order, ${sides.map(([u, v], i) => `$\\gcd(${u}, ${v}) = ${divisors[i]}$`).join(', ')}. Their sum is $${divisors.join(' + ')} = ${boundary}$, so $B = ${boundary}$.`,
        `Solving for $I$, ${pick(rng, ['we get', 'we find'])} $\\frac{${doubled}}{2} - \\frac{${boundary}}{2} + 1 = ${interior}$ interior lattice points${wantsArea ? ', a whole number, as it must be' : ''}.`,
        conclude(rng, wantsArea ? 'So the area found above is consistent.' : '', answer),
      ],
      answer,
      difficulty: n > 6 ? 3 : 2,
      parameters: { vertices, asked: wantsArea ? 'area' : 'interior' },
    };
  },
};
