// The answer that a trace votes for, as pools keep it: an AIME integer in decimal, and its position in the text.
import { extractAnswer } from '../mathverify/index.ts';

export const answerSources = ['boxed', 'fallback', 'none'] as const;
/** The last box, the last integer of the text, or nowhere. */
export type AnswerSource = (typeof answerSources)[number];

export interface TraceAnswer {
  /** `0` to `999` without leading zeros; null where the text gives no such answer. */
  readonly answer: string | null;
  readonly source: AnswerSource;
}

/** Reads the last box, else (unless `fallback` is false) the last integer of the text. */
export function aimeAnswer(text: string, { fallback = true }: { fallback?: boolean } = {}): TraceAnswer {
  const { answer, source } = extractAnswer(text, { fallback });
  if (answer === null || source === null) return { answer: null, source: 'none' };
  return { answer: String(answer), source: source === 'boxed' ? 'boxed' : 'fallback' };
}
