// Three draws without replacement from an urn of three colours: the probability of exactly two of one colour.
import { pick, randomInt, shuffled } from '../../statistics/random.ts';
import { choose } from './choose.ts';
import { conclude } from './conclude.ts';
import type { Family } from './family.ts';
import { fraction, gcd } from './fraction.ts';
import { tex } from './latex.ts';

const colours = ['red', 'blue', 'green', 'white', 'yellow', 'black'] as const;
const things = ['marbles', 'balls', 'counters', 'beads'] as const;

export const urnColours: Family = {
  name: 'urn-colours',
  subject: 'probability',
  generate(rng) {
    const [one, two, three] = shuffled(rng, colours) as [string, string, string];
    const thing = pick(rng, things);
    const [a, b, c] = [randomInt(rng, 3, 18), randomInt(rng, 3, 18), randomInt(rng, 3, 18)];
    const n = a + b + c;
    const total = choose(n, 3);
    const same = [choose(a, 3), choose(b, 3), choose(c, 3)] as const;
    const sameSum = same[0] + same[1] + same[2];
    const different = a * b * c;
    const favourable = total - sameSum - different;
    const pairs = [choose(a, 2) * (n - a), choose(b, 2) * (n - b), choose(c, 2) * (n - c)] as const;
    const answer = tex(fraction(favourable, total));
    const factor = gcd(favourable, total);
    const triple = (colour: string, count: number) =>
      `${pick(rng, [`those of ${colour} ${thing} only`, `the entirely ${colour} ones`])} number $\\binom{${count}}{3} = ${choose(count, 3)}$`;
    const pair = (colour: string, count: number, ways: number) =>
      `${pick(rng, ['Exactly two', 'A pair of'])} ${colour} ${thing} and one of another colour: $\\binom{${count}}{2} \\cdot (${n} - ${count}) = ${choose(count, 2)} \\cdot ${n - count} = ${ways}$ sets.`;
    return {
      problem: pick(rng, [
        `An urn contains $${a}$ ${one}, $${b}$ ${two} and $${c}$ ${three} ${thing}. Three ${thing} are drawn at random without replacement. Find the probability that exactly two of them have the same colour.`,
        `From a bag with $${a}$ ${one}, $${b}$ ${two} and $${c}$ ${three} ${thing}, three are taken out at random, all at once. What is the probability that exactly two different colours appear among them?`,
      ]),
      steps: [
        `There are $${a} + ${b} + ${c} = ${n}$ ${thing}. We treat them as distinguishable, so that all sets of three are equally likely.`,
        `The number of sets of three is $\\binom{${n}}{3} = \\frac{${n} \\cdot ${n - 1} \\cdot ${n - 2}}{6} = ${total}$.`,
        `${pick(rng, ['Three drawn', 'Any three'])} ${thing} show one, two or three colours. Exactly two of the same colour means that exactly two colours appear, so we remove the sets with one colour and the sets with three.`,
        `Among the sets with a single colour, ${triple(one, a)}.`,
        `In the same way ${triple(two, b)}, and ${triple(three, c)}.`,
        `So $${same[0]} + ${same[1]} + ${same[2]} = ${sameSum}$ sets have a single colour.`,
        `${pick(rng, ['Sets with all three colours contain', 'All three colours appear when there is'])} one of each, which gives $${a} \\cdot ${b} \\cdot ${c} = ${different}$ sets.`,
        `The remaining $${total} - ${sameSum} - ${different} = ${favourable}$ sets have exactly two colours.`,
        `${pick(rng, ['We check this number by counting directly.', 'A direct count should give the same number.'])} ${pair(one, a, pairs[0])}`,
        pair(two, b, pairs[1]),
        pair(three, c, pairs[2]),
        `These cases exclude each other, and $${pairs[0]} + ${pairs[1]} + ${pairs[2]} = ${favourable}$, as before.`,
        conclude(
          rng,
          factor === 1
            ? `The probability is $${answer}$, which is already in lowest terms.`
            : `The probability is $\\frac{${favourable}}{${total}} = ${answer}$, where both numbers were divided by $${factor}$.`,
          answer,
        ),
      ],
      answer,
      difficulty: n > 30 ? 3 : 2,
      parameters: { counts: [a, b, c] },
    };
  },
};
