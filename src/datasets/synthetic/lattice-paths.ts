// Lattice paths that avoid two points, by inclusion-exclusion.
import { pick, randomInt } from '../../statistics/random.ts';
import { choose } from './choose.ts';
import { conclude } from './conclude.ts';
import type { Family } from './family.ts';

type Point = readonly [number, number];

export const latticePaths: Family = {
  name: 'lattice-paths',
  subject: 'combinatorics',
  generate(rng) {
    const first: Point = [randomInt(rng, 1, 5), randomInt(rng, 1, 5)];
    const second: Point = [first[0] + randomInt(rng, 1, 5), first[1] + randomInt(rng, 1, 5)];
    const end: Point = [second[0] + randomInt(rng, 1, 5), second[1] + randomInt(rng, 1, 5)];
    const start: Point = [0, 0];
    const between = (from: Point, to: Point) => choose(to[0] - from[0] + to[1] - from[1], to[1] - from[1]);
    const at = (point: Point) => `$(${point[0]}, ${point[1]})$`;
    const binomial = (from: Point, to: Point) =>
      `$\\binom{${to[0] - from[0] + to[1] - from[1]}}{${to[1] - from[1]}} = ${between(from, to)}$`;
    const moves = (from: Point, to: Point) =>
      `$${to[0]} - ${from[0]} = ${to[0] - from[0]}$ steps to the right and $${to[1]} - ${from[1]} = ${to[1] - from[1]}$ upwards`;
    const all = between(start, end);
    const [toFirst, fromFirst] = [between(start, first), between(first, end)];
    const [toSecond, fromSecond] = [between(start, second), between(second, end)];
    const middle = between(first, second);
    const [viaFirst, viaSecond] = [toFirst * fromFirst, toSecond * fromSecond];
    const viaBoth = toFirst * middle * fromSecond;
    const met = viaFirst + viaSecond - viaBoth;
    const answer = all - met;
    return {
      problem: pick(rng, [
        `A path on the integer grid goes from $(0, 0)$ to ${at(end)} by unit steps to the right or upwards. How many such paths avoid both of the points ${at(first)} and ${at(second)}?`,
        `A robot walks from $(0, 0)$ to ${at(end)}, each move being one unit right or one unit up. The points ${at(first)} and ${at(second)} are blocked. How many routes are possible?`,
      ]),
      steps: [
        pick(rng, [
          'A path from one grid point to another that lies $r$ further right and $u$ further up is an arrangement of $r$ right steps and $u$ up steps, so there are $\\binom{r + u}{u}$ such paths.',
          'To go $r$ units right and $u$ units up one only chooses which of the $r + u$ steps lead upwards. This can be done in $\\binom{r + u}{u}$ ways.',
        ]),
        `Ignoring the two points, there are ${binomial(start, end)} paths in total.`,
        `Let $X$ be the set of paths through ${at(first)} and $Y$ the set of paths through ${at(second)}. ${pick(rng, ['By inclusion-exclusion,', 'Since paths in both sets would be subtracted twice,'])} the number wanted is $${all} - |X| - |Y| + |X \\cap Y|$.`,
        `For $X$, the first part from $(0, 0)$ to ${at(first)} can be chosen in ${binomial(start, first)} ways.`,
        `The second part, from ${at(first)} to ${at(end)}, has ${moves(first, end)}, which allows ${binomial(first, end)} ways.`,
        `The parts are independent of each other, so $|X|$ is $${toFirst} \\cdot ${fromFirst} = ${viaFirst}$.`,
        `For $Y$, the first part from $(0, 0)$ to ${at(second)} can be chosen in ${binomial(start, second)} ways.`,
        `The second part, from ${at(second)} to ${at(end)}, has ${moves(second, end)}: ${binomial(second, end)} ways. So $|Y|$ is $${toSecond} \\cdot ${fromSecond} = ${viaSecond}$.`,
        `A path through both points meets ${at(first)} first, because coordinates never decrease. Between the points it has ${moves(first, second)}, which allows ${binomial(first, second)} ways.`,
        `Therefore $|X \\cap Y|$ is $${toFirst} \\cdot ${middle} \\cdot ${fromSecond} = ${viaBoth}$.`,
        pick(rng, [
          `At least one of the points is met by $${viaFirst} + ${viaSecond} - ${viaBoth} = ${met}$ paths.`,
          `The paths that meet at least one of the points number $${viaFirst} + ${viaSecond} - ${viaBoth} = ${met}$.`,
        ]),
        conclude(rng, `Removing them from all paths leaves $${all} - ${met} = ${answer}$.`, `${answer}`),
      ],
      answer: `${answer}`,
      difficulty: end[0] + end[1] > 18 ? 3 : 2,
      parameters: { first, second, end },
    };
  },
};
