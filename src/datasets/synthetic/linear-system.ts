// Three linear equations in three unknowns with a whole-number solution, solved by elimination.
import { pick, type Rng, randomInt } from '../../statistics/random.ts';
import { conclude } from './conclude.ts';
import type { Family } from './family.ts';
import { operand, texCombination } from './latex.ts';

const unknowns = ['x', 'y', 'z'] as const;

/** Coefficients of x, y, z and the right-hand side. */
type Row = readonly [number, number, number, number];

function drawRow(rng: Rng, [x, y, z]: readonly [number, number, number]): Row {
  const a = randomInt(rng, 1, 5) * pick(rng, [1, 1, -1]);
  const b = randomInt(rng, -6, 6);
  const c = randomInt(rng, -6, 6);
  return [a, b, c, a * x + b * y + c * z];
}

/** `pivot` times `row` minus `factor` times `by`, column by column. */
function combine(pivot: number, row: Row, factor: number, by: Row): Row {
  const at = (i: 0 | 1 | 2 | 3) => pivot * row[i] - factor * by[i];
  return [at(0), at(1), at(2), at(3)];
}

function equation(row: Row): string {
  return `$${texCombination([row[0], row[1], row[2]], unknowns)} = ${row[3]}$`;
}

/** The arithmetic of one column of `combine`, as an equation. */
function column(pivot: number, a: number, factor: number, b: number): string {
  return `$${pivot} \\cdot ${operand(a)} - ${operand(factor)} \\cdot ${operand(b)} = ${pivot * a - factor * b}$`;
}

function value(row: Row, [x, y, z]: readonly [number, number, number]): string {
  return `$${row[0]} \\cdot ${operand(x)} + ${operand(row[1])} \\cdot ${operand(y)} + ${operand(row[2])} \\cdot ${operand(z)} = ${row[3]}$`;
}

export const linearSystem: Family = {
  name: 'linear-system',
  subject: 'algebra',
  generate(rng) {
    const solution = [randomInt(rng, -7, 7), randomInt(rng, -7, 7), randomInt(rng, -7, 7)] as const;
    const [x, y, z] = solution;
    let first: Row;
    let second: Row;
    let third: Row;
    let fourth: Row;
    let fifth: Row;
    let sixth: Row;
    do {
      first = drawRow(rng, solution);
      second = drawRow(rng, solution);
      third = drawRow(rng, solution);
      fourth = combine(first[0], second, second[0], first);
      fifth = combine(first[0], third, third[0], first);
      sixth = combine(fourth[1], fifth, fifth[1], fourth);
    } while (fourth[1] === 0 || fifth[1] === 0 || sixth[2] === 0);
    const asked = pick(rng, ['squares', 'product', 'weighted'] as const);
    const weights = [randomInt(rng, 2, 9), randomInt(rng, 2, 9), randomInt(rng, 2, 9)] as const;
    const target = {
      squares: { form: 'x^2 + y^2 + z^2', value: x * x + y * y + z * z },
      product: { form: '(x + 1)(y + 2)(z + 3)', value: (x + 1) * (y + 2) * (z + 3) },
      weighted: {
        form: texCombination(weights, unknowns),
        value: weights[0] * x + weights[1] * y + weights[2] * z,
      },
    }[asked];
    const arithmetic = {
      squares: `${operand(x)}^2 + ${operand(y)}^2 + ${operand(z)}^2 = ${x * x} + ${y * y} + ${z * z} = ${target.value}`,
      product: `(${x} + 1) \\cdot (${y} + 2) \\cdot (${z} + 3) = ${x + 1} \\cdot ${operand(y + 2)} \\cdot ${operand(z + 3)} = ${target.value}`,
      weighted: `${weights[0]} \\cdot ${operand(x)} + ${weights[1]} \\cdot ${operand(y)} + ${weights[2]} \\cdot ${operand(z)} = ${target.value}`,
    }[asked];
    const system = `${equation(first)}, ${equation(second)} and ${equation(third)}`;
    return {
      problem: pick(rng, [
        `Real numbers $x$, $y$, $z$ satisfy ${system}. Find the value of $${target.form}$.`,
        `Solve the system ${system}, and determine $${target.form}$.`,
        `The numbers $x$, $y$ and $z$ are fixed by the three equations ${system}. What is $${target.form}$?`,
      ]),
      steps: [
        `Number the equations (1), (2) and (3) in the order given. ${pick(rng, [
          `The coefficient of $x$ in (1) is $${first[0]}$, which is not zero, so (1) serves to eliminate $x$ from the other two.`,
          `We eliminate $x$ first; equation (1) can be the pivot because its coefficient of $x$, namely $${first[0]}$, is not zero.`,
        ])}`,
        `${pick(rng, [
          `Multiply (2) by $${first[0]}$ and (1) by $${second[0]}$, and subtract the second result from the first.`,
          `From $${first[0]}$ times (2) subtract $${operand(second[0])}$ times (1).`,
        ])} The coefficients of $x$ cancel: ${column(first[0], second[0], second[0], first[0])}. The coefficient of $y$ becomes ${column(first[0], second[1], second[0], first[1])}.`,
        `In the same combination the coefficient of $z$ is ${column(first[0], second[2], second[0], first[2])} and the right-hand side is ${column(first[0], second[3], second[0], first[3])}. Call the result (4): ${equation(fourth)}.`,
        `${pick(rng, ['Treat (3) in the same way:', 'Now do the same with (3):'])} multiply it by $${first[0]}$ and subtract $${operand(third[0])}$ times (1). The coefficient of $y$ becomes ${column(first[0], third[1], third[0], first[1])}.`,
        `The coefficient of $z$ is ${column(first[0], third[2], third[0], first[2])} and the right-hand side is ${column(first[0], third[3], third[0], first[3])}. Call this equation (5): ${equation(fifth)}.`,
        `${pick(rng, ['Equations (4) and (5) contain only $y$ and $z$.', 'We are left with (4) and (5), two equations in two unknowns.'])} Multiply (5) by $${fourth[1]}$ and subtract $${operand(fifth[1])}$ times (4), so that $y$ disappears. The coefficient of $z$ is then ${column(fourth[1], fifth[2], fifth[1], fourth[2])}.`,
        `The right-hand side of this combination is ${column(fourth[1], fifth[3], fifth[1], fourth[3])}. As the coefficient of $z$ is not zero, $z$ is determined: $\\frac{${sixth[3]}}{${sixth[2]}} = ${z}$, so $z = ${z}$.`,
        `${pick(rng, ['Put this into (4)', 'Substitute this value in (4)'])}: the right-hand side without the term in $z$ is $${fourth[3]} - ${operand(fourth[2])} \\cdot ${operand(z)} = ${fourth[3] - fourth[2] * z}$, and $\\frac{${fourth[3] - fourth[2] * z}}{${fourth[1]}} = ${y}$. Hence $y = ${y}$.`,
        `Equation (1) now gives $x$: first $${first[3]} - ${operand(first[1])} \\cdot ${operand(y)} - ${operand(first[2])} \\cdot ${operand(z)} = ${first[0] * x}$, then $\\frac{${first[0] * x}}{${first[0]}} = ${x}$. Hence $x = ${x}$.`,
        `${pick(rng, ['Check the values in the equations that were not used last.', 'We verify the solution.'])} In (2): ${value(second, solution)}. In (3): ${value(third, solution)}. Both agree.`,
        `${pick(rng, [
          'Each elimination multiplied an equation by a number other than zero, so no solution was lost or gained and the solution is the only one.',
          'All pivots were different from zero, so the system has no other solution.',
        ])} It remains to evaluate $${target.form}$: $${arithmetic}$.`,
        conclude(rng, '', `${target.value}`),
      ],
      answer: `${target.value}`,
      difficulty: Math.abs(sixth[2]) > 300 ? 3 : 2,
      parameters: { rows: [first, second, third], asked, weights },
    };
  },
};
