// Choosing a group with a lower bound on one kind of member: binomial counts by cases, checked by the complement.
import { pick, randomInt } from '../../statistics/random.ts';
import { choose } from './choose.ts';
import { conclude } from './conclude.ts';
import type { Family } from './family.ts';

const themes = [
  { group: 'committee', groups: 'committees', one: 'chemist', many: 'chemists', others: 'physicists' },
  { group: 'ensemble', groups: 'ensembles', one: 'violinist', many: 'violinists', others: 'cellists' },
  { group: 'team', groups: 'teams', one: 'beginner', many: 'beginners', others: 'experienced players' },
  { group: 'jury', groups: 'juries', one: 'painter', many: 'painters', others: 'sculptors' },
  { group: 'delegation', groups: 'delegations', one: 'student', many: 'students', others: 'teachers' },
] as const;

const numerals = ['no', 'one', 'two', 'three'] as const;

export const committeeCases: Family = {
  name: 'committee-cases',
  subject: 'combinatorics',
  generate(rng) {
    const theme = pick(rng, themes);
    const size = randomInt(rng, 4, 7);
    const atLeast = randomInt(rng, 2, 3);
    // Enough of both kinds that no case is empty.
    const ours = randomInt(rng, size, 24);
    const others = randomInt(rng, size, 24);
    const total = choose(ours + others, size);
    const ways = (i: number) => choose(ours, i) * choose(others, size - i);
    const product = (i: number) =>
      `$\\binom{${ours}}{${i}} \\cdot \\binom{${others}}{${size - i}} = ${choose(ours, i)} \\cdot ${choose(others, size - i)} = ${ways(i)}$`;
    const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => from + i);
    const requested = range(atLeast, size);
    const unwanted = range(0, atLeast - 1);
    const answer = requested.reduce((sum, i) => sum + ways(i), 0);
    const rest = unwanted.reduce((sum, i) => sum + ways(i), 0);
    const people = (i: number) => `$${i}$ ${i === 1 ? theme.one : theme.many}`;
    return {
      problem: pick(rng, [
        `A ${theme.group} of $${size}$ people is to be chosen from $${ours}$ ${theme.many} and $${others}$ ${theme.others}. In how many ways can this be done if at least ${numerals[atLeast]} ${theme.many} must be chosen?`,
        `There are $${ours}$ ${theme.many} and $${others}$ ${theme.others}. How many different ${theme.groups} of $${size}$ of these people contain at least ${numerals[atLeast]} ${theme.many}?`,
      ]),
      steps: [
        pick(rng, [
          `The order of choosing does not matter, so we count sets. We distinguish cases by the number $i$ of ${theme.many} in the ${theme.group}; the cases exclude each other.`,
          `Let $i$ be the number of ${theme.many} chosen. Every admissible choice has exactly one value of $i$, so the counts for the different $i$ may be added.`,
        ]),
        `For a given $i$ the ${theme.many} can be chosen in $\\binom{${ours}}{i}$ ways and, independently, the ${theme.others} in $\\binom{${others}}{${size} - i}$ ways. The condition allows $i = ${requested.join(', ')}$.`,
        ...requested.map(
          (i) =>
            `${pick(rng, [`Case $i = ${i}$:`, `With exactly ${people(i)}:`, `If $i = ${i}$, the number of choices is`])} ${product(i)}.`,
        ),
        `${pick(rng, ['Adding the cases,', 'The sum over the cases is'])} $${requested.map(ways).join(' + ')} = ${answer}$.`,
        `${pick(rng, ['To be safe we count the complement too.', 'An independent check uses the complement.'])} Without the condition there are $\\binom{${ours + others}}{${size}} = ${total}$ choices, since $${ours} + ${others} = ${ours + others}$ people are available.`,
        ...unwanted.map(
          (i) => `The choices with exactly ${people(i)} are excluded by the condition: ${product(i)}.`,
        ),
        `The excluded choices number $${unwanted.map(ways).join(' + ')} = ${rest}$, and $${total} - ${rest} = ${answer}$, the same as the sum over the cases.`,
        conclude(rng, '', `${answer}`),
      ],
      answer: `${answer}`,
      difficulty: size >= 6 ? 3 : 2,
      parameters: { ours, others, size, at_least: atLeast },
    };
  },
};
