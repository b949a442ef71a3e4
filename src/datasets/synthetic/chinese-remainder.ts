// Three congruences with coprime moduli, solved by substitution one modulus after the other.
import { pick, randomInt, shuffled } from '../../statistics/random.ts';
import { conclude } from './conclude.ts';
import type { Family } from './family.ts';
import { gcd } from './fraction.ts';
import { operand } from './latex.ts';

const moduli = [4, 5, 7, 9, 11, 13, 16, 17, 19, 23, 25] as const;

/** The inverse of `a` modulo a small `m`; the two are coprime. */
function inverse(a: number, m: number): number {
  let candidate = 1;
  while ((a * candidate) % m !== 1) candidate += 1;
  return candidate;
}

function modulo(a: number, m: number): number {
  return ((a % m) + m) % m;
}

export const chineseRemainder: Family = {
  name: 'chinese-remainder',
  subject: 'number_theory',
  generate(rng) {
    let m1: number;
    let m2: number;
    let m3: number;
    do [m1, m2, m3] = shuffled(rng, moduli) as [number, number, number];
    while (gcd(m1, m2) * gcd(m1, m3) * gcd(m2, m3) > 1);
    const [r1, r2, r3] = [randomInt(rng, 1, m1 - 1), randomInt(rng, 1, m2 - 1), randomInt(rng, 1, m3 - 1)];
    const both = m1 * m2;
    const all = both * m3;
    // x = r1 + m1 t, then x = x2 + both * s.
    const need2 = modulo(r2 - r1, m2);
    const reduced1 = m1 % m2;
    const inverse1 = inverse(reduced1, m2);
    const t = (need2 * inverse1) % m2;
    const x2 = r1 + m1 * t;
    const need3 = modulo(r3 - x2, m3);
    const reduced2 = both % m3;
    const inverse2 = inverse(reduced2, m3);
    const s = (need3 * inverse2) % m3;
    const smallest = x2 + both * s;
    const rounds = randomInt(rng, 1, 9);
    const bound = all * rounds + randomInt(rng, 1, all - 1);
    // The first solution above the bound: one round more if this round's solution is not above it.
    const inRound = smallest + all * rounds;
    const answer = inRound > bound ? inRound : inRound + all;
    const last = (answer - smallest) / all;
    const remainder = (value: number, m: number) =>
      `$${value} = ${Math.floor(value / m)} \\cdot ${m} + ${value % m}$`;
    return {
      problem: pick(rng, [
        `Find the smallest integer greater than $${bound}$ that leaves the remainders $${r1}$, $${r2}$ and $${r3}$ on division by $${m1}$, $${m2}$ and $${m3}$ respectively.`,
        `An integer $x > ${bound}$ satisfies $x \\equiv ${r1} \\pmod{${m1}}$, $x \\equiv ${r2} \\pmod{${m2}}$ and $x \\equiv ${r3} \\pmod{${m3}}$. What is the least possible value of $x$?`,
      ]),
      steps: [
        `The moduli $${m1}$, $${m2}$ and $${m3}$ are pairwise coprime, and $${m1} \\cdot ${m2} \\cdot ${m3} = ${all}$. By the Chinese remainder theorem the solutions form exactly one residue class modulo $${all}$.`,
        `${pick(rng, ['Start with the first condition:', 'The first condition says that'])} $x = ${r1} + ${m1}t$ for some integer $t$.`,
        `${pick(rng, ['Insert this into the second condition:', 'The second condition then reads'])} $${m1}t \\equiv ${r2} - ${r1} \\pmod{${m2}}$. Since $${r2} - ${r1} = ${r2 - r1}$, reduction modulo $${m2}$ gives $${reduced1 === 1 ? '' : reduced1}t \\equiv ${need2} \\pmod{${m2}}$.`,
        `The inverse of $${reduced1}$ modulo $${m2}$ is $${inverse1}$, because $${reduced1} \\cdot ${inverse1} = ${Math.floor((reduced1 * inverse1) / m2)} \\cdot ${m2} + 1$.`,
        `Multiplying by it, $t \\equiv ${need2} \\cdot ${inverse1} \\pmod{${m2}}$. As ${remainder(need2 * inverse1, m2)}, we get $t \\equiv ${t} \\pmod{${m2}}$.`,
        `Hence $x \\equiv ${x2} \\pmod{${both}}$, where $${r1} + ${m1} \\cdot ${t} = ${x2}$ and $${m1} \\cdot ${m2} = ${both}$. ${pick(rng, ['Write', 'So let'])} $x = ${x2} + ${both}s$ with an integer $s$.`,
        `The third condition becomes $${both}s \\equiv ${r3} - ${x2} \\pmod{${m3}}$. Here ${remainder(both, m3)}, and $${r3} - ${x2} = ${r3 - x2}$ is congruent to $${need3}$ modulo $${m3}$, so $${reduced2 === 1 ? '' : reduced2}s \\equiv ${need3} \\pmod{${m3}}$.`,
        `The inverse of $${reduced2}$ modulo $${m3}$ is $${inverse2}$, because $${reduced2} \\cdot ${inverse2} = ${Math.floor((reduced2 * inverse2) / m3)} \\cdot ${m3} + 1$.`,
        `So $s \\equiv ${need3} \\cdot ${inverse2} \\pmod{${m3}}$, and with ${remainder(need3 * inverse2, m3)} we get $s \\equiv ${s} \\pmod{${m3}}$.`,
        `The smallest non-negative solution is therefore $${x2} + ${both} \\cdot ${s} = ${smallest}$.`,
        `${pick(rng, ['Check all three remainders:', 'We verify this number:'])} ${remainder(smallest, m1)}, ${remainder(smallest, m2)} and ${remainder(smallest, m3)}.`,
        `All solutions are $${smallest} + ${all}k$ with an integer $k$. For $k = ${last}$ the value is $${smallest} + ${all} \\cdot ${last} = ${answer}$, which is greater than $${bound}$; for $k = ${last - 1}$ it is $${smallest} + ${all} \\cdot ${operand(last - 1)} = ${answer - all}$, which is not.`,
        conclude(rng, '', `${answer}`),
      ],
      answer: `${answer}`,
      difficulty: all > 1500 ? 4 : 3,
      parameters: { moduli: [m1, m2, m3], remainders: [r1, r2, r3], bound },
    };
  },
};
