// A linear recurrence of order two with whole characteristic roots: closed form and a late term.
import { drawUntil, pick, randomInt } from '../../statistics/random.ts';
import { conclude } from './conclude.ts';
import type { Family } from './family.ts';
import { wholePower } from './fraction.ts';
import { operand, texCombination } from './latex.ts';

const roots = [-5, -4, -3, -2, -1, 2, 3, 4, 5] as const;

export const linearRecurrence: Family = {
  name: 'linear-recurrence',
  subject: 'sequences',
  generate(rng) {
    const { u, v } = drawUntil(
      () => ({ u: pick(rng, roots), v: pick(rng, roots) }),
      (drawn) => drawn.u > drawn.v && drawn.u !== -drawn.v,
    );
    const weight = () => randomInt(rng, 1, 6) * pick(rng, [1, 1, -1]);
    const [a, b] = [weight(), weight()];
    const order = randomInt(rng, 7, 12);
    const [p, q] = [u + v, -u * v];
    const term = (n: number) => a * wholePower(u, n) + b * wholePower(v, n);
    const [t0, t1, t2, t3] = [term(0), term(1), term(2), term(3)];
    const gap = u - v;
    const [lateU, lateV] = [wholePower(u, order), wholePower(v, order)];
    const answer = a * lateU + b * lateV;
    const combined = (x: string, y: string) =>
      `${a} \\cdot ${x} ${b < 0 ? '-' : '+'} ${Math.abs(b)} \\cdot ${y}`;
    const powers = (n: number) => combined(`${operand(u)}^{${n}}`, `${operand(v)}^{${n}}`);
    const recurrence = (one: number, two: number, result: number) =>
      `$${operand(p)} \\cdot ${operand(one)} + ${operand(q)} \\cdot ${operand(two)} = ${result}$`;
    const rule = `a_{n+2} = ${texCombination([p, q], ['a_{n+1}', 'a_n'])}`;
    return {
      problem: pick(rng, [
        `A sequence is given by $a_0 = ${t0}$, $a_1 = ${t1}$ and $${rule}$ for all $n \\ge 0$. Find $a_{${order}}$.`,
        `The sequence $(a_n)$ satisfies $${rule}$ for $n \\ge 0$ and starts with $a_0 = ${t0}$ and $a_1 = ${t1}$. Determine the term $a_{${order}}$ with the help of a closed formula.`,
      ]),
      steps: [
        `${pick(rng, ['The recurrence is linear with constant coefficients.', 'This is a linear recurrence of order two.'])} Its characteristic equation is $${texCombination([1, -p, -q], ['t^2', 't', ''])} = 0$.`,
        `The discriminant is $${operand(p)}^2 + 4 \\cdot ${operand(q)} = ${p * p} + ${operand(4 * q)} = ${gap * gap} = ${gap}^2$, a positive square.`,
        `So there are two different roots: $\\frac{${p} + ${gap}}{2} = ${u}$ and $\\frac{${p} - ${gap}}{2} = ${v}$.`,
        `Hence $a_n = A \\cdot ${operand(u)}^n + B \\cdot ${operand(v)}^n$ for all $n$, and the first two terms fix the constants: $A + B = ${t0}$ and $${texCombination([u, v], ['A', 'B'])} = ${t1}$.`,
        `${pick(rng, [`Subtract $${operand(v)}$ times the first equation from the second.`, `To eliminate $B$, take the second equation minus $${operand(v)}$ times the first.`])} The right-hand side is $${t1} - ${operand(v)} \\cdot ${operand(t0)} = ${gap * a}$ and the coefficient of $A$ is $${u} - ${operand(v)} = ${gap}$.`,
        `So $A$ is $\\frac{${gap * a}}{${gap}} = ${a}$, and then $B$ is $${t0} - ${operand(a)} = ${b}$.`,
        `${pick(rng, ['The closed form is', 'This gives the formula'])} $a_n = ${combined(`${operand(u)}^n`, `${operand(v)}^n`)}$.`,
        `We test it on $a_2$. The recurrence gives ${recurrence(t1, t0, t2)}, and the formula gives $${powers(2)} = ${t2}$.`,
        `${pick(rng, ['The same for $a_3$:', 'One more test, for $a_3$:'])} the recurrence gives ${recurrence(t2, t1, t3)}, and the formula gives $${powers(3)} = ${t3}$.`,
        `For $a_{${order}}$ we need the powers $${operand(u)}^{${order}} = ${lateU}$ and $${operand(v)}^{${order}} = ${lateV}$.`,
        `With the constants they contribute $${a} \\cdot ${operand(lateU)} = ${a * lateU}$ and $${b} \\cdot ${operand(lateV)} = ${b * lateV}$.`,
        conclude(rng, `The sum is $${a * lateU} + ${operand(b * lateV)} = ${answer}$.`, `${answer}`),
      ],
      answer: `${answer}`,
      difficulty: order > 9 ? 3 : 2,
      parameters: { start: [t0, t1], coefficients: [p, q], order },
    };
  },
};
