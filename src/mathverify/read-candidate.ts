// Parses one candidate into a value, and keeps its text in case it cannot be parsed.
import { readAmount, readAmounts } from './amount.ts';
import type { Node } from './ast.ts';
import { number } from './ast.ts';
import { hasBox, innermostBoxes, joinBoxes } from './boxes.ts';
import type { Budget } from './budget.ts';
import type { Candidate } from './candidate.ts';
import type { ExtractionConfig, LatexConfig } from './config.ts';
import { cyclesOf } from './cycles.ts';
import { isPartOfWords } from './fragments.ts';
import { hedgeInBox } from './hedged.ts';
import { unknownsOf, withAlternatives } from './lists.ts';
import { readNumber } from './number-token.ts';
import { numeralOf } from './numerals.ts';
import { phraseOf } from './phrases.ts';
import { compare, rational } from './rational.ts';
import { readText, stripEnds } from './read-text.ts';
import { symbolsOf } from './walk.ts';
import { withDomain } from './whole-parameter.ts';

interface ReadCandidate {
  readonly value: Node | string | null;
  readonly text: string;
  /** A guess that could not be read says nothing, not even about the numbers inside it. */
  readonly silent: boolean;
}

/** The value of a candidate, null when it cannot be read. */
export function readCandidate(candidate: Candidate, config: ExtractionConfig, budget: Budget): ReadCandidate {
  budget.charge(4);
  if (candidate.kind === 'string') {
    const choice = candidate.parts[0]!;
    const lowercase = config.type === 'string' && config.lowercase;
    return { value: lowercase ? choice.toLowerCase() : choice, text: choice, silent: false };
  }
  if (candidate.kind === 'expr') return readPlain(candidate, budget);
  return config.type === 'latex'
    ? readLatex(candidate, config, budget)
    : { value: null, text: '', silent: true };
}

function readPlain(candidate: Candidate, budget: Budget): ReadCandidate {
  const written = withSign(stripEnds(candidate.parts[0]!));
  if (isSaidOtherwise(written)) return { value: null, text: written, silent: false };
  const digits = inDigits(written);
  const unlabelled = withoutLabel(digits);
  const source = inSigns(withDomain(withoutQualifier(unlabelled)));
  const read = readSource(source, candidate, budget);
  // Its label may be the answer: (C) 42.
  return unlabelled === digits ? read : { ...read, text: written };
}

function readSource(source: string, candidate: Candidate, budget: Budget): ReadCandidate {
  const phrase = phraseOf(source);
  if (phrase !== null) return { value: phrase, text: source, silent: false };
  const read = (text: string): Node | null =>
    plainNumber(text) ?? readText(crossed(text), { plain: true }, budget);
  const amount = readAmount(source, read);
  const amounts = amount ?? readAmounts(source, read);
  if (amounts !== null && amounts !== amount) return { value: amounts, text: source, silent: false };
  if (amount !== null)
    return { value: percentOf(amount, candidate), text: amountText(source, amount), silent: false };
  const single = plainNumber(source);
  const guess = !/^[\d\s.,x*/^()+×÷-]+$/.test(source);
  const value = single ?? read(source) ?? cyclesOf(source);
  if (value === null) return { value: null, text: source, silent: guess };
  const result = resultOf(value);
  const text =
    single === null
      ? textOfResult(source, value, result)
      : source.replace(/(\d)[, ](?=\d{3})/g, '$1').replace(/^(-?)0+(?=\d)/, '$1');
  return { value: candidate.percent ? { kind: 'percent', value: result } : result, text, silent: false };
}

/** A number alone, where a comma may be a decimal one (3,14) and spaces may part thousands. */
function plainNumber(source: string): Node | null {
  const mixed = mixedOrList(source);
  if (mixed !== null) return mixed;
  const sign = /^[-−–]/.test(source) ? 1 : 0;
  const digits = source.slice(sign);
  if (!/^[\d., ]*\d$/.test(digits)) return null;
  const grouped = /^[1-9]\d{0,2}(?:[, ]\d{3})+(?:\.\d+)?$/.test(digits);
  const text = grouped
    ? digits.replace(/[, ]/g, '')
    : digits.replace(/^(\d{1,3},\d+|\d+,\d{1,2}|,\d+)$/, (text) => text.replace(',', '.'));
  const read = /^[\d.]+$/.test(text) ? readNumber(text, 0, { commaGroups: false, plain: true }) : null;
  if (read === null || read.end !== text.length) return null;
  const value =
    sign === 1 ? number({ n: -read.node.value.n, d: read.node.value.d }, read.node.decimal) : read.node;
  const parts = text === digits ? null : /^(-?\d+),(0|[1-9]\d*)$/.exec(source);
  if (parts === null || grouped) return value;
  return {
    ...value,
    list: { kind: 'set', items: parts.slice(1).map((part) => number({ n: BigInt(part), d: 1n })) },
  };
}

/** 2 and 3/4: one number, and beside a list that list. */
function mixedOrList(source: string): Node | null {
  const [, sign = '', whole, top, bottom] =
    /^([-−–]?)(\d{1,20}) and (\d{1,20})\/(\d{1,20})$/.exec(source) ?? [];
  if (whole === undefined || Number(top) >= Number(bottom)) return null;
  const [n, t, d] = [BigInt(whole), BigInt(top!), BigInt(bottom!)];
  const by = sign === '' ? 1n : -1n;
  const items = [number({ n: by * n, d: 1n }), number(rational(t, d))];
  return { ...number(rational(by * (n * d + t), d)), list: { kind: 'set', items } };
}

function percentOf(value: Node, { percent }: Candidate): Node {
  return percent ? { kind: 'percent', value } : value;
}

/** The text with a number in words at its front as digits; `(42)` behind the words repeats them. */
function inDigits(source: string): string {
  if (!/^(?:[a-z]|\\text)/i.test(source)) return source;
  if (source.length > 80) return source;
  const bare = source[0] === '\\' ? (/^\\text\w*\s*\{([^{}\\]*)\}$/.exec(source)?.[1] ?? '') : source;
  const digits = numeralOf(bare.endsWith(')') ? bare.replace(/\s*\(-?[\d.,/]+\)$/, '') : bare);
  return digits ?? source;
}

/** `\\textbf{(C)}\\ 12`: the label of an option before its value. */
function withoutLabel(source: string): string {
  return source.replace(
    /^(?:\\(?:text|textbf|mathbf|mathrm|textrm)\s*\{\s*\([A-H]\)\s*\}(?:\\[ ,;:]|\\quad|~|\s|:)*|\([A-H]\)(?:\\[ ,;:]|\\quad|~|\s|:)+)(?=[-\d\\$(])/,
    '',
  );
}

/** `f(x) = cx for any constant c`: what holds for all numbers needs no saying. */
function withoutQualifier(source: string): string {
  return source.length > 200 || !/\bfor\b/.test(source) ? source : source.replace(qualifier, '');
}

const qualifier =
  /[,\s]*(?:\\text\s*\{\s*)?\bfor (?:all|any|every|each)(?: (?:real|constants?|numbers?|values? of))*\s*\}?\s*[a-zA-Z]?(?:\s*(?:\\in|∈)\s*(?:\\mathbb\s*\{?R\}?|ℝ))?\s*\}?$/;

/** `3 to 4` is a ratio, 1 in 5 a fraction, the 5th is the number 5, and minus 5 is -5. */
function inSigns(source: string): string {
  if (/^\d+ to \d+$/.test(source)) return source.replace(' to ', ':');
  const share = /^(\d{1,20}) (?:in|out of) (\d{1,20})$/.exec(source);
  if (share !== null && Number(share[1]) <= Number(share[2])) return `${share[1]}/${share[2]}`;
  if (/^plus or minus [\d.\\]/.test(source)) return source.replace('plus or minus', '\\pm');
  if (/^(?:minus|negative) [\d.\\]/.test(source)) return source.replace(/^\w+ /, '-');
  return /^\d+(?:st|nd|rd|th)$/.test(source) ? source.slice(0, -2) : source;
}

/** Of a counted thing the number alone, of a measure the whole. */
function amountText(source: string, amount: Node): string {
  const value = amount.kind === 'quantity' ? amount.value : amount;
  if (value.kind !== 'number') return source;
  const digits = /^-?[\d.,]*\d(?=\s+\p{L})/u.exec(source)?.[0];
  const alone = digits === undefined ? null : plainNumber(digits);
  const isSame = alone?.kind === 'number' && compare(alone.value, value.value) === 0;
  return isSame ? digits! : source;
}

// Between numbers in plain text an x is a times sign.
function crossed(source: string): string {
  return /^[\d\s.+\-*x/^()×÷{}]+$/.test(source) ? source.replace(/([\d)]\s*)x(?=\s*[\d(])/g, '$1*') : source;
}

/** The text of the result alone: without the calculation before it, and of a number without its unit. */
function textOfResult(source: string, value: Node, result: Node): string {
  const text =
    result === value
      ? source
      : stripEnds(source.slice(source.lastIndexOf('=') + 1).replace(/\s*\\end\{[a-z]+\*?\}\s*$/, ''));
  const digits = /^-?[\d.,]*\d(?=\s+[a-z])/i.exec(text)?.[0];
  if (digits === undefined || result.kind !== 'number') return text;
  const alone = plainNumber(digits);
  const isSame =
    alone?.kind === 'number' && alone.value.n === result.value.n && alone.value.d === result.value.d;
  return isSame ? digits : text;
}

/** Of a worked calculation 1 + 2 = 3 the result counts. */
function resultOf(value: Node): Node {
  if (value.kind !== 'relation' || value.operators.some((operator) => operator !== '=')) return value;
  return symbolsOf(value).size === 0 && value.parts.every((part) => part.kind !== 'call' || part.known)
    ? value.parts[value.parts.length - 1]!
    : value;
}

function readLatex(candidate: Candidate, config: LatexConfig, budget: Budget): ReadCandidate {
  const sources = candidate.parts.map((part) =>
    withSign(stripEnds(withoutDollars(candidate.lastBox ? part : unboxed(part, config)))),
  );
  const values: Node[] = [];
  for (const source of sources) {
    if (isSaidOtherwise(source)) break;
    const read = (text: string): Node | null =>
      readText(text, { malformed: config.malformedOperators }, budget);
    const answer = withDomain(withoutQualifier(withoutLabel(inDigits(source))));
    const value =
      phraseOf(answer) ??
      readAmount(answer, read) ??
      readAmounts(answer, read) ??
      read(answer) ??
      cyclesOf(answer);
    if (value === null) break;
    values.push(resultOf(value));
  }
  // Of values "or" says nothing, of what holds it does.
  const isChoice = candidate.or === true && values.every(({ kind }) => kind === 'relation');
  const list = values.length === sources.length && values.length > 1 ? setOf(values) : null;
  const value = list === null ? (values[0] ?? null) : isChoice ? withAlternatives(list, 'each') : list;
  const text = sources.join(isChoice ? ' or ' : ' and ');
  if (value === null) return { value: null, text, silent: false };
  return { value: candidate.percent ? asPercent(value) : value, text, silent: false };
}

const words = /\\(?:text|mbox|mathrm)/;

/** Words say that the value beside them is not the answer, is a bound, or is a part of something larger. */
function isSaidOtherwise(source: string): boolean {
  if (!words.test(source)) return false;
  const said = hasBox(source) ? joinBoxes(innermostBoxes(source)) : source;
  return isPartOfWords(said) || hedgeInBox(said) !== null;
}

/** \text{minus }5 is -5. */
function withSign(source: string): string {
  return source.replace(/^\\(?:text\w*|mbox|mathrm)\s*\{\s*(?:minus|negative)\s*\}\s*(?=[\d.\\({a-z])/i, '-');
}

/** $5$ cm in a box: pairs of dollar signs around mathematics are none of money, as in $15 and $20. */
function withoutDollars(content: string): string {
  return content.includes('$') ? content.replace(inDollars, ' $1 ') : content;
}

const inDollars = /(?<![\\$\d])\$(?=[^\s$])([^$]*[^\s$\\])\$(?![\d$])/g;

function unboxed(content: string, config: LatexConfig): string {
  if (config.boxed === 'none' || !hasBox(content)) return content;
  const boxes = innermostBoxes(content);
  if (boxes.length === 0) return content;
  return joinBoxes(config.boxed === 'last' ? boxes.slice(-1) : boxes);
}

/** Several values as one set, in which sets are spread out. */
export function setOf(values: readonly Node[]): Node {
  const unknowns = values.map(unknownsOf);
  // Systems of equations that are each one solution stay apart.
  if (unknowns.every((own) => own !== null && own === unknowns[0])) return { kind: 'set', items: values };
  return { kind: 'set', items: values.flatMap((value) => (value.kind === 'set' ? value.items : [value])) };
}

function asPercent(value: Node): Node {
  return value.kind === 'percent' ? value : { kind: 'percent', value };
}
