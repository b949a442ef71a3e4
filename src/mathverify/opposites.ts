// Words that make opposites of answers with the same number: 10 km north and 10 km south, a loss of 20 and a profit of 20.
// They are no part of the value that is compared.
import type { Parsed } from './parse.ts';

/** Forms of two words that exclude each other. */
const pairs: readonly (readonly [RegExp, RegExp])[] = [
  [/\bnorth\w*|\bdue n\b/i, /\bsouth\w*|\bdue s\b/i],
  [/\beast\w*/i, /\bwest\w*/i],
  [/\b(?:north|south)\w*/i, /\b(?:east|west)\w*/i],
  [/\bnoon\b/i, /\bmidnight\b/i],
  [/(?<!\\)\bleft\w*/i, /(?<!\\)\bright\w*/i],
  [/\bup(?:wards?|stream)?\b/i, /\bdown(?:wards?|stream)?\b/i],
  [/\babove\b/i, /\bbelow\b/i],
  [/(?<!anti|anti-|counter|counter-)\bclockwise\b/i, /\b(?:counter|anti)-?clockwise\b/i],
  [/\b(?:increas|ris|grow)(?:e[sd]?|ing|n|s|th)?\b/i, /\b(?:decreas|declin|fall)(?:e[sd]?|ing|en|s)?\b/i],
  [/\b(?:profit|gain)(?:s|ed)?\b/i, /\bloss(?:es)?\b|\blost\b/i],
  [/\b(?:more|greater)\b/i, /\b(?:less|fewer)\b/i],
  [/\b(?:faster|sooner|earlier)\b/i, /\b(?:slower|later)\b/i],
  [/\b(?:taller|longer|higher|older|larger|bigger)\b/i, /\b(?:shorter|lower|younger|smaller)\b/i],
  [/\bheads\b/i, /\btails\b/i],
  [/\bforwards?\b|\bahead\b/i, /\bbackwards?\b|\bbehind\b/i],
  [/\bbefore\b/i, /\bafter\b/i],
  [/\bago\b/i, /\bfrom\s+now\b|\blater\b|\bhence\b|\bin\s+\d+\s+(?:second|minute|hour|day|week|month|year)/i],
  [/(?<!non-?\s?)\bpositive\b/i, /(?<!non-?\s?)\bnegative\b/i],
  [/(?<=\d\s?)B\.?C\b/, /(?<=\d\s?)(?:A\.?D|C\.?E)\b|\bA\.?D\.?(?=\s?\d)/],
  [/\bminim(?:um|al)\b/i, /\bmaxim(?:um|al)\b/i],
];
/** Of a number, a figure or a function: one of these is not another. */
const properties =
  /\b(?:even|odd|primes?|composite|rational|irrational|squares?|cubes?|acute|obtuse|north|south|east|west|(?:north|south)-?(?:east|west)|increasing|decreasing|convex|concave|convergent|divergent|finite|infinite|equilateral|isosceles|scalene|parallel|perpendicular|necessary|sufficient|inside|outside|(?:mon|tues|wednes|thurs|fri|satur|sun)days?)\b/gi;
const any = new RegExp([...pairs.flat(), properties].map(({ source }) => source).join('|'), 'i');

/** A gold answer that is longer is a solution, of which not every word is about the answer. */
const maxGold = 80;
/** How much before and behind the value of a prediction is about it. */
const reach = 24;

/** The words around the value of a text, within its sentence. */
function around(text: string, at: Parsed['at']): string {
  if (at === null) return text.length <= maxGold ? text : '';
  const before = text.slice(Math.max(0, at.start - reach), at.start);
  const behind = text.slice(at.end, at.end + reach);
  const sentence = [
    before.split(/[.;!?\n]\s?/).at(-1),
    text.slice(at.start, at.end),
    behind.split(/[.;!?\n]/)[0],
  ];
  return sentence.join('');
}

/** The words of a gold answer and of a prediction that exclude each other; null where there are none. */
export function oppositesIn(
  gold: string,
  prediction: string,
  at: Parsed['at'],
): readonly [gold: string, prediction: string] | null {
  if (gold.length > maxGold || !any.test(gold)) return null;
  const said = around(prediction, at);
  for (const pair of pairs) {
    for (const [one, other] of [pair, pair.toReversed() as [RegExp, RegExp]]) {
      const [own, against] = [wordIn(gold, one), wordIn(said, other)];
      if (own !== null && against !== null && wordIn(gold, other) === null && wordIn(said, one) === null)
        return [own, against];
    }
  }
  const [own, others] = [propertiesIn(gold), propertiesIn(said)];
  return own.length === 0 || others.length === 0 || own.some((word) => others.includes(word))
    ? null
    : [own[0]!, others[0]!];
}

function wordIn(text: string, word: RegExp): string | null {
  return word.exec(text)?.[0] ?? null;
}

function propertiesIn(text: string): string[] {
  return (text.match(properties) ?? []).map((word) => word.toLowerCase().replace(/s$/, ''));
}
