// Plain numeric equations in LaTeX or prose, evaluated exactly. No algebra and no units: a side that is not
// understood is left out, never guessed at. Linear time; sizes and work are capped; nothing throws.

/** numerator / denominator in lowest terms, the denominator positive. */
export interface Rational {
  readonly n: bigint;
  readonly d: bigint;
}
type Maybe = Rational | null;

/** The two sides as they stand in the text, the offsets at which they begin, and whether they are equal. */
export interface Equation {
  readonly left: string;
  readonly right: string;
  readonly holds: boolean;
  readonly leftStart: number;
  readonly rightStart: number;
}

/** Numbers have a `value` and `places`, their digits after the point; the `text` of an operator is its plain sign. */
interface Token {
  readonly kind: string;
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly value?: Maybe;
  readonly places?: number;
}

/** A side that was understood. `doubtful`: it has a second reading, so a mismatch proves nothing. */
interface Side {
  readonly tokens: readonly Token[];
  readonly value: Rational;
  readonly doubtful: boolean;
}

const limits = { text: 200_000, tokens: 300, work: 5_000, digits: 60, bits: 1024n, factorial: 170n };

const end = '(?![a-zA-Z])';
const lexer = new RegExp(
  [
    String.raw`(?<line>(?:\\\\|\n)(?!\s{0,9}&?\s{0,9}[=+/^×·]))|(?<open>(?:\\left|\\[bB]igg?l?)?[({[])|(?<close>(?:\\right|\\[bB]igg?r?)?[)}\]])`,
    String.raw`(?<skip>\s|\\\\|[~&°]|\\[,;:!> $]|\\(?:left|right|q?quad|displaystyle|textstyle|boxed|fbox|mathbf|degree)${end}|\^\s*(?:\\circ${end}|\{\s*\\circ\s*\}))`,
    String.raw`(?<break>\\[()[\]]|\\(?:begin|end)\{[^{}]*\}|\\(?:implies|iff|to|therefore|because|approx|leq?|geq?|lt|gt|neq?|equiv|cong|sim|[rR]ightarrow|Longrightarrow|Leftrightarrow|item)${end}|[<>!:]=|=>|[<>≤≥≈≠→⇒⟹;?"“”—•\x60])`,
    String.raw`(?<word>\\(?:text|mathrm|textbf|textit|mbox)\s*\{[^{}]*\}(?:\^\{?[23]\}?)?|\p{L}[\p{L}\d_]*(?:['’]\p{L}+|\^\{?[23]\}?)?)`,
    String.raw`(?<call>\\[dtc]?frac${end}(?=\s*\{)|\\[dt]?binom${end}(?=\s*\{)|\\sqrt${end}(?=\s*\{)|√)`,
    String.raw`(?<num>(?:\d{1,3}(?:(?:,|\{,\}|\\,)\d{3})+(?!\d)|\d+)(?:\.\d+)?|\.\d+)`,
    String.raw`(?<op>\\(?:cdot|times|ast|div)${end}|\*\*|[×·⋅∙*÷∕⁄/+^−–-])`,
    String.raw`(?<eq>==?)|(?<other>\\[a-zA-Z]+|[\s\S])`,
  ].join('|'),
  'gu',
);
/** The names of the lexer's groups, in order. */
const kinds = [...lexer.source.matchAll(/\(\?<(\w+)>/g)].map((group) => group[1]!);
const spellings = ['*\\cdot\\times\\ast×·⋅∙', '/\\div÷∕⁄', '-−–'];
const signOf = (text: string): string => spellings.find((sign) => sign.includes(text))?.charAt(0) ?? text;
const levels = new Map(Object.entries({ '+': 1, '-': 1, '*': 2, '/': 2, '^': 4, '!': 5 }));
/** Words that belong to the arithmetic around them: what stands beside one is not a whole side. */
const arithmeticWord =
  /\b(?:plus|minus|times|over|by|of|squared?|cubed?|power|factorial|percent\w*|choose|mod\w*|divided|multiplied|remainder|r|less|more|than|half|halves|twice|double[ds]?|triple[ds]?|thirds?|quarters?|fourths?|fifths?|dozens?|hundreds?|thousands?|millions?|billions?|root|pi|sin|cos|tan|log|ln|exp|gcd|lcm|max|min)\b/i;
/** Words after a number that are not its unit. */
const notUnit =
  /^(?:and|or|so|then|thus|hence|with|is|are|was|gives?|to|from|in|on|at|we|get|have|has|makes?|since|because|but|if|for|the|that|which|where|when|as|equals?|case|step|not)\b/i;
const shortUnit = /^(?:cm|km|mm|kg|mg|ml|ft|lbs?|hrs?|mph|cents)$/;
const operatorAhead = /^\s*(?:[-+*/=×·÷−^)\]}]|\\(?:cdot|times|div|right))/;
/** Where one of these stands, a false equation may be meant as false, or be true in another arithmetic. */
const otherArithmetic =
  /\b(?:mod(?:ulo|ulus)?|base[- ]?\d|binary|octal|hexadecimal|contradict\w*|impossible|false|incorrect|wrong|invalid|approximate\w*|round(?:ed|ing)?|roughly|nearly|no solutions?|not (?:true|equal|possible)|does(?: not|n't) hold)\b|\\[pb]?mod(?![a-zA-Z])|\\(?:not|neq?|equiv)(?![a-zA-Z])|[≡≢≠]/i;

/**
 * The plain numeric equations of a text's first 200,000 characters, chains pair by pair. A decimal that equals the
 * other side rounded to its digits holds. A pair that only seems false (rounded earlier, mixed units) is left out.
 */
export function checkEquations(text: string): Equation[] {
  const read = text.slice(0, limits.text);
  const tokens = read.includes('=') ? tokenize(read) : [];
  const isPlain = !otherArithmetic.test(read);
  const work = { left: limits.work };
  const textOf = ({ tokens }: Side): string => read.slice(tokens[0]!.start, tokens.at(-1)!.end);
  const equations: Equation[] = [];
  for (let from = 0, at = 0; at <= tokens.length; at += 1) {
    if (at < tokens.length && !isBoundary(tokens[at]!)) continue;
    const sides = readChain(tokens, from, at, work);
    from = at + 1;
    for (const [index, left] of sides.entries()) {
      const right = sides[index + 1];
      if (!left || !right) continue;
      const holds = isEqual(left, right);
      if (!holds && (!isPlain || mayHold(left, right))) continue;
      const [leftStart, rightStart] = [left.tokens[0]!.start, right.tokens[0]!.start];
      equations.push({ left: textOf(left), right: textOf(right), holds, leftStart, rightStart });
    }
  }
  return equations;
}

/** The exact value of one plain numeric expression, or null where it is not understood. */
export function evaluateArithmetic(text: string): Rational | null {
  return readSide(tokenize(text.slice(0, limits.text)), { left: limits.work })?.value ?? null;
}

const isBoundary = ({ kind }: Token): boolean => kind === 'word' || kind === 'break' || kind === 'bad';

function tokenize(text: string): Token[] {
  const tokens: Token[] = [];
  for (const match of text.matchAll(lexer)) {
    const kind = kinds[match.indexOf(match[0], 1) - 1]!;
    const token = { kind, text: match[0], start: match.index, end: match.index + match[0].length };
    const read = kind === 'skip' ? null : readToken(token, tokens.at(-1), text);
    if (read !== null) tokens.push(read);
  }
  return tokens;
}

/** What a piece of text is beside its neighbours: `bad` where a side that touches it would not be whole. */
function readToken(token: Token, before: Token | undefined, whole: string): Token | null {
  const { kind, text, start } = token;
  const as = (other: string, otherText = text): Token => ({ ...token, kind: other, text: otherText });
  const afterValue = before?.kind === 'num' || before?.kind === 'close';
  const touches = before?.end === start;
  const next = whole.charAt(token.end);
  const ahead = whole.slice(token.end, token.end + 12);
  if (kind === 'line') return /op|eq/.test(before?.kind ?? '') ? null : as('break');
  if (kind === 'num') {
    const [units = '', fraction = ''] = text.replaceAll(/[^\d.]/g, '').split('.');
    if (units.length + fraction.length > limits.digits) return as('bad');
    const value = rational(BigInt(units + fraction), 10n ** BigInt(fraction.length));
    return { ...token, value, places: fraction.length };
  }
  if (kind === 'call') return as(kind, /frac|binom/.exec(text)?.[0] ?? 'sqrt');
  if (text === '**') return as(afterValue && touches && /[\d(]/.test(next) ? kind : 'break', '^');
  if (kind === 'op') return as(kind, signOf(text));
  if (kind === 'open' || kind === 'close') return as(kind, text.at(-1));
  if (kind === 'word') {
    // The exponent of a unit, as in m^2, is not the number's.
    const inner = text.replace(/^\\\w+\s*\{\s{0,9}|\s{0,9}\}?(?:\^\{?\d\}?)?$/g, '');
    const isTimes = afterValue && touches === /\S/.test(next) && /^x\s?[\d(]/i.test(text + ahead);
    if (isTimes) return as('op', '*');
    if (/^of$/i.test(inner) && /^(?:total|sum)$/i.test(before?.text ?? '')) return as(kind, inner);
    if (arithmeticWord.test(inner) || inner === '' || next === '(') return as('bad');
    const attached = touches && before?.kind === 'num' && !shortUnit.test(inner);
    if (!text.startsWith('\\') && (attached || /^.$|[\d_]/u.test(inner))) return as('bad');
    const isUnit = (text.length > 2 || shortUnit.test(text)) && !notUnit.test(inner) && afterValue;
    return as(isUnit && operatorAhead.test(ahead) ? 'unit' : kind, inner);
  }
  if (kind !== 'other') return token;
  const near = whole.slice(Math.max(0, start - 2), start + 3);
  // A dollar before a number is money inside an expression, a delimiter elsewhere.
  const isMoney = /\d/.test(next) && /^(?:op|eq|open|word)$/.test(before?.kind ?? '');
  if (text === '$') return isMoney ? null : as('break');
  if (text === '!') return as(touches && afterValue ? 'op' : 'break');
  if (text === '.') return as(/[\d.\\]/.test(next) || whole[start - 1] === '.' ? 'bad' : 'break');
  if (text === ',') return as(/\d,\d/.test(near) ? 'bad' : 'break');
  return as(text === ':' && !/\d:\d|\d : \d/.test(near) ? 'break' : 'bad');
}

/** The sides of the chain in tokens[from..to); null for each that is not understood. */
function readChain(tokens: Token[], from: number, to: number, work: { left: number }): (Side | null)[] {
  const cuts = [from - 1];
  for (let at = from; at < to; at += 1) if (tokens[at]!.kind === 'eq') cuts.push(at);
  if (cuts.length === 1) return [];
  return cuts.map((cut, index) => {
    const isLast = index === cuts.length - 1;
    const whole = tokens.slice(cut + 1, cuts[index + 1] ?? to);
    // "(since 3 + 4 = 7)": a bracket that opened before the first side, or closes after the last, ends it.
    const [opened, closed] = unmatched(whole);
    const side = whole.slice(index === 0 ? opened + 1 : 0, isLast ? closed : undefined);
    const before = index === 0 && opened < 0 ? tokens[from - 1] : undefined;
    const after = isLast && closed === whole.length ? tokens[to] : undefined;
    if (before?.kind === 'bad' || after?.kind === 'bad') return null;
    const read = readSide(side, work);
    // "20% of $50 = 0.2 * 50", "- 5 + 3 = 8" in a list, "set A -3 = 4", "is 2 + 3 = 6?", "it is 7!"
    const isLoose = side[0]?.text === '-' && (before?.kind === 'word' || side[0].end !== side[1]?.start);
    const isOpen = (index === 0 && (isBare(side) || isLoose)) || after?.text === '?';
    return read && { ...read, doubtful: read.doubtful || isOpen || (isLast && side.at(-1)!.text === '!') };
  });
}

/** Where the last bracket opens that is not closed (or -1), and where the first closes that was not opened. */
function unmatched(tokens: readonly Token[]): [number, number] {
  const open: number[] = [];
  for (const [at, { kind }] of tokens.entries()) {
    if (kind === 'open') open.push(at);
    else if (kind === 'close' && open.pop() === undefined) return [-1, at];
  }
  return [open.at(-1) ?? -1, tokens.length];
}

function readSide(tokens: readonly Token[], work: { left: number }): Side | null {
  let at = 0;
  let doubtful = false;

  /** Precedence climbing: + and - bind with 1, products (written or implied) with 2, a leading - with 3, ^ with 4. */
  function parse(least: number): Maybe {
    let value = readAtom();
    for (let divided = false; ; ) {
      const { kind = '', text = '' } = tokens[at] ?? {};
      const implied = kind === 'call' || text === '(' || text === '[';
      const level = kind === 'unit' ? 6 : implied ? 2 : (kind === 'op' && levels.get(text)) || 0;
      // A number before a fraction may be a mixed number: not read. a / b(c) has two readings.
      if (level === 0 || level < least || (implied && text === 'frac')) return value;
      doubtful ||= implied && divided;
      divided ||= text === '/';
      at += implied ? 0 : 1;
      if (level < 5) value = combine(implied ? '*' : text, value, parse(text === '^' ? 3 : level + 1), work);
      else if (text === '!') value = combine('!', value, value, work);
    }
  }

  function readAtom(): Maybe {
    const { kind = '', text = '', value } = tokens[at] ?? {};
    at += 1;
    if (value !== undefined) return value;
    if (kind === 'open') {
      const inner = parse(1);
      at += 1;
      return ['()', '[]', '{}'].includes(text + tokens[at - 1]?.text) ? inner : null;
    }
    // -2^2 is -4, but is often written for 4.
    doubtful ||= text === '-' && tokens[at + 1]?.text === '^';
    if (text === '-') return combine('-', whole(0n), parse(3), work);
    if (kind !== 'call') return null;
    const first = readAtom();
    return combine(text, first, text === 'sqrt' ? first : readAtom(), work);
  }

  const value = tokens.length === 0 || tokens.length > limits.tokens ? null : parse(1);
  if (value === null || at < tokens.length) return null;
  // Amounts in two units may have been converted without saying so.
  const units = new Set(tokens.filter(({ kind }) => kind === 'unit').map(({ text }) => text));
  return { tokens, value, doubtful: doubtful || units.size > 1 };
}

function combine(sign: string, a: Maybe, b: Maybe, work: { left: number }): Maybe {
  work.left -= 1;
  if (a === null || b === null || work.left < 0) return null;
  if (sign === '+') return rational(a.n * b.d + b.n * a.d, a.d * b.d);
  if (sign === '-') return rational(a.n * b.d - b.n * a.d, a.d * b.d);
  if (sign === '*') return rational(a.n * b.n, a.d * b.d);
  if (sign === '/' || sign === 'frac') return rational(a.n * b.d, a.d * b.n);
  if (sign === '!') return falling(a, a);
  if (sign === 'binom') return combine('/', falling(a, b), falling(b, b), work);
  if (sign === 'sqrt') return combine('/', squareRoot(a.n), squareRoot(a.d), work);
  return power(a, b);
}

const whole = (n: bigint): Rational => ({ n, d: 1n });
const size = (n: bigint): bigint => (n < 0n ? -n : n);

function rational(n: bigint, d: bigint): Maybe {
  let [a, b] = [size(n), size(d)];
  if (d === 0n || (a | b) >> limits.bits > 0n) return null;
  while (b > 0n) [a, b] = [b, a % b];
  return d < 0n ? { n: -n / a, d: -d / a } : { n: n / a, d: d / a };
}

function power(base: Rational, exponent: Rational): Maybe {
  const times = size(exponent.n);
  const [n, d] = exponent.n < 0n ? [base.d, base.n] : [base.n, base.d];
  const bits = BigInt(Math.max(n.toString(2).length, d.toString(2).length));
  return exponent.d === 1n && bits * times <= limits.bits ? rational(n ** times, d ** times) : null;
}

/** n (n - 1) ... with k factors, for whole 0 <= k <= n <= 170. */
function falling(n: Rational, k: Rational): Maybe {
  if (n.d !== 1n || k.d !== 1n || k.n < 0n || k.n > n.n || n.n > limits.factorial) return null;
  let product = 1n;
  for (let factor = n.n; factor > n.n - k.n; factor -= 1n) product *= factor;
  return whole(product);
}

/** Newton's method from above; null for what is not a perfect square. */
function squareRoot(square: bigint): Maybe {
  let root = square;
  for (let next = (root + 1n) / 2n; next < root; next = (root + square / root) / 2n) root = next;
  return root >= 0n && root * root === square ? whole(root) : null;
}

const isBare = (tokens: readonly Token[]): boolean => tokens.every(({ kind }) => /num|unit/.test(kind));
const toNumber = ({ n, d }: Rational): number => Number(n) / Number(d);

/** Equal, or one side is a lone decimal that is the other rounded to its digits. */
function isEqual(left: Side, right: Side): boolean {
  const [a, b] = [left.value, right.value];
  const apart = size(a.n * b.d - b.n * a.d);
  const lone = [left, right].flatMap(({ tokens }) => (isBare(tokens) ? [tokens[0]!.places ?? 0] : []));
  return apart === 0n || lone.some((places) => places > 0 && 2n * apart * 10n ** BigInt(places) <= a.d * b.d);
}

/** Unequal as read, but another reading or rounded decimals could make it true; or a contradiction, as 0 = 1. */
function mayHold(left: Side, right: Side): boolean {
  const computed = [left, right].filter(({ tokens }) => !isBare(tokens));
  if (left.doubtful || right.doubtful || computed.length === 0) return true;
  // Decimals with two or more digits may have been rounded before; to first order their relative errors add up.
  const decimals = computed.flatMap(({ tokens }) => tokens.filter(({ places = 0 }) => places > 1));
  const slack = decimals.reduce((sum, { value, places = 0 }) => sum + 10 ** -places / toNumber(value!), 0);
  const [a, b] = [toNumber(left.value), toNumber(right.value)];
  return Math.abs(a - b) < slack * Math.max(Math.abs(a), Math.abs(b));
}
