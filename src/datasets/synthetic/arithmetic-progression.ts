// An arithmetic progression known by two terms: the sum of the absolute values across its change of sign.
import { pick, randomInt } from '../../statistics/random.ts';
import { conclude } from './conclude.ts';
import type { Family } from './family.ts';
import { operand, texCombination } from './latex.ts';

export const arithmeticProgression: Family = {
  name: 'arithmetic-progression',
  subject: 'sequences',
  generate(rng) {
    // a_n = first + (n - 1) d; the sign changes after `turn` terms and no term is zero.
    const sign = pick(rng, [1, -1]);
    const size = randomInt(rng, 2, 12);
    const d = -sign * size;
    const turn = randomInt(rng, 4, 12);
    const overshoot = randomInt(rng, 1, size - 1);
    const first = sign * (size * turn - overshoot);
    const count = turn + randomInt(rng, 3, 12);
    const term = (n: number) => first + (n - 1) * d;
    const i = randomInt(rng, 2, 5);
    const j = i + randomInt(rng, 3, 9);
    const until = (turn * (first + term(turn))) / 2;
    const whole = (count * (first + term(count))) / 2;
    const tail = whole - until;
    const answer = Math.abs(until) + Math.abs(tail);
    const [before, after] = sign > 0 ? ['positive', 'negative'] : ['negative', 'positive'];
    const formula = texCombination([first - d, d], ['', 'n']);
    const value = (n: number) => `$${first - d} + ${operand(d)} \\cdot ${n} = ${term(n)}$`;
    const sum = (n: number, result: number) =>
      `$\\frac{${n} \\cdot (${first} + ${operand(term(n))})}{2} = \\frac{${n} \\cdot ${operand(first + term(n))}}{2} = ${result}$`;
    return {
      problem: pick(rng, [
        `In an arithmetic progression $a_1, a_2, a_3, \\dots$ we have $a_{${i}} = ${term(i)}$ and $a_{${j}} = ${term(j)}$. Find $|a_1| + |a_2| + \\dots + |a_{${count}}|$.`,
        `The terms number $${i}$ and $${j}$ of an arithmetic progression are $${term(i)}$ and $${term(j)}$. What is the sum of the absolute values of its first $${count}$ terms?`,
      ]),
      steps: [
        `Let $a$ be the first term and $d$ the common difference, so $a_n = a + (n - 1)d$. The given terms say that $a + ${i - 1 === 1 ? '' : i - 1}d = ${term(i)}$ and $a + ${j - 1}d = ${term(j)}$.`,
        `${pick(rng, ['Subtracting the first equation from the second', 'The difference of the two equations'])} gives $${j - i}d = ${term(j) - term(i)}$, since $${term(j)} - ${operand(term(i))} = ${term(j) - term(i)}$. Hence $\\frac{${term(j) - term(i)}}{${j - i}} = ${d}$ is the common difference.`,
        `The first term is $${term(i)} - ${i - 1} \\cdot ${operand(d)} = ${first}$.`,
        `So $a_n = ${formula}$, because $${first} - ${operand(d)} = ${first - d}$. ${pick(rng, ['Check with the later given term:', 'The second given term confirms this:'])} ${value(j)}.`,
        `The terms ${d < 0 ? 'decrease' : 'increase'}, so the sign changes at most once. For $n = ${turn}$ the term is ${value(turn)}, and for $n = ${turn + 1}$ it is ${value(turn + 1)}.`,
        `Hence the first $${turn}$ terms are ${before}, all later ones are ${after}, and no term is zero. ${pick(rng, ['The two groups have to be added separately.', 'We add the two groups separately.'])}`,
        `The sum of the first $${turn}$ terms is ${sum(turn, until)}.`,
        `The last term in question is ${value(count)}, so the sum of the first $${count}$ terms is ${sum(count, whole)}.`,
        `The terms from number $${turn + 1}$ to number $${count}$ therefore add up to $${whole} - ${operand(until)} = ${tail}$.`,
        `A check of this part: it has $${count} - ${turn} = ${count - turn}$ terms, with the first equal to $${term(turn + 1)}$ and the last equal to $${term(count)}$, and $\\frac{${count - turn} \\cdot (${term(turn + 1)} + ${operand(term(count))})}{2} = ${tail}$.`,
        conclude(
          rng,
          `Within each group all terms have the same sign, so the absolute values add up to $${Math.abs(until)} + ${Math.abs(tail)} = ${answer}$.`,
          `${answer}`,
        ),
      ],
      answer: `${answer}`,
      difficulty: count > 15 ? 3 : 2,
      parameters: { terms: [i, term(i), j, term(j)], count },
    };
  },
};
