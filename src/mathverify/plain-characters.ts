// Characters and spellings that stand for written-out mathematics: fractions (½, 2¾), raised and lowered digits (10¹¹, x₁),
// full-width forms, recurring decimals with dots (0.333...) and thousands in the manner of other countries (1'234'567)
// or with a narrow space, combinations (5C2, C_5^2), and the word for "answer" in other scripts.
import { mayHavePrograms, programs } from './programs-and-scripts.ts';
import { rewritten, type Spelling, tableOf, type Written } from './spellings.ts';
import { joins, mayHaveJoins } from './written-joins.ts';

const fractions: Readonly<Record<string, string>> = {
  '½': '1/2',
  '⅓': '1/3',
  '⅔': '2/3',
  '¼': '1/4',
  '¾': '3/4',
  '⅕': '1/5',
  '⅖': '2/5',
  '⅗': '3/5',
  '⅘': '4/5',
  '⅙': '1/6',
  '⅚': '5/6',
  '⅛': '1/8',
  '⅜': '3/8',
  '⅝': '5/8',
  '⅞': '7/8',
};
const raised = '⁰¹²³⁴⁵⁶⁷⁸⁹';
const lowered = '₀₁₂₃₄₅₆₇₈₉';

/** What a text with any of these has somewhere: hardly a text does. */
const mayHaveAny =
  /Rs|INR|\\root|per[\s-]cent|[−–‐‑﹣\u0007\b\f\v]|[\t\r][a-z]|[A-F]\d{0,20}(?:\}?_|\s(?:in\s)?\(?base)|℃|℉|&[a-z]{2,6}\d{0,2};|<su[bp]>|(?:\$|\\\))\s{0,3},?\s{0,3}(?:for|where|with|\()[^$]{0,24}(?:\$|\\\()\s{0,3}[a-z]\s{0,3}(?:∈|\\in)|[µº]|\u0305|\d\s?(?:°|\^\{?\s*\\circ|\\degree|degrees? )[\\{} ,a-z]{0,12}[CFcf]|答|Ответ|\d\s?C\s?\d|C\}?_|[⁻ⁿ½⅓⅔¼¾⅕⅖⅗⅘⅙⅚⅛⅜⅝⅞⁰¹²³⁴⁵⁶⁷⁸⁹₀-₉\uff01-\uff5e]|\\(?:SI|qty)\{|‰|\d\s+(?:in\s+)?\(?(?:base|binary|octal)|\ud835|[.,]\d+\(\d|\dP\d|_\{?\d|\d_\d{3}|\d(?:[\u00a0\u2007\u2009\u202f]\d|\.\.\.|…|\\[cl]?dots|['’]\d{3}|\.\d{3}[.,]\d|,\d\d,\d)|\d\s\d{3},\d/;

/** Each spelling with how it is written out, from what the groups of its expression hold; null leaves it as it is. */
const spellings: readonly Spelling[] = [
  // 2^½ and ½x: one value beside a power, a root or a letter
  [
    /(?<lead>\d?)(?<joined>[½⅓⅔¼¾⅕⅖⅗⅘⅙⅚⅛⅜⅝⅞])(?:(?<=[\p{L})}^√].)|(?=[\p{L}(\\√^²³⁰¹⁴-⁹]))/u,
    (lead, part) => `${lead}\\frac{${fractions[part!]!.replace('/', '}{')}}`,
  ],
  [
    /(?<digit>\d?)(?<part>[½⅓⅔¼¾⅕⅖⅗⅘⅙⅚⅛⅜⅝⅞])/,
    (digit, part) => `${digit}${digit === '' ? '' : ' '}${fractions[part!]}`,
  ],
  [
    /(?<=[\p{L}\d)}])(?<power>⁻?[⁰¹²³⁴⁵⁶⁷⁸⁹]{2,}|⁻[⁰¹²³⁴⁵⁶⁷⁸⁹]|[⁰¹⁴⁵⁶⁷⁸⁹]|(?<=\d)[²³]|ⁿ)/u,
    (power) => (power === 'ⁿ' ? '^n' : `^{${digitsOf(power!, raised)}}`),
  ],
  // What web pages write
  [/&(?<entity>[a-z]{2,6}\d{0,2});/, (entity) => entities[entity!] ?? null],
  [/<sup>(?<above1>[^<>]{1,20})<\/sup>/, (above) => `^{${above}}`],
  [/_?<sub>(?<below1>[^<>]{1,20})<\/sub>/, (below) => `_{${below}}`],
  // $x=k\pi$ for $k\in\mathbb{Z}$ is one family
  [
    /(?:\$|\\\()\s{0,3}(?<family>[^$\n=]{1,20}=[^$\n]{1,120}|[^$\n=]{1,120}?)\s{0,3}(?:\$|\\\))\s{0,3},?\s{0,3}(?:(?:for|where|with)\s{1,3}(?:any |all |every |each |some )?|\()\s{0,3}(?:\$|\\\()\s{0,3}(?<member>[a-z]\s{0,3}(?:∈|\\in(?![a-z]))\s{0,3}(?:\\mathbb\s{0,3}\{?[NZ]\}?|ℤ|ℕ)[*+]?)\s{0,3}(?:\$|\\\))\)?/,
    (family, member) => (isFamily(family!, member![0]!) ? `$${family}, ${member}$` : null),
  ],
  // Rs. 500
  [/(?<![\p{L}\\])(?<rupees>Rs\.?|INR)(?:\s|\\[ ,])?(?=\d)/u, () => '₹'],
  // \root 3 \of 2, and 5 per cent
  [
    /\\root\s{0,3}\{?(?<rooted>[^{}\\]{1,10}?)\s{0,3}\}?\s{0,3}\\of(?![a-z])/,
    (rooted) => `\\sqrt[${rooted}]`,
  ],
  [/(?<=[\d}]\s{0,3})(?<hundredth>per[\s-]cent)\b/, () => 'percent'],
  // The micro sign, and a raised o for degrees
  [/(?<micro>µ)/, () => 'μ'],
  [/(?<=\d\s?)(?<ordinal>º)/, () => '°'],
  // 0.3̅, with a line over each digit that recurs
  [
    /(?<=\d\.\d{0,20}?)(?<lined>(?:\d\u0305){1,20})/,
    (lined) => `\\overline{${lined!.replace(/\u0305/g, '')}}`,
  ],
  [/(?<=[\p{L}\d)}])(?<index>[₀-₉]+)/u, (index) => `_{${digitsOf(index!, lowered)}}`],
  [
    /\\(?:SI|qty)\{(?<quantity>[^{}\\]{1,40})\}\{(?<unit>[^{}\\]{1,40})\}/,
    (quantity, unit) => `${quantity} ${unit}`,
  ],
  [
    /(?<wide>[\uff01-\uff5e]+)/,
    (wide) => String.fromCharCode(...[...wide!].map((c) => c.charCodeAt(0) - 0xfee0)),
  ],
  [
    /(?<![\d.])(?<head>\d{1,20}\.\d{0,20}?)(?<block>\d{1,6}?)(?<again>\k<block>+)(?:\.\.\.|…|\\[cl]?dots\b)/,
    (head, block, again) => (isRecurring(head!, block!, again!) ? `${head}\\overline{${block}}` : null),
  ],
  [/(?<![\d'’\p{L}.])(?<swiss>\d{1,3}(?:['’]\d{3})+)(?![\d'’])/u, (swiss) => swiss!.replace(/['’]/g, '')],
  [
    /(?<![\d.,])(?<thin>[1-9]\d{0,2}(?:[\u00a0\u2007\u2009\u202f]\d{3})+)(?!\d)/,
    (thin) => thin!.replace(/\D/g, ''),
  ],
  // 0.1(6), alone: the digits in brackets recur
  [
    /(?<=(?:^\s{0,4}\$?\s?(?:[a-z]\s?=\s?)?|\\boxed\{)[-−]?)(?<fixed>\d{1,20})[.,](?<places>\d{1,20})\((?<period>\d{1,20})\)(?=\}?\s?\$?\.?\s{0,4}$)/,
    (fixed, places, period) => `${fixed}.${places}\\overline{${period}}`,
  ],
  // 5P2, {}_5P_2 and {}_5C_2
  [
    /(?<![\w.\\{}^)\]])(?<row>\d{1,4})\s?P\s?(?<taken>\d{1,4})(?![\w.^{])/,
    (row, taken) => arranged(row!, taken!),
  ],
  [
    /(?<![\w.\\)\]}{])(?:\{\})?_\{?(?<line>\d{1,4})\}?\s?P_\{?(?<placed>\d{1,4})\}?(?![\w.^])/,
    (line, placed) => arranged(line!, placed!),
  ],
  [
    /(?<![\w.\\)\]}{])(?:\{\})?_\{?(?<under>\d{1,4})\}?\s?C_\{?(?<picked>\d{1,4})\}?(?![\w.^])/,
    (under, picked) => (Number(picked) <= Number(under) ? `\\binom{${under}}{${picked}}` : null),
  ],
  // 101 in base 2, 101 (base two), 101 in binary
  [
    /\s(?<=\d\s)(?<!\blog[^\n]{0,17})\s*(?:in\s+)?\(?(?:base[\s-]|(?=binary|octal))(?<radix>\d{1,2}|two|three|four|five|six|seven|eight|nine|ten|twelve|sixteen|binary|octal)\)?(?!\w)/,
    (radix) => `_{${radices.get(radix!) ?? radix}}`,
  ],
  // 5‰; 1_000_000, as programs write it
  [/(?<thousandths>\d{1,20}(?:\.\d{1,20})?)\s?‰/, (count) => `\\frac{${count}}{1000}`],
  [
    /(?<![\w.{}$\\])(?<programmed>[1-9]\d{0,2}(?:_\d{3})+)(?![\w{])/,
    (programmed) => programmed!.replace(/_/g, ''),
  ],
  // letters and digits of mathematics, bold or italic
  [/(?<styled>[\u{1d400}-\u{1d7ff}])/u, (styled) => styled!.normalize('NFKC')],
  // "Answer" in the languages of other scripts, and their full stop.
  [/(?<announced>(?:答案|答え?|Ответ)\s*(?:是|为|為|は|：|:|—|-)\s*)/, () => 'answer: '],
  [/(?<stop>。)(?<=(?:答案|答)[^。\n]{0,80}。)/, () => '. '],
  // 5C2, ^5C_2, C_5^2
  [
    /(?<![\w.\\{}^)\]])(?<of>\d{1,4})\s?C\s?(?<chosen>\d{1,4})(?![\w.^])/,
    (of, chosen) => (Number(chosen) <= Number(of) ? `\\binom{${of}}{${chosen}}` : null),
  ],
  [
    /(?<![\w.\\)\]])(?:\{\})?\^\{?(?<upper>\d{1,4})\}?\s?(?:C|\\(?:mathrm|text)\s?\{C\})_\{?(?<lower>\d{1,4})\}?(?![\w^])/,
    (upper, lower) => (Number(lower) <= Number(upper) ? `\\binom{${upper}}{${lower}}` : null),
  ],
  [
    /(?<![\w\\])(?:C|\\(?:mathrm|text)\s?\{C\})_\{?(?<below>\d{1,4})\}?\^\{?(?<above>\d{1,4})\}?(?![\w^])/,
    (below, above) => (Number(above) <= Number(below) ? `\\binom{${below}}{${above}}` : null),
  ],
  [/(?<![\d.,])(?<german>[1-9]\d{0,2}(?:\.\d{3}){2,})(?![\d.])/, (german) => german!.replace(/\./g, '')],
  // 20°C, 20^\circ\mathrm{F}, 20 degrees Celsius
  [
    /(?<=\d)\s?(?:\\ |\\,)?(?:°|\^\s?\{?\s?\\circ\s?\}?|\\degree|degrees?(?=\s(?:C(?:elsius)?|F(?:ahrenheit)?)\b))(?:\s|\\[, ;])*(?:\\(?:mathrm|text|textrm|rm)\s?\{\s?)?(?<temperature>C(?:elsius)?|F(?:ahrenheit)?)(?![\w=^(])\s?\}?/i,
    (name) => (/^c/i.test(name!) ? ' celsius' : ' fahrenheit'),
  ],
  [/(?<=\d\s?)(?<sign>[℃℉])/, (sign) => (sign === '℃' ? ' celsius' : ' fahrenheit')],
  [
    // Alone or at the end of a sentence: between brackets or dollar signs it is two decimals.
    /(?<=(?:^|[\p{L}:=]\s)\s{0,4}[€$£]?\s?)(?<whole>[1-9]\d{0,2}(?:\.\d{3}|\s\d{3})+),(?<cents>\d{1,2})(?=\s?[€£%]?\.?\s{0,4}$)/u,
    (whole, cents) => `${whole!.replace(/[.\s]/g, '')}.${cents}`,
  ],
  // −5, and –5 where it is no range
  [/(?<minus>−|[‐‑﹣](?=[\d.\\])|–(?<=(?:^|[\p{L}:=(,])\s?–)(?=[\d.\\]))/u, () => '-'],
  // FF_{16}, FF in base 16
  [
    /(?<![\w\\{}^])(?:\\(?:text|mathrm|textrm)\s?\{\s?)?(?<alphanumeric>(?=\d{0,20}[A-F])[\dA-F]{2,20})(?:\s?\}\s?)?(?:_\{?|\s(?:in\s)?\(?base\s)(?<sixteen>1[1-6])[})]?(?![\w^({])/,
    (digits, base) => inTens(digits!, Number(base)),
  ],
  // A backslash and its letter that became one character: \f before rac, \b before oxed, \t before imes, \r before ight
  [
    /(?<control>[\u0007\b\f\v](?=[a-z])|\t(?=(?:imes|heta|frac|an|au)(?![a-z])|ext(?:bf|rm|it)?\{[^{}\d])|\r(?=ight|angle|ceil|floor|brace|ho(?![a-z])))/,
    (control) => `\\${commandLetters[control!]}`,
  ],
  [
    /(?<![\d.,])(?<indian>[1-9]\d?(?:,\d\d)+,\d{3})(?![\d,])/,
    (indian) => (/,0/.test(indian!) ? indian!.replace(/,/g, '') : null),
  ],
  ...joins,
];

const entities: Readonly<Record<string, string>> = {
  lt: '<',
  gt: '>',
  le: '\\le ',
  ge: '\\ge ',
  ne: '\\ne ',
  nbsp: ' ',
  amp: '&',
  times: '\\times ',
  divide: '\\div ',
  middot: '\\cdot ',
  minus: '-',
  plusmn: '\\pm ',
  pi: '\\pi ',
  theta: '\\theta ',
  infin: '\\infty ',
  radic: '\\sqrt ',
  deg: '°',
  sup2: '^2',
  sup3: '^3',
  frac12: '1/2',
  frac14: '1/4',
  frac34: '3/4',
};

const radices = new Map(
  'two three four five six seven eight nine ten'.split(' ').map((word, k): [string, number] => [word, k + 2]),
)
  .set('twelve', 12)
  .set('sixteen', 16)
  .set('binary', 2)
  .set('octal', 8);

const commandLetters: Readonly<Record<string, string>> = {
  '\u0007': 'a',
  '\b': 'b',
  '\f': 'f',
  '\v': 'v',
  '\t': 't',
  '\r': 'r',
};

/** A number with letters for digits beyond nine, in base ten; null where a digit is too large. */
function inTens(digits: string, base: number): string | null {
  let value = 0n;
  for (const c of digits) {
    const digit = Number.parseInt(c, 16);
    if (digit >= base) return null;
    value = value * BigInt(base) + BigInt(digit);
  }
  return String(value);
}

/** In how many orders some of a number of things can be taken. */
function arranged(of: string, taken: string): string | null {
  return Number(taken) <= Number(of) ? `\\frac{${of}!}{(${of}-${taken})!}` : null;
}

/** Whether a formula is a value with a letter in it, or says of one other letter that it is such a value. */
function isFamily(formula: string, letter: string): boolean {
  const [, name, value] = /^(?:\s*(\\[a-z]+|[a-z])\s*=)?([^=<>]*)$/i.exec(formula) ?? [];
  const letters = (value ?? '').replace(/\\[a-zA-Z]+/g, ' ');
  return (
    name !== letter &&
    letters.includes(letter) &&
    !/\\(?:n?mid|leq?|geq?|neq?|in|equiv|to)(?![a-z])/.test(value!)
  );
}

/** Three times the same digits, or twice right behind the point: 2.718281828... is not meant to recur. */
function isRecurring(head: string, block: string, again: string): boolean {
  const times = 1 + again.length / block.length;
  return times >= 3 || (times === 2 && block.length > 1 && head.endsWith('.'));
}

function digitsOf(text: string, digits: string): string {
  return [...text].map((c) => (c === '⁻' ? '-' : digits.indexOf(c))).join('');
}

const characters = tableOf(spellings);
const programmed = tableOf(programs);

/** A text with such characters and spellings written out. */
export function writtenOut(text: string): Written {
  const first = mayHavePrograms.test(text) ? rewritten(text, programmed) : null;
  const read = first?.text ?? text;
  const second = mayHaveAny.test(read) || mayHaveJoins.test(read) ? rewritten(read, characters) : null;
  if (first === null || second === null) return first ?? second ?? { text, original: (at) => at };
  return { text: second.text, original: (at) => first.original(second.original(at)) };
}
