// The answer that a trace votes for, as pools keep it: an AIME integer in decimal, and its position in the text.
import { stoppedByWatch } from '../endpoints/stream/watch.ts';
import {
  type AimeRule,
  type AnswerSource,
  answerSource,
  extractAnswer,
  maxAimeAnswer,
} from '../mathverify/aime.ts';
import { canonicalInteger } from './integer-classes.ts';

export { maxAimeAnswer };

export interface TraceAnswer {
  /** `0` to `999` without leading zeros; null where the text gives no such answer. */
  readonly answer: string | null;
  readonly source: AnswerSource;
}

/** Reads the last box with a number, else (unless `fallback` is false) the last integer of the text. */
export function aimeAnswer(
  text: string,
  options: { readonly fallback?: boolean; readonly rule?: AimeRule } = {},
): TraceAnswer {
  const found = extractAnswer(text, options);
  return { answer: found.answer === null ? null : String(found.answer), source: answerSource(found) };
}

/** Whether the rule that reads texts can read this answer. */
export function isAimeAnswer(answer: string): boolean {
  const number = Number(canonicalInteger(answer) ?? Number.NaN);
  return number >= 0 && number <= maxAimeAnswer;
}

/** Whether a trace was stopped before its end: what its text says so far is no answer. */
export function isStoppedEarly(finishReason: string | null): boolean {
  return finishReason === stoppedByWatch;
}
