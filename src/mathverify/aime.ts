// The answer of an AIME-style trace: an integer from 0 to 999, from the last box that holds a number or else the last
// integer of the text.
import { innermostBoxes } from './boxes.ts';
import { textOf } from './given.ts';
import { isDigit } from './number-token.ts';
import { withoutThinking } from './thinking.ts';

/** An AIME answer and where it was found. */
export interface ExtractedAnswer {
  /** 0 to 999, or null when the text gives no such answer. */
  readonly answer: number | null;
  /** `boxed_out_of_range`: a box holds a number, but no integer from 0 to 999. */
  readonly source: 'boxed' | 'last_integer' | 'boxed_out_of_range' | null;
}

export const answerSources = ['boxed', 'fallback', 'boxed_out_of_range', 'none'] as const;
/** Where an answer was found, in the words of records and pools. */
export type AnswerSource = (typeof answerSources)[number];

export function answerSource({ source }: ExtractedAnswer): AnswerSource {
  return source === 'last_integer' ? 'fallback' : (source ?? 'none');
}

/** 2: a box that holds a number decides. 1: the rule of LateBench 0.1, which looked on where it was out of range. */
export const aimeRules = [1, 2] as const;
/**
 * Version of the rule by which an AIME answer is found: 2, the current one, lets a box that holds a number decide; 1
 * is that of LateBench 0.1.
 */
export type AimeRule = (typeof aimeRules)[number];

/** The rule that `extractAnswer` follows. */
export const currentAimeRule = 2 satisfies AimeRule;

/** The largest answer of the AIME. */
export const maxAimeAnswer = 999;
const none: ExtractedAnswer = { answer: null, source: null };

/** Where `extractAnswer` looks, and by which rule. */
export interface AimeOptions {
  /** Whether the last integer of the text counts if no box contains a number; default true. */
  readonly fallback?: boolean;
  /** Reads only what follows the reasoning between <think> and </think>. */
  readonly ignoreThinking?: boolean;
  /** Default 2; 1 for answers that LateBench 0.1 stored. */
  readonly rule?: AimeRule;
}

/**
 * Finds the answer of an AIME-style solution: an integer from 0 to 999, in the last box or else the last integer of
 * the text. Never throws.
 *
 * @example extractAnswer('so \\boxed{042}').answer; // 42
 */
export function extractAnswer(text: string, options: AimeOptions = {}): ExtractedAnswer {
  const whole = textOf(text);
  const read = options.ignoreThinking ? withoutThinking(whole) : whole;
  const boxes = innermostBoxes(read);
  if (options.rule === 1) return firstRule(read, boxes.at(-1)?.content, options.fallback);
  const box = boxes.findLast(({ content }) => /\d/.test(content));
  if (box !== undefined) {
    const boxed = inRange(lastInteger(box.content));
    return { answer: boxed, source: boxed === null ? 'boxed_out_of_range' : 'boxed' };
  }
  return options.fallback === false ? none : fromText(lastInteger(read));
}

/** A box without an answer in range fell back to the text, and every run of digits was an integer. */
function firstRule(text: string, box: string | undefined, fallback = true): ExtractedAnswer {
  const boxed = box === undefined ? null : inRange(lastRunOfDigits(box));
  if (boxed !== null) return { answer: boxed, source: 'boxed' };
  return fallback ? fromText(lastRunOfDigits(text)) : none;
}

function fromText(last: number | null): ExtractedAnswer {
  const answer = inRange(last);
  return answer === null ? none : { answer, source: 'last_integer' };
}

function inRange(value: number | null): number | null {
  return value !== null && value >= 0 && value <= maxAimeAnswer ? value : null;
}

// A plain space does not join groups of digits: "sides of 3 400" is a list as often as a number.
const separator = String.raw`(?:,\\! ?|,|\{,\}|\\[,;:! ]|~|[\u00a0\u2009\u202f])`;
const point = String.raw`(?:\.|\{\.\}|\{,\})`;
/** A number with its thousands groups, and the decimals that make it no integer. */
const numberPattern = new RegExp(
  String.raw`(?<whole>[1-9]\d{0,2}(?:${separator}\d{3}(?!\d))+|\d+)(?<decimals>(?:${point}\d+)*)`,
  'g',
);

/** The last integer: thousands separators belong to it, and the digits of a decimal number are none. */
function lastInteger(text: string): number | null {
  // It is near the end mostly; whole traces are long. No number goes on across a letter.
  for (let size = 250; ; size *= 8) {
    let start = Math.max(0, text.length - size);
    while (start > 0 && !/[a-z]/i.test(text[start]!)) start -= 1;
    const found = lastIntegerOf(text.slice(start));
    if (found !== null || start === 0) return found;
  }
}

function lastIntegerOf(text: string): number | null {
  let last: number | null = null;
  for (const { index, groups } of text.matchAll(numberPattern)) {
    const { whole = '', decimals = '' } = groups ?? {};
    if (decimals === '' && !isBehindPoint(text, index)) last = signed(text, index, whole.replace(/\D/g, ''));
  }
  return last;
}

/**
 * Whether the digits at `start` are decimals without a whole part, as in `= .5`; a point after a word ends a sentence.
 */
function isBehindPoint(text: string, start: number): boolean {
  return text[start - 1] === '.' && /[\s${(=<>+*/-]/.test(text[start - 2] ?? ' ');
}

function lastRunOfDigits(text: string): number | null {
  let end = text.length;
  while (end > 0 && !isDigit(text.charCodeAt(end - 1))) end -= 1;
  if (end === 0) return null;
  let start = end;
  while (start > 0 && isDigit(text.charCodeAt(start - 1))) start -= 1;
  return signed(text, start, text.slice(start, end));
}

/** The digits at `start` as a number, negative behind a minus sign that does not follow a term. */
function signed(text: string, start: number, digits: string): number {
  const sign = text[start - 1] === '-' || text[start - 1] === '−';
  const value = Number(digits);
  return sign && value !== 0 && !/[)}\w]/.test(text[start - 2] ?? '') ? -value : value;
}
