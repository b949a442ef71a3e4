// A linear congruence, solved by Euclid's algorithm and back-substitution.
import { pick, type Rng, randomInt } from '../../statistics/random.ts';
import { conclude } from './conclude.ts';
import type { Family } from './family.ts';
import { gcd } from './fraction.ts';
import { operand } from './latex.ts';

interface Division {
  readonly dividend: number;
  readonly divisor: number;
  readonly quotient: number;
  readonly remainder: number;
}

/** The divisions of Euclid's algorithm, from the larger number down to the remainder 1. */
function euclid(larger: number, smaller: number): Division[] {
  const divisions: Division[] = [];
  let [dividend, divisor] = [larger, smaller];
  while (divisor > 1) {
    const quotient = Math.floor(dividend / divisor);
    const remainder = dividend % divisor;
    divisions.push({ dividend, divisor, quotient, remainder });
    [dividend, divisor] = [divisor, remainder];
  }
  return divisions;
}

function draw(rng: Rng): { a: number; m: number; divisions: Division[] } {
  for (;;) {
    const m = randomInt(rng, 120, 2500);
    const a = randomInt(rng, 30, m - 1);
    if (gcd(a, m) > 1) continue;
    const divisions = euclid(m, a);
    if (divisions.length >= 3 && divisions.length <= 6) return { a, m, divisions };
  }
}

/** `3 \cdot 17 - 5 \cdot 10`, the combination of two numbers with coefficients of opposite sign. */
function combination(p: number, first: number, q: number, second: number): string {
  return `${p} \\cdot ${first} ${q < 0 ? '-' : '+'} ${Math.abs(q)} \\cdot ${second}`;
}

export const linearCongruence: Family = {
  name: 'linear-congruence',
  subject: 'number_theory',
  generate(rng) {
    const { a, m, divisions } = draw(rng);
    const c = randomInt(rng, 2, Math.min(m - 1, 99));
    // 1 = p * dividend + q * divisor, carried from the last division up to the first.
    let p = 1;
    let q = -divisions.at(-1)!.quotient;
    const { dividend, divisor } = divisions.at(-1)!;
    const back = [
      `${pick(rng, ['Now read the divisions backwards.', 'Next we go back through the divisions, from the last to the first.'])} The last one gives $1 = ${combination(p, dividend, q, divisor)}$.`,
    ];
    for (const step of divisions.slice(0, -1).reverse()) {
      // The smaller number of the current combination is this step's remainder.
      const inserted = `$${step.remainder} = ${step.dividend} - ${step.quotient} \\cdot ${step.divisor}$`;
      [p, q] = [q, p - q * step.quotient];
      back.push(
        `${pick(rng, ['Replace', 'Substitute for'])} $${step.remainder}$${pick(rng, [', using', ' according to'])} ${inserted}: this gives $1 = ${combination(p, step.dividend, q, step.divisor)}$.`,
      );
    }
    const inverse = ((q % m) + m) % m;
    const product = inverse * c;
    const answer = product % m;
    return {
      problem: pick(rng, [
        `Find the smallest positive integer $x$ with $${a}x \\equiv ${c} \\pmod{${m}}$.`,
        `What is the least positive integer $x$ for which $${a}x - ${c}$ is divisible by $${m}$?`,
      ]),
      steps: [
        pick(rng, [
          `We look for the inverse of $${a}$ modulo $${m}$. It exists exactly when $${a}$ and $${m}$ are coprime, and Euclid's algorithm decides this and finds the inverse as well.`,
          `If $${a}$ and $${m}$ are coprime, the congruence can be divided by $${a}$. We run Euclid's algorithm on $${m}$ and $${a}$.`,
        ]),
        ...divisions.map(
          (step, i) =>
            `${i === 0 ? 'The first division is' : pick(rng, ['Then', 'Next', 'After that'])} $${step.dividend} = ${step.quotient} \\cdot ${step.divisor} + ${step.remainder}$.`,
        ),
        `The remainder $1$ shows that $\\gcd(${m}, ${a}) = 1$, so the inverse exists and the solution is unique modulo $${m}$.`,
        ...back,
        `Modulo $${m}$ the multiple of $${m}$ vanishes, so $${a} \\cdot ${operand(q)} \\equiv 1 \\pmod{${m}}$.${q < 0 ? ` As $${q} + ${m} = ${inverse}$, the inverse of $${a}$ is $${inverse}$.` : ` The inverse of $${a}$ is $${inverse}$.`}`,
        `Multiply the congruence by the inverse: $x \\equiv ${inverse} \\cdot ${c} \\pmod{${m}}$, and $${inverse} \\cdot ${c} = ${product} = ${Math.floor(product / m)} \\cdot ${m} + ${answer}$.`,
        `${pick(rng, ['Check:', 'We test the result:'])} $${a} \\cdot ${answer} = ${a * answer} = ${Math.floor((a * answer) / m)} \\cdot ${m} + ${c}$, as required.`,
        conclude(
          rng,
          `The solutions are the integers congruent to $${answer}$ modulo $${m}$, and $${answer}$ is the smallest positive one.`,
          `${answer}`,
        ),
      ],
      answer: `${answer}`,
      difficulty: divisions.length >= 5 ? 4 : 3,
      parameters: { a, c, modulus: m },
    };
  },
};
