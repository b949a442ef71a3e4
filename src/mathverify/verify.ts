// The verdict on a prediction: whether it means the same as the gold answer, with the reason.
import type { Node } from './ast.ts';
import { Budget, defaultSteps, isSpent } from './budget.ts';
import { sameChoice } from './choice.ts';
import { compareAnswers } from './compare.ts';
import { spelling } from './compare-text.ts';
import type { ParseOptions } from './config.ts';
import { type CompareOptions, defaultOptions, type Method, newContext, type Outcome } from './context.ts';
import { doubtOf, doubtOfDifference } from './doubtful.ts';
import { textOf } from './given.ts';
import { keyOf, wordsOf } from './key.ts';
import { looseMeanings } from './loose.ts';
import { oppositesIn } from './opposites.ts';
import { type Parsed, parseWith } from './parse.ts';
import { wordOfTruth } from './phrases.ts';
import { isApproximated } from './remarks.ts';
import type { Witness } from './witness.ts';

/** How two answers are compared, and how many steps that may take. */
export interface VerifyOptions extends Partial<CompareOptions> {
  /** How the gold answer is parsed, where it is a text. */
  readonly goldParse?: ParseOptions;
  /** As `goldParse`, of the prediction. */
  readonly predictionParse?: ParseOptions;
  /** True also accepts when gold and prediction are equal the other way round. */
  readonly symmetric?: boolean;
  /** Limit on the steps of parsing and comparing together, deterministic (default 50,000). */
  readonly maxSteps?: number;
}

/** A gold answer and a prediction, by name so that they cannot be swapped unnoticed. */
export interface VerifyInput extends VerifyOptions {
  /** As text or parsed. */
  readonly gold: string | Parsed;
  /** As text, for example a whole reply, or parsed. */
  readonly prediction: string | Parsed;
}

/** The result of a comparison; `reason` says in words what decided it. */
export interface Verdict {
  /** True for the verdict `equal` alone. */
  readonly equal: boolean;
  /** `unparsed`: one of the texts has no readable answer; `undecided`: the budget or the methods did not suffice. */
  readonly verdict: 'equal' | 'different' | 'unparsed' | 'undecided';
  /** For people; its wording may change. */
  readonly reason: string;
}

/** A verdict with what it rests on. */
export interface Judgement extends Verdict {
  /** See `Method`; `none` where nothing was compared. */
  readonly method: Method;
  /** Where the answers differ, and their values there; null when the verdict rests on something else. */
  readonly witness: Witness | null;
}

const maxWordsLength = 80;

/**
 * Compares a prediction with a gold answer. Never throws.
 *
 * @param gold The gold answer, as a text or parsed.
 * @param prediction The predicted answer; a complete reply is accepted.
 * @param options How to parse and compare.
 * @returns The verdict with its reason, method and witness.
 * @example
 * verify('$|x|$', '$x$'); // { verdict: 'different', witness: { point: { x: '-1' }, gold: '1', prediction: '-1' }, ... }
 */
export function verify(
  gold: string | Parsed,
  prediction: string | Parsed,
  options?: VerifyOptions,
): Judgement;
/**
 * Compares a prediction with a gold answer, both by name. Never throws.
 *
 * @param input Both answers and the options.
 * @returns The verdict with its reason, method and witness.
 */
export function verify(input: VerifyInput): Judgement;
export function verify(
  first: VerifyInput | string | Parsed,
  prediction?: string | Parsed,
  options: VerifyOptions = {},
): Judgement {
  const named = typeof first === 'object' && first !== null && 'gold' in first;
  return verifyParsed(named ? first : { ...options, gold: first, prediction: prediction ?? '' }).verdict;
}

/** As `verify`, with both parses for an explanation. */
export function verifyParsed(input: VerifyInput): { verdict: Judgement; gold: Parsed; prediction: Parsed } {
  const budget = new Budget(input.maxSteps ?? defaultSteps);
  const gold = parsed(input.gold, input.goldParse, budget);
  const same = input.prediction === input.gold && input.predictionParse === input.goldParse;
  const prediction = same ? gold : parsed(input.prediction, input.predictionParse, budget);
  const exact = judge(gold, prediction, input, budget);
  const judged =
    exact.verdict === 'different' ? (readOtherwise(gold, prediction, input, budget) ?? exact) : exact;
  return { verdict: judged.equal ? withOpposites(judged, prediction, input) : judged, gold, prediction };
}

/**
 * Equal where one side also says what its exact value is about, or has its digits in groups as in India, and the other is
 * that; else null.
 */
function readOtherwise(
  gold: Parsed,
  prediction: Parsed,
  input: VerifyInput,
  budget: Budget,
): Judgement | null {
  const about = (side: string | Parsed, options: ParseOptions = {}): Parsed | null =>
    typeof side === 'string' && isApproximated(side) ? parseWith(side, options, budget, true) : null;
  const [a, b] = [about(input.gold, input.goldParse), about(input.prediction, input.predictionParse)];
  const [c, d] = [grouped(gold, input.goldParse, budget), grouped(prediction, input.predictionParse, budget)];
  for (const [left, right] of [[a, b] as const, [c, d] as const]) {
    if ((left === null) === (right === null)) continue;
    const judged = judge(left ?? gold, right ?? prediction, input, budget);
    if (judged.equal) return judged;
  }
  return null;
}

/** 12,34,567 as one number; three values that make one by chance are not to be expected, but with blanks they are a list. */
function grouped({ fallback }: Parsed, options: ParseOptions = {}, budget: Budget): Parsed | null {
  if (fallback === null || !/^[^\d{([]{0,3}[1-9]\d?(?:,\d\d)+,\d{3}(?:\.\d+)?$/.test(fallback)) return null;
  return parseWith(fallback.replaceAll(',', ''), options, budget);
}

/** The same value is another answer where a word makes it the opposite. */
function withOpposites(judged: Judgement, { at }: Parsed, { gold, prediction }: VerifyInput): Judgement {
  if (typeof gold !== 'string' || typeof prediction !== 'string' || gold === prediction) return judged;
  const words = oppositesIn(gold, prediction, at);
  if (words !== null) return verdict('different', words.join(' against '), 'text');
  const doubt = doubtOf(gold, prediction);
  return doubt === null ? judged : verdict('undecided', doubt);
}

/** Programs without types also give numbers, and null where there is no answer. */
function parsed(side: string | Parsed | null, options: ParseOptions | undefined, budget: Budget): Parsed {
  if (typeof side === 'object' && side !== null && 'status' in side) return side;
  return parseWith(textOf(side), options ?? {}, budget);
}

function judge(gold: Parsed, prediction: Parsed, input: VerifyInput, budget: Budget): Judgement {
  for (const [side, parsed] of [['gold answer', gold] as const, ['prediction', prediction] as const]) {
    if (parsed.status === 'out_of_budget')
      return verdict('undecided', `the step budget ran out while reading the ${side}`);
    if (parsed.status === 'indefinite')
      return verdict(
        'unparsed',
        `the ${side} gives no definite answer: ${parsed.hedge ?? 'it is a list of options'}`,
      );
  }
  if (sameText(gold, prediction) && !meansOther(gold, prediction)) return verdict('equal', 'the same text');
  const spoken = spokenOf(gold, input.gold);
  if (spoken !== null && spoken === spokenOf(prediction, input.prediction)) {
    return verdict('equal', 'the same words');
  }
  const word =
    spoken === null || typeof input.prediction !== 'string' ? null : wordOfTruth(spoken, input.prediction);
  if (word !== null)
    return word === spoken
      ? verdict('equal', 'the same word')
      : verdict('different', `${spoken} against ${word}`, 'text');
  if (
    sameChoice(answerText(gold, input.gold), answerText(prediction, input.prediction)) ||
    sameChoice(shortText(gold, input.gold), shortText(prediction, input.prediction))
  ) {
    return verdict('equal', 'the same choice');
  }
  if (gold.value === null && prediction.value === null && isSameWriting(gold, prediction, input)) {
    return verdict('equal', 'the same text');
  }
  if (gold.value === null || prediction.value === null) {
    const side = gold.value === null ? 'gold answer' : 'prediction';
    return verdict('unparsed', `no readable mathematics in the ${side}`);
  }
  if (typeof gold.value === 'string' || typeof prediction.value === 'string') {
    return gold.value === prediction.value
      ? verdict('equal', 'the same choice')
      : verdict('different', 'a choice and something else', 'text');
  }
  const judged = judgeValues(gold.value, prediction.value, input, budget);
  if (judged.verdict !== 'different') return judged;
  const doubt = input.units === 'strict' ? null : doubtOfDifference(gold.value, prediction.value);
  if (doubt !== null) return verdict('undecided', doubt);
  for (const [a, b, loose] of looseMeanings(gold.value, prediction.value))
    if (judgeValues(a, b, input, budget).equal) return verdict('undecided', loose);
  return judged;
}

/** The text used as the answer: that of its first match, or a whole short text without any match. */
function answerText(parsed: Parsed, input: string | Parsed): string {
  if (parsed.fallback !== null) return parsed.fallback;
  return parsed.value === null && typeof input === 'string' && input.length <= maxWordsLength
    ? input.trim()
    : '';
}

/** Whether two texts in which no mathematics could be read are the same but for blanks and letter case. */
function isSameWriting(gold: Parsed, prediction: Parsed, input: VerifyInput): boolean {
  const [a, b] = [answerText(gold, input.gold), answerText(prediction, input.prediction)].map((text) =>
    text.replace(/\s+/g, ' ').trim().toLowerCase(),
  );
  return a !== '' && a === b;
}

/** A short text as it was given, with the label of an option that is no part of its value: (D) 14. */
function shortText(parsed: Parsed, input: string | Parsed): string {
  return typeof input === 'string' && input.length <= maxWordsLength
    ? input.trim()
    : answerText(parsed, input);
}

/** Marks around words that say nothing. */
const wrappers = /\\(?:text\w*|mathrm|mbox)\s*(?=\{)|[{}$*"“”]/g;

/** An answer in words, as one word in small letters; null for mathematics. */
function spokenOf(parsed: Parsed, input: string | Parsed): string | null {
  const { value } = parsed;
  if (value === null) {
    const text = answerText(parsed, input)
      .replace(wrappers, '')
      .replace(/[.!\s]+$/, '')
      .trim();
    return /^\p{L}[\p{L}\s'.-]*$/u.test(text) ? saidIn(text) : null;
  }
  return typeof value === 'string' || !isSpelledOut(value) ? null : spelling(value);
}

/** Words as one, without an article; two that "and" joins are in one order. */
function saidIn(text: string): string {
  return wordsOf(text)
    .split(/ and /)
    .map((part) => part.replace(/^(?:an?|the) (?=.{2})/, '').replace(/ /g, ''))
    .sort()
    .join('and');
}

function isSpelledOut(value: Node): boolean {
  return value.kind === 'text' || (value.kind === 'multiply' && value.factors.length > 2);
}

/** The same words before different values say nothing: one of them continues with a unit, or was found elsewhere. */
function meansOther(gold: Parsed, prediction: Parsed): boolean {
  const [a, b] = [gold.value, prediction.value];
  if (a === null || b === null || typeof a === 'string' || typeof b === 'string') return false;
  return keyOf(a) !== keyOf(b);
}

function sameText(gold: Parsed, prediction: Parsed): boolean {
  return gold.fallback !== null && gold.fallback !== '' && gold.fallback === prediction.fallback;
}

function judgeValues(gold: Node, prediction: Node, input: VerifyInput, budget: Budget): Judgement {
  const context = newContext(optionsOf(input), budget);
  try {
    let outcome: Outcome = compareAnswers(gold, prediction, context);
    if (outcome !== 'equal' && input.symmetric) {
      const { reason, method, witness } = context;
      const reversed = compareAnswers(prediction, gold, context);
      if (reversed === 'equal' || (reversed === 'undecided' && outcome === 'different')) outcome = reversed;
      else Object.assign(context, { reason, method, witness });
    }
    return verdict(outcome, context.reason, context.method, context.witness);
  } catch (error) {
    if (isSpent(error)) return verdict('undecided', 'the step budget ran out while comparing');
    throw error;
  }
}

function optionsOf(input: VerifyInput): CompareOptions {
  return {
    precision: input.precision ?? defaultOptions.precision,
    numericPrecision: input.numericPrecision ?? defaultOptions.numericPrecision,
    strict: input.strict ?? defaultOptions.strict,
    allowSetRelation: input.allowSetRelation ?? defaultOptions.allowSetRelation,
    requireAll: input.requireAll ?? defaultOptions.requireAll,
    numberBases: input.numberBases ?? defaultOptions.numberBases,
    units: input.units ?? defaultOptions.units,
  };
}

function verdict(
  kind: Verdict['verdict'],
  reason: string,
  method: Method = kind === 'equal' ? 'text' : 'none',
  witness: Witness | null = null,
): Judgement {
  return { equal: kind === 'equal', verdict: kind, reason, method, witness };
}
