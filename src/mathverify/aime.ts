// The answer of an AIME-style trace: an integer from 0 to 999, from the last box or else the last integer of the text.
import { innermostBoxes } from './boxes.ts';
import { isDigit } from './number-token.ts';
import { withoutThinking } from './thinking.ts';

/** An AIME answer and where it was found. */
export interface ExtractedAnswer {
  /** 0 to 999, or null when the text gives no such answer. */
  readonly answer: number | null;
  readonly source: 'boxed' | 'last_integer' | null;
}

const maxAnswer = 999;
const none: ExtractedAnswer = { answer: null, source: null };

/** Options of `extractAnswer`. */
export interface AimeOptions {
  /** Whether the last integer of the text counts where no box gives an answer; true unless said otherwise. */
  readonly fallback?: boolean;
  /** Reads only what follows the reasoning between <think> and </think>. */
  readonly ignoreThinking?: boolean;
}

/** The answer and where it comes from. */
export function extractAnswer(text: string, options: AimeOptions = {}): ExtractedAnswer {
  const read = options.ignoreThinking ? withoutThinking(text) : text;
  const box = innermostBoxes(read).at(-1);
  const boxed = box === undefined ? null : inRange(lastInteger(box.content));
  if (boxed !== null) return { answer: boxed, source: 'boxed' };
  if (options.fallback === false) return none;
  const last = inRange(lastInteger(read));
  return last === null ? none : { answer: last, source: 'last_integer' };
}

function inRange(value: number | null): number | null {
  return value !== null && value >= 0 && value <= maxAnswer ? value : null;
}

/** The last run of digits as a number, negative behind a minus sign that does not follow another digit. */
function lastInteger(text: string): number | null {
  let end = text.length;
  while (end > 0 && !isDigit(text.charCodeAt(end - 1))) end -= 1;
  if (end === 0) return null;
  let start = end;
  while (start > 0 && isDigit(text.charCodeAt(start - 1))) start -= 1;
  const sign = text[start - 1] === '-' || text[start - 1] === '−';
  const value = Number(text.slice(start, end));
  return sign && value !== 0 && !/[\d)}\w]/.test(text[start - 2] ?? '') ? -value : value;
}
