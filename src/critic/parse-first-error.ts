// Reads a ProcessBench-style reply in two ways. Strict: what the public scripts accept, the last literal box over
// the whole text, reasoning included. Robust: the visible answer, however it is written. "No error" is only read
// where the reply states it; everything else that names no index is null.
import { withoutReasoning } from '../endpoints/reasoning.ts';
import { boxesIn } from '../mathverify/boxes.ts';
import { correctedPlaces, isTakenBack } from './correction.ts';
import { indexInJson } from './index-in-json.ts';
import { deniesAll, indexInWords, type WordsReading } from './index-in-words.ts';
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
  const stated = indexInJson(text, stepCount);
  if (stated !== null) return { ...leftAt(stated, stated.behind, stepCount), method: 'json' };
  const bare = readIndexText(text, stepCount);
  if (bare.note === 'int') return { ...bare, method: 'fallback' };
  const words = indexInWords(text, stepCount);
  if (words !== null) return { value: words.value, note: words.note, method: 'fallback' };
  return { value: null, method: 'none', note: 'no_answer' };
}

type Reading = Pick<RobustReading, 'value' | 'note'>;

const ambiguous: Reading = { value: null, note: 'ambiguous' };
const denied = {
  before: /\bnot[\s$*(]{0,4}$/i,
  behind: /^[\s$*)]{0,4}(?:is|was) (?:not|wrong|incorrect)\b/i,
};
/** The box of the solution, in which its own answer is: "it concludes with \\boxed{4}", "\\boxed{4} is correct". */
const quoted = {
  before:
    /\b(?:solution|author|student|paragraph[ _]?\d+|step[ _]?\d+)\b[^.\n]{0,20}\b(?:says|said|states|stated|concludes|concluded|ends|ended|gives|gave|claims|claimed|gets|got|arrives|arrived|reaches|reached|obtains|obtained)\b(?:(?!\b(?:so|thus|hence|therefore|index|errors?|my)\b)[^.\n]){0,40}$/i,
  behind: /^[\s$*)]{0,4}(?:is|was) (?:indeed |also |therefore )?(?:correct|right|valid)\b/i,
};
/** What joins two boxes that are candidates, or a list. */
const joint =
  /^[\s$*()]{0,4}(?:[,;/&]|\b(?:or|and)\b|[\s$*()]){1,4}(?:possibly|perhaps|maybe)?[\s$*()]{0,4}$/i;

/** An empty box is an echo of the instruction and does not erase an answer. */
function lastBox(text: string, stepCount: number): Reading | null {
  const boxes = boxesIn(text).flatMap(({ closed, content, start, end }) => {
    const reading = readIndexText(content, stepCount);
    const isDenied =
      denied.before.test(text.slice(Math.max(start - 10, 0), start)) ||
      denied.behind.test(text.slice(end, end + 30));
    return !closed || reading.note === 'blank' || isDenied ? [] : [{ reading, start, end }];
  });
  const last = boxes.at(-1);
  if (last === undefined) return null;
  const previous = boxes.at(-2);
  const between = previous === undefined ? '' : text.slice(previous.end, last.start);
  const isJoined = between.trim() !== '' && between.length <= 30 && joint.test(between);
  if (isJoined && previous!.reading.value !== last.reading.value) {
    const values = [previous!.reading.value, last.reading.value];
    const isList = !/or|\/|possibly|perhaps|maybe/i.test(between) && values.every((one) => (one ?? -1) >= 0);
    return isList ? { value: Math.min(...(values as number[])), note: 'list_min' } : ambiguous;
  }
  const isQuoted =
    quoted.before.test(text.slice(Math.max(last.start - 120, 0), last.start)) ||
    quoted.behind.test(text.slice(last.end, last.end + 30));
  if (isQuoted && last.reading.value !== null) return ambiguous;
  return leftAt(last.reading, text.slice(last.end), stepCount);
}

/** A verdict that the text behind it takes back, or that another behind it contradicts, is none. */
function leftAt({ value, note }: Reading, behind: string, stepCount: number): Reading {
  if (value === null || behind.trim() === '') return { value, note };
  // A later paragraph that is wrong too is no other first error.
  const isCorrected = correctedPlaces(behind, value === -1).some((place) => value === -1 || place < value);
  const others = [indexInJson(behind, stepCount), indexInWords(behind, stepCount)];
  const isContradicted =
    others.some((other) => other !== null && other.value !== null && other.value !== value) ||
    (value !== -1 && deniesAll(behind));
  return isCorrected || isContradicted || isTakenBack(behind) ? ambiguous : { value, note };
}
