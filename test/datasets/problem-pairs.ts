// Pairs of problems that people call the same, or not, made by rule from problems given: duplicates hidden behind
// notation, and problems that look alike and ask something else.
import { mulberry32, pick, type Rng } from '../../src/statistics/random.ts';

export interface Pair {
  readonly how: string;
  readonly one: string;
  readonly other: string;
}

/** What stands between the dollars of two amounts is prose. */
const isAmount = (inside: string): boolean => /(?<![\\a-zA-Z])[a-z]{3,}/.test(inside);

type Change = (problem: string, rng: Rng) => string;

const tags = [
  (rng: Rng) => `AMC ${2000 + Math.floor(rng() * 20)} Problem ${1 + Math.floor(rng() * 25)}. `,
  (rng: Rng) => `(AIME ${2000 + Math.floor(rng() * 20)} I, ${1 + Math.floor(rng() * 15)}) `,
  (rng: Rng) => `[HMMT ${2000 + Math.floor(rng() * 20)}] `,
  (rng: Rng) => `${1 + Math.floor(rng() * 30)}. (IMO ${1990 + Math.floor(rng() * 30)}) `,
  (rng: Rng) => `Problem ${1 + Math.floor(rng() * 30)}: `,
  (rng: Rng) => `${2000 + Math.floor(rng() * 20)} USAMO Problem ${1 + Math.floor(rng() * 6)}: `,
  (rng: Rng) => `Example ${1 + Math.floor(rng() * 9)}. (${5 + Math.floor(rng() * 20)} points) `,
] as const;

const sentences = [
  'Give your answer as a single number in simplest form.',
  'Express your answer in simplest form and justify each step of the solution.',
  'Please reason step by step before you write the result.',
  'You may use a calculator for this question if you wish to.',
  'Explain how you found the result to a friend.',
] as const;

/** Each shows the same problem in other dress. */
export const sameProblem: Readonly<Record<string, Change>> = {
  spacing: (problem, rng) =>
    problem
      .replace(/ /g, () => pick(rng, [' ', '  ', ' \n', ' \\, ', '\t']))
      .replace(/(?<=\$[^$]*)[=+<>](?=[^$]*\$)/g, (sign) => pick(rng, [` ${sign} `, `\\;${sign}\\;`, sign])),
  delimiters: (problem, rng) =>
    problem.replace(/\$([^$]+)\$/g, (whole, inside: string) =>
      isAmount(inside) ? whole : pick(rng, [`\\(${inside}\\)`, `\\[${inside}\\]`, `$$${inside}$$`]),
    ),
  synonyms: (problem) =>
    problem
      .replaceAll('\\frac', '\\dfrac')
      .replaceAll('\\le ', '\\leqslant ')
      .replaceAll('\\ge ', '\\geq ')
      .replace(/\\cdot(?!s)/g, '\\times')
      .replaceAll('(', '\\left(')
      .replaceAll(')', '\\right)')
      .replace(/\^(\d)(?!\d)/g, '^{$1}')
      .replaceAll('\\ldots', '\\cdots')
      .replaceAll('\\pmod', '\\bmod'),
  renamed: (problem) =>
    problem.replace(/\$\$[^$]+\$\$|\$[^$]+\$|\\\[[\s\S]+?\\\]/g, (formula) =>
      isAmount(formula)
        ? formula
        : formula.replace(/(?<![\\a-zA-Z])([a-z])(?![a-zA-Z])/g, (letter) =>
            String.fromCharCode(97 + ((letter.charCodeAt(0) - 97 + 7) % 26)),
          ),
    ),
  tag: (problem, rng) => pick(rng, tags)(rng) + problem,
  sentence: (problem, rng) =>
    rng() < 0.5 ? `${problem} ${pick(rng, sentences)}` : `${pick(rng, sentences)} ${problem}`,
};

const contrast: readonly (readonly [string, string])[] = [
  ['largest', 'smallest'],
  ['smallest', 'largest'],
  ['sum', 'product'],
  ['maximum', 'minimum'],
  ['area', 'perimeter'],
  ['even', 'odd'],
  ['positive', 'negative'],
  ['+', '-'],
  ['more', 'fewer'],
];

/** The number at a place, another one. */
export function renumbered(problem: string, rng: Rng): string {
  return problem.replace(/\d+/g, (found) => String(Number(found) + 1 + Math.floor(rng() * 7)));
}

/** Each asks something else in nearly the same words; unchanged where the problem has nothing to change. */
export const otherProblem: Readonly<Record<string, Change>> = {
  'all numbers': renumbered,
  'one number': (problem, rng) => {
    const places = [...problem.matchAll(/\d+/g)];
    if (places.length === 0) return problem;
    const { index, 0: found } = pick(rng, places);
    return `${problem.slice(0, index)}${Number(found) + 1}${problem.slice(index + found.length)}`;
  },
  contrast: (problem, rng) => {
    const possible = contrast.filter(([word]) => problem.includes(` ${word} `));
    if (possible.length === 0) return problem;
    const [from, to] = pick(rng, possible);
    return problem.replace(` ${from} `, ` ${to} `);
  },
};

/** `count` pairs in turn by each change, without those that the change left as they were. */
export function pairsOf(
  problems: readonly string[],
  changes: Readonly<Record<string, Change>>,
  { count, seed }: { readonly count: number; readonly seed: number },
): Pair[] {
  const rng = mulberry32(seed);
  const made: Pair[] = [];
  const kinds = Object.entries(changes);
  for (let turn = 0; made.length < count && turn < count * 40; turn += 1) {
    const [how, change] = kinds[turn % kinds.length]!;
    const one = pick(rng, problems);
    const other = change(one, rng);
    if (other !== one) made.push({ how, one, other });
  }
  return made;
}
