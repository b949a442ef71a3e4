// How many integers up to a bound are divisible by none of three coprime numbers.
import { pick, randomInt, shuffled } from '../../statistics/random.ts';
import { conclude } from './conclude.ts';
import type { Family } from './family.ts';

const divisorSets = [2, 3, 5, 7, 11, 13, 17] as const;

export const inclusionExclusion: Family = {
  name: 'inclusion-exclusion',
  subject: 'combinatorics',
  generate(rng) {
    const [p, q, r] = shuffled(rng, divisorSets)
      .slice(0, 3)
      .sort((a, b) => a - b) as [number, number, number];
    const bound = randomInt(rng, 3 * p * q * r, 3 * p * q * r + 2500);
    const multiples = (d: number) => Math.floor(bound / d);
    const floor = (d: number) => `\\left\\lfloor \\frac{${bound}}{${d}} \\right\\rfloor`;
    const count = (d: number) => `$${bound} = ${multiples(d)} \\cdot ${d} + ${bound % d}$`;
    const singles = multiples(p) + multiples(q) + multiples(r);
    const [pq, pr, qr, pqr] = [p * q, p * r, q * r, p * q * r];
    const pairs = multiples(pq) + multiples(pr) + multiples(qr);
    const union = singles - pairs + multiples(pqr);
    const answer = bound - union;
    const single = (name: string, d: number) =>
      pick(rng, [
        `The set $${name}$: since ${count(d)}, there are $${floor(d)} = ${multiples(d)}$ multiples of $${d}$, so $|${name}| = ${multiples(d)}$.`,
        `For $${name}$ we divide $${bound}$ by $${d}$: ${count(d)}. Hence $|${name}| = ${floor(d)} = ${multiples(d)}$.`,
      ]);
    const pair = (names: string, d: number, e: number) =>
      pick(rng, [
        `A number in $${names}$ is a multiple of both $${d}$ and $${e}$, hence of $${d} \\cdot ${e} = ${d * e}$, because the two are coprime. From ${count(d * e)} we get $|${names}| = ${multiples(d * e)}$.`,
        `The numbers $${d}$ and $${e}$ are coprime, so $${names}$ consists of the multiples of $${d} \\cdot ${e} = ${d * e}$. As ${count(d * e)}, their number is $${floor(d * e)} = ${multiples(d * e)}$.`,
      ]);
    return {
      problem: pick(rng, [
        `How many integers from $1$ to $${bound}$ are divisible by none of $${p}$, $${q}$ and $${r}$?`,
        `Find the number of positive integers not exceeding $${bound}$ that are multiples of neither $${p}$ nor $${q}$ nor $${r}$.`,
      ]),
      steps: [
        `Let $A$, $B$ and $C$ be the sets of multiples of $${p}$, $${q}$ and $${r}$ among the integers from $1$ to $${bound}$. ${pick(rng, ['We count the union $A \\cup B \\cup C$ and subtract it from all integers.', 'The numbers asked for are those outside $A \\cup B \\cup C$.'])}`,
        'By inclusion-exclusion $|A \\cup B \\cup C| = |A| + |B| + |C| - |A \\cap B| - |A \\cap C| - |B \\cap C| + |A \\cap B \\cap C|$. The number of multiples of $d$ up to $N$ is the integer part of $\\frac{N}{d}$.',
        single('A', p),
        single('B', q),
        single('C', r),
        `The three sizes add up to $${multiples(p)} + ${multiples(q)} + ${multiples(r)} = ${singles}$.`,
        pair('A \\cap B', p, q),
        pair('A \\cap C', p, r),
        pair('B \\cap C', q, r),
        `The pairs together contribute $${multiples(pq)} + ${multiples(pr)} + ${multiples(qr)} = ${pairs}$.`,
        `${pick(rng, ['For all three conditions at once,', 'For the triple intersection,'])} $${p} \\cdot ${q} \\cdot ${r} = ${pqr}$ and ${count(pqr)}, so $|A \\cap B \\cap C| = ${multiples(pqr)}$.`,
        `Hence $|A \\cup B \\cup C|$ equals $${singles} - ${pairs} + ${multiples(pqr)} = ${union}$.`,
        conclude(
          rng,
          `The integers outside the union number $${bound} - ${union} = ${answer}$.`,
          `${answer}`,
        ),
      ],
      answer: `${answer}`,
      difficulty: r > 7 ? 3 : 2,
      parameters: { bound, divisors: [p, q, r] },
    };
  },
};
