// Answers as programs print them (SymPy, NumPy, Mathematica, Maxima), and digits and numerals of other scripts, with how they
// are written in LaTeX: as the spellings of plain-characters.ts.

import type { Spelling } from './spellings.ts';

/** What a text with any of these has somewhere. */
export const mayHavePrograms =
  /(?:math|np|numpy|sp|sympy)\.[a-z]|%(?:pi|e|i)\b|Rational\(|Fraction\(|\bS\(|Sqrt\[|Log\[|inomial[[(]|nCr\(|actorial[[(]|\boo\b|FiniteSet\(|Interval[.(]|Union\(|Matrix\(|\bEq\(|<>|=\/=|->|^\s*\[\s*[a-z]\w{0,3}\s*=|[٠-٩۰-۹०-९零〇一二两三四五六七八九十百千万亿]/;

/** An argument of a call, which may hold brackets of its own. */
const argument = String.raw`(?:[^(),[\]]|\([^()]{0,40}\)){1,40}`;
const interval = String.raw`Interval(?:\.(open|Lopen|Ropen))?\(\s*(${argument}),\s*(${argument})(?:,\s*(True|False)(?:,\s*(True|False))?)?\s*\)`;
const finite = String.raw`FiniteSet\(([^()]{1,200})\)`;
/** An interval or a finite set, in a union or alone. */
const piece = `${interval}|${finite}`;

export const programs: readonly Spelling[] = [
  // math.pi, np.sin(x); %pi, %e
  [/(?<![\w.])(?<module>(?:math|np|numpy|sp|sympy)\.)(?=[a-zA-Z])/, () => ''],
  [/(?<![\w)}\\]\s?)%(?<constant>pi|e|i)\b/, (name) => (name === 'pi' ? '\\pi ' : name!)],
  // Rational(3, 4), S(3)/4
  [
    /\b(?:Rational|Fraction)\((?<numerator>-?\d{1,20}),\s*(?<denominator>\d{1,20})\)/,
    (top, bottom) => `(${top}/${bottom})`,
  ],
  [/(?<![\w\\])S\((?<sympified>-?\d{1,20})\)(?=\s?[*/])/, (digits) => `(${digits})`],
  // Sqrt[2], Log[3], Log[2, 3]
  [/\bSqrt\[(?<radicand>[^[\]]{1,60})\](?!\s*[{(])/, (radicand) => `\\sqrt{${radicand}}`],
  [/\bLog\[(?<argument>[^[\],]{1,60})\]/, (of) => `\\ln(${of})`],
  [/\bLog\[(?<logbase>[^[\],]{1,40}),(?<logarithm>[^[\],]{1,60})\]/, (base, of) => `\\log_{${base}}(${of})`],
  [
    /\b(?:[bB]inomial|nCr)[[(](?<upper>[^(),[\]]{1,30}),(?<lower>[^(),[\]]{1,30})[\])]/,
    (upper, lower) => `\\binom{${upper}}{${lower}}`,
  ],
  [/\b[fF]actorial[[(](?<factorial>[^(),[\]]{1,30})[\])]/, (of) => `(${of})!`],
  // Sets, matrices, equations and solutions
  [
    new RegExp(String.raw`\bUnion\((?<union>\s*(?:${piece})(?:\s*,\s*(?:${piece})){1,5}\s*)\)`),
    (union) => [...union!.matchAll(new RegExp(piece, 'g'))].map(([set]) => setOf(set)).join('\\cup '),
  ],
  [new RegExp(String.raw`\b(?<set>${piece})`), (set) => setOf(set!)],
  [/(?<![\p{L}\d\\])(?<endless>oo)(?![\p{L}\d])/u, () => '\\infty '],
  [/\bMatrix\((?<rows>\[[^()]{1,200}\])\)/, (rows) => rows!],
  [
    new RegExp(String.raw`(?<![\w\\])Eq\((?<equated>${argument}),(?<value>${argument})\)`),
    (left, right) => `${left} = ${right}`,
  ],
  [
    /^\s*\[(?<solved>\s*[a-z]\w{0,3}\s*=[^[\]=]{1,40}(?:,\s*[a-z]\w{0,3}\s*=[^[\]=]{1,40})*)\]\s*$/,
    (equations) => equations!,
  ],
  [
    /^\s*\{(?<rules>\s*\{[^{}]{1,80}\}(?:\s*,\s*\{[^{}]{1,80}\}){0,9}\s*|[^{}]{1,80})\}\s*$/,
    (rules) => solutionsIn(rules!),
  ],
  // x <> 0, x =/= 0
  [/(?<=[\p{L}\d)}]\s?)(?<unequal><>|=\/=)(?=\s?[-\d\p{L}(\\])/u, () => '\\ne '],
  // Digits and numerals of other scripts
  [/(?<digits>[٠-٩۰-۹०-९]+)/, (digits) => [...digits!].map(digitOf).join('')],
  [
    /(?<=^\s*|[:：是为為$=]\s?|\{)(?<numeral>[零〇一二两三四五六七八九十百千万亿]{1,16})(?=\s*$|[。.,，$}])/,
    (numeral) => chinese(numeral!),
  ],
];

/** A set as SymPy prints it; the ends of its intervals belong to them unless it says that they do not. */
function setOf(text: string): string {
  const [, kind, low, high, left, right, items] = new RegExp(piece).exec(text)!;
  if (items !== undefined) return `\\{${items}\\}`;
  const isOpenLeft = kind === 'open' || kind === 'Lopen' || left === 'True';
  const isOpenRight = kind === 'open' || kind === 'Ropen' || right === 'True';
  const end = (value: string): string => value.replace(/\boo\b/, '\\infty ');
  const opens = isOpenLeft || low!.includes('oo') ? '(' : '[';
  const closes = isOpenRight || high!.includes('oo') ? ')' : ']';
  return `${opens}${end(low!)}, ${end(high!)}${closes}`;
}

/** {{x -> 1}, {x -> 2}}: each rule as an equation; null for anything else. */
function solutionsIn(text: string): string | null {
  const solutions = (text.match(/\{[^{}]*\}/g) ?? [text]).map((one) => one.replace(/[{}]/g, '').split(','));
  const isRule = (rule: string): boolean => /^\s*[a-zA-Z]\w{0,3}\s*->[^<>=]+$/.test(rule);
  if (!solutions.flat().every(isRule)) return null;
  if (solutions.length > 1 && solutions.some((rules) => rules.length > 1)) return null;
  return solutions.map((rules) => rules.join(', ').replaceAll('->', '=')).join(' or ');
}

function digitOf(character: string): number {
  const code = character.codePointAt(0)!;
  const zero = [0x660, 0x6f0, 0x966].findLast((first) => first <= code)!;
  return code - zero;
}

const numerals = '零一二三四五六七八九';
const scales: Readonly<Record<string, bigint>> = { 十: 10n, 百: 100n, 千: 1000n };
const large: Readonly<Record<string, bigint>> = { 万: 10n ** 4n, 亿: 10n ** 8n };

/** A Chinese numeral in digits: 一百二十 is 120, and 二三 the digits 23. */
function chinese(text: string): string {
  const characters = [...text.replaceAll('〇', '零').replaceAll('两', '二')];
  if (characters.every((c) => numerals.includes(c)))
    return characters.map((c) => numerals.indexOf(c)).join('');
  let [total, section, digit] = [0n, 0n, 0n];
  for (const c of characters) {
    if (scales[c] !== undefined) {
      section += (digit === 0n ? 1n : digit) * scales[c];
      digit = 0n;
    } else if (large[c] !== undefined) {
      total = (total + section + digit) * large[c];
      [section, digit] = [0n, 0n];
    } else digit = BigInt(numerals.indexOf(c));
  }
  return String(total + section + digit);
}
