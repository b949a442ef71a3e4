// Reads a ProcessBench-style reply in two ways. Strict: what the public scripts accept, the last literal box over
// the whole text, reasoning included. Robust: the visible answer, however it is written. "No error" is only read
// where the reply states it; everything else that names no index is null.
import { jsonInReply } from '../endpoints/json-in-reply.ts';
import { withoutReasoning } from '../endpoints/reasoning.ts';
import { readObject } from '../endpoints/reply-json/object-in-reply.ts';
import { boxesIn } from '../mathverify/boxes.ts';
import { correctedPlaces } from './correction.ts';
import { indexInWords, type WordsReading } from './index-in-words.ts';
import { type IndexReading, readIndexText } from './index-text.ts';

export interface FirstErrorReading {
  /** The robust reading: 0-based index, -1 = no error, null = not readable. */
  readonly value: number | null;
  /** The strict reading, in the same terms. */
  readonly strict: number | null;
  /** Where the robust reading was found. */
  readonly method: 'box' | 'json' | 'fallback' | 'none';
  readonly note:
    | IndexReading['note']
    | WordsReading['note']
    | 'no_answer'
    | 'empty_reply'
    | 'truncated_reasoning';
}

type RobustReading = Omit<FirstErrorReading, 'strict'>;

const ownKeys = ['first_error', 'first_error_index', 'earliest_error', 'error_index'];
const jsonKeys = [...ownKeys, 'index', 'answer'];
const ownFields = { fields: Object.fromEntries(ownKeys.map((key) => [key, []])) };

/** `stepCount`: steps of the judged solution; an index outside -1 to stepCount - 1 is null. */
export function parseFirstError(reply: string, stepCount: number): FirstErrorReading {
  return { ...robustReading(reply, stepCount), strict: strictIndex(reply, stepCount) };
}

/** The last box; an integer literal in range, or nothing (design.md, "Details": critic). */
function strictIndex(reply: string, stepCount: number): number | null {
  const last = literalBoxes(reply).at(-1)?.trim() ?? '';
  if (!/^[+-]?\d+$/.test(last)) return null;
  const value = Number(last) + 0;
  return value >= -1 && value < stepCount ? value : null;
}

/** The contents of `\boxed{…}` up to the first closing brace, as the public ProcessBench scripts find them. */
function literalBoxes(text: string): string[] {
  const contents: string[] = [];
  const mark = '\\boxed{';
  let from = 0;
  for (;;) {
    const start = text.indexOf(mark, from);
    if (start === -1) return contents;
    const end = text.indexOf('}', start + mark.length);
    if (end === -1) return contents;
    contents.push(text.slice(start + mark.length, end));
    from = end + 1;
  }
}

function robustReading(reply: string, stepCount: number): RobustReading {
  const { text, truncated } = withoutReasoning(reply);
  if (truncated) return { value: null, method: 'none', note: 'truncated_reasoning' };
  if (text.trim() === '') return { value: null, method: 'none', note: 'empty_reply' };
  const boxed = lastBox(text, stepCount);
  if (boxed !== null) return { ...boxed, method: 'box' };
  const stated = indexInJson(jsonInReply(text), stepCount) ?? indexInLooseJson(text, stepCount);
  if (stated !== null) return { ...stated, method: 'json' };
  const words = indexInWords(text, stepCount);
  if (words !== null) return { ...words, method: 'fallback' };
  return { value: null, method: 'none', note: 'no_answer' };
}

/**
 * An empty box is an echo of the instruction and does not erase an answer. One that the text behind it takes back is none:
 * `\\boxed{-1}` is "no error" only where the reply leaves it at that.
 */
function lastBox(text: string, stepCount: number): Pick<RobustReading, 'value' | 'note'> | null {
  const boxes = boxesIn(text);
  for (let at = boxes.length - 1; at >= 0; at -= 1) {
    const { closed, content, end } = boxes[at]!;
    if (!closed) continue;
    const reading = readIndexText(content, stepCount);
    if (reading.note === 'blank') continue;
    const { value } = reading;
    // A later paragraph that is wrong too is no other first error.
    const corrected =
      value !== null && correctedPlaces(text.slice(end)).some((place) => value === -1 || place < value);
    return corrected ? { value: null, note: 'ambiguous' } : reading;
  }
  return null;
}

function indexInJson(value: unknown, stepCount: number, keys = jsonKeys): IndexReading | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
  const fields = new Map(Object.entries(value));
  for (const key of keys) {
    const stated: unknown = fields.get(key);
    if (typeof stated === 'number') return readIndexText(String(stated), stepCount);
    if (typeof stated === 'string') return readIndexText(stated, stepCount);
  }
  return null;
}

/** JSON that is written less strictly. Only names that mean nothing else count: parts of such an object may be steps. */
function indexInLooseJson(text: string, stepCount: number): IndexReading | null {
  const found = readObject(text, ownFields);
  return 'value' in found ? indexInJson(found.value, stepCount, ownKeys) : null;
}
