// Amounts: a value with what is counted or measured behind it (15 toys, 70 gold coins, 20 m/s, 5 thousand, $3.50). The
// words are an open vocabulary; what could be a product of letters stays one.
import { isNonNumeric, type Node, number, type RelationNode, relation } from './ast.ts';
import { calendarOf } from './calendar.ts';
import { compoundOf, heightOf } from './compound.ts';
import { counted } from './labels.ts';
import { multiply, rational } from './rational.ts';
import { isProductOfLetters, scaleOf, scaleOfMoney, type Unit, unitOf } from './units.ts';
import { someNode, symbolsOf } from './walk.ts';

/** Reads the mathematics of an amount. */
type Read = (text: string) => Node | null;

const maxLength = 200;
const maxWords = 6;
/** Words that say more than what is counted. */
const notNouns =
  /\b(?:or|and|is|are|was|were|not|than|to|at|but|if|then|so|because|equals?|times|plus|minus|divided|multiplied|over|mod|modulo|choose|for|when|where|with|since|otherwise|else|even|odd|sin|cos|tan|log|ln|pi|sqrt|gcd|lcm|max|min|inf|infinity|percent|percentage|pct|which|that|in|as|by|th|st|nd|rd|root|roots|theta|alpha|beta|union|factorial|squared|cubed|doubled|tripled|halved|repeating|recurring|past|remainder|gross|score|halves|thirds|fourths|fifths|sixths|sevenths|eighths|ninths|tenths|hundredths|thousandths|point)\b/i;

/** A digit or bracket with a word behind it, money or degrees: everything else is no amount. */
const mayBeAmount =
  /[\d})½¼¾π](?:\s|~|\\[ ,;:!]|\\q?quad)*(?:\p{L}|\\(?:text|mathrm|mbox|mathbf|rm|operatorname|Omega(?![a-z])|mu\s*\\(?:text|mathrm)|[dt]?frac\s*\{\s*\\(?:text|mathrm)))|[$€£¥₹¢°]|\\circ|\\degree/u;

/** As `mayBeAmount`, for any letter or command: most texts have none in such a place. */
const mayHaveWords =
  /[\d})½¼¾π](?:[\s~]|\\[ ,;:!]|\\q?quad)*[A-Za-z\\\u0080-\uffff]|[$€£¥₹¢°]|\\circ|\\degree/;

/**
 * The amount that a text states, or null when it is something else. Scale words are multiplied in, nouns are left out,
 * units of measure are kept.
 *
 * @param text An answer without its delimiters, in LaTeX or plain.
 * @param read Reads what is left without the words.
 */
export function readAmount(text: string, read: Read): Node | null {
  if (text.length > maxLength) return null;
  const calendar =
    calendarOf(text, read) ??
    (/\\(?:text|mathrm|mbox)/.test(text) ? calendarOf(flattened(text) ?? '', () => null) : null);
  if (calendar !== null) return calendar;
  const height = heightOf(text);
  if (height !== null) return height;
  if (!mayHaveWords.test(text) || !mayBeAmount.test(text)) return null;
  const flat = flattened(text);
  if (flat === null) return null;
  const compound = compoundOf(flat);
  if (compound !== null) return compound;
  const found = split(flat);
  if (found === null) return null;
  const value = read(found.head);
  if (value === null || (found.unit?.dimension === 'angle^1' && isTurned(value))) return null;
  const scaled = (node: Node): Node => times(node, found.scale);
  const withUnit = (node: Node): Node => {
    if (found.unit === null) return scaled(node);
    const product = found.unit.letter ? read(text) : null;
    return { kind: 'quantity', value: scaled(node), unit: found.unit, product };
  };
  return atValue(value, withUnit);
}

/** Several amounts (9 chickens and 10 rabbits) as a set; null when a part is none. */
export function readAmounts(text: string, read: Read): Node | null {
  if (text.length > maxLength || !/,|and/.test(text) || !/\p{L}{3}/u.test(text)) return null;
  const parts = text
    .split(/\s*(?:,\s*(?:\\text\{\s*)?and\b|,(?!\d{3})|\\text\{\s*and\s*\}|\band\b)\s*/)
    .filter((part) => part !== '');
  if (parts.length < 2 || parts.length > 8) return null;
  const items = parts.map((part) => readAmount(part, read));
  if (!items.every((item) => item !== null && item.kind !== 'relation')) return null;
  const labels = parts.map((part) => labelOf(part));
  const isLabelled = new Set(labels).size === labels.length && !labels.includes('');
  return {
    kind: 'set',
    items: (items as Node[]).map((item, k) =>
      isLabelled && item.kind === 'number' ? counted(item, labels[k]!) : item,
    ),
  };
}

/** What is counted: the words behind a number. */
function labelOf(part: string): string {
  const flat = flattened(part) ?? '';
  return flat.slice(tailStart(flat)).trim().toLowerCase().replace(/s$/, '');
}

/** sin 30 degrees: the degrees belong to what the function is taken of. */
function isTurned(value: Node): boolean {
  return someNode(
    value,
    (node) => node.kind === 'call' && /^(?:sin|cos|tan|cot|sec|csc|cis)$/.test(node.name),
  );
}

/** Changes the value itself: of an equation its last side. Other structures are no amounts. */
function atValue(node: Node, change: (node: Node) => Node): Node | null {
  if (node.kind === 'relation') {
    // Of a worked calculation (12 + 3 = 15 pounds) the result counts as it is.
    const named =
      node.operators.every((operator) => operator === '=' || operator === 'in') && symbolsOf(node).size > 0;
    if (!named) return null;
    const parts = [...(node as RelationNode).parts];
    const last = atValue(parts[parts.length - 1]!, change);
    return last && relation(node.operators, [...parts.slice(0, -1), last]);
  }
  return isNonNumeric(node) ? null : change(node);
}

function times(node: Node, scale: bigint): Node {
  if (scale === 1n) return node;
  if (node.kind === 'number') return number(multiply(node.value, rational(scale)), node.decimal);
  return { kind: 'multiply', factors: [node, number(rational(scale))] };
}

/** The text with wrappers, sizes and blanks of LaTeX undone; null when it has no words, signs of money or degrees. */
function flattened(text: string): string | null {
  if (!/[\p{L}$€£¥₹¢°]/u.test(text)) return null;
  const plain = !/[\\~^²³{\u00a0]/.test(text);
  if (plain) return text.replace(/[\s.*]+$/, '').trim();
  return withUpright(text)
    .replace(/\\(?:text|mathrm|mbox|textbf|textit|textrm|mathbf|operatorname|rm)\s*\{([^{}\\]*)\}/g, ' $1 ')
    .replace(/\\(?:[,;:! ]|quad\b|qquad\b)|~|\u00a0/g, ' ')
    .replace(/\s*\^\s*(?:\\circ\b|\{\s*\\circ\s*\})|\\degree\b/g, '°')
    .replace(/\^\{\s*(-?\d)\s*\}/g, '^$1')
    .replace(/²/g, '^2')
    .replace(/³/g, '^3')
    .replace(/(?<=\p{L})\s*\\(?:cdot|times)\s*(?=\p{L})/gu, '·')
    .replace(/(?<=[\d\s])\\Omega$/, 'Ω')
    .replace(/\\\$/g, '$')
    .replace(/\{([$€£¥₹])\}/g, '$1')
    .replace(/[\s.*]+$/, '')
    .trim();
}

interface Split {
  readonly head: string;
  readonly scale: bigint;
  readonly unit: Unit | null;
}

function isOfWords(c: string): boolean {
  if (c === 'π') return false;
  const code = c.charCodeAt(0);
  // Letters in either case; digits and brackets, the usual ends of a value, are not.
  if ((code | 32) >= 97 && (code | 32) <= 122) return true;
  if (code >= 48 && code <= 57) return false;
  return /[\p{L}\s.'’/*·$€£¥₹¢°-]/u.test(c);
}

/** Where the words behind a value begin: letters, signs, blanks and powers of units, from the end of the text. */
function tailStart(text: string): number {
  let at = text.length;
  while (at > 0) {
    const c = text[at - 1]!;
    if (isOfWords(c)) at -= 1;
    else if (/\d/.test(c) && /\p{L}\s?\^-?$/u.test(text.slice(Math.max(0, at - 5), at - 1)))
      at = text.lastIndexOf('^', at - 1);
    else break;
  }
  return at;
}

function split(flat: string): Split | null {
  const money = /^(-?)\s*([$€£¥₹])\s*(?=[-\d.(\\])/.exec(flat);
  const rest = money === null ? flat : `${money[1]}${flat.slice(money[0].length)}`;
  const start = tailStart(rest);
  const [head, behind] = [rest.slice(0, start), rest.slice(start)];
  const tail = behind.trimStart();
  if (
    tail === '' ||
    !/[\d})½¼¾⅓⅔π]$/.test(head) ||
    !(money === null ? /^[\p{L}$€£¥₹¢°]/u : /^[\p{L}$€£¥₹¢°/]/u).test(tail)
  )
    return money === null ? null : { head: rest, scale: 1n, unit: unitOf(money[2]!) };
  const gap = behind.slice(0, behind.length - tail.length);
  const words = tail.trim().split(/\s+/);
  let scale = 1n;
  const scaleAt = money === null ? scaleOf : scaleOfMoney;
  while (words.length > 0 && scaleAt(words[0]!) !== null) scale *= scaleAt(words.shift()!)!;
  if (words[0] === 'of') words.shift();
  const phrase = words.join(' ').replace(/\./g, '');
  if (/^[ap]m\b/i.test(phrase)) return null;
  if (phrase === '') return { head, scale, unit: money === null ? null : unitOf(money[2]!) };
  const unit = unitOf(phrase) ?? leadingUnit(words);
  if (money !== null) {
    const rate = /^(?:per\b|\/)/.test(phrase) ? unitOf(`${money[2]} ${phrase}`) : null;
    const isMoney =
      rate !== null ||
      words[0] === 'per' ||
      (unit === null ? isNoun(words, gap, head, scale) : /dollar/.test(unit.dimension));
    return isMoney ? { head, scale, unit: rate ?? unitOf(money[2]!) } : null;
  }
  if (unit !== null) return mayBeUnit(unit, head, gap, phrase) ? { head, scale, unit } : null;
  return isNoun(words, gap, head, scale) ? { head, scale, unit: null } : null;
}

/** The unit before words that only say of what: 5 cents each, 3 kg of flour, 20 miles away. */
function leadingUnit(words: readonly string[]): Unit | null {
  for (let count = Math.min(words.length - 1, 4); count > 0; count -= 1) {
    const unit = unitOf(words.slice(0, count).join(' ').replace(/\./g, ''));
    if (unit !== null && !unit.letter && !notNouns.test(words.slice(count).join(' '))) return unit;
  }
  return null;
}

/** A number as written, with a power of ten or not. */
const plainHead =
  /^-?(?:[\d.,{}\s]+(?:[eE][-+]?\d+)?|(?:[\d.,{}\s]+(?:×|\*|·|x|\\times|\\cdot)\s*)?10\s*\^\s*\{?-?\d+\}?)$/;

/** A single letter is a unit behind a number as written, with a blank, a power or a quotient that algebra would not have. */
function mayBeUnit(unit: Unit, head: string, gap: string, phrase: string): boolean {
  if (gap === '' && isProductOfLetters(phrase)) return false;
  if (/\p{L}{2}|[$€£¥₹¢°]/u.test(phrase)) return true;
  if (!plainHead.test(head)) return false;
  return gap !== '' || /[.,]\d/.test(head) || (!unit.letter && /^[mMLg]/.test(phrase) && /[/^]/.test(phrase));
}

/** Words that count something: behind a plain number, and no product of letters. */
function isNoun(words: readonly string[], gap: string, head: string, scale: bigint): boolean {
  if (words.length > maxWords || !/^-?[^\p{L}]*π?$|^\\?d?frac|=\s*-?[^\p{L}=]*$/u.test(head)) return false;
  const phrase = words.join(' ');
  if (notNouns.test(phrase)) return false;
  if (scale !== 1n) return true;
  if (gap === '' && !(phrase.length > 3 && /s$/.test(words[0]!) && /[aeiou]/i.test(phrase))) return false;
  return words.every(isWord) || (words.length > 1 && words.some((word) => word.length > 3 && isWord(word)));
}

function isWord(word: string): boolean {
  const letters = word.replace(/[^\p{L}]/gu, '').toLowerCase();
  if (letters.length < 3) return /^[A-Z]{2}$/.test(word) || /^(?:of|ox|TV)$/i.test(word);
  // Letters in the order of the alphabet (abc, xyz) are a product, unless they end as a plural does.
  const sorted = [...letters].every((c, k) => k === 0 || letters[k - 1]! < c);
  return (
    (/[aeiouy]/.test(letters) || /^[A-Z]+s?$/.test(word)) &&
    (!sorted || letters.length > 4 || (letters.endsWith('s') && letters.length > 3))
  );
}

const wrapped =
  /\\(?:text|mathrm|mbox|rm)\s*\{((?:[^{}\\]|\\[ ,;:$]|\\(?:cdot|mu|Omega)(?![a-z])|\^\{-?\d\})+)\}/g;
const quotient =
  /\\[dt]?frac\s*\{\s*\\(?:text|mathrm)\s*\{([^{}\\]+)\}\s*\}\s*\{\s*\\(?:text|mathrm)\s*\{([^{}\\]+)\}(?:\^\{?(\d)\}?)?\s*\}/g;

/** The text in which upright units hold no commands: \mathrm{m\,s^{-1}}, \mu\text{m}, \frac{\text{m}}{\text{s}}. */
function withUpright(text: string): string {
  if (!/\\(?:text|mathrm|mbox|rm)/.test(text)) return text;
  return text
    .replace(/\\mu\s*\\(?:text|mathrm)\s*\{\s*(?=[a-zA-Z]{1,2}\s*\})/g, '\\text{μ')
    .replace(
      quotient,
      (_, top: string, bottom: string, power?: string) =>
        ` \\text{${top}/${bottom}${power === undefined ? '' : `^${power}`}}`,
    )
    .replace(wrapped, (_, inner: string) => ` ${upright(inner)} `);
}

function upright(inner: string): string {
  return inner
    .replace(/\\cdot/g, '·')
    .replace(/\\mu\s*/g, 'μ')
    .replace(/\\Omega/g, 'Ω')
    .replace(/\\[ ,;:]/g, ' ')
    .replace(/\\\$/g, '$')
    .replace(/\^\{(-?\d)\}/g, '^$1');
}
