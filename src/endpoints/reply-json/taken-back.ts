// How a writer takes back what was said, and which of several statements of one reply counts: the last, where all agree
// or the text in front of it corrects the earlier ones. Two that contradict each other are none.

/** The beginning of a sentence that corrects the one before. */
export const correctionOpening =
  /^(?:correction|actually|wait|however|but|hold on|hmm+|oops|sorry|on (?:second thoughts?|(?:further |closer )?(?:reflection|inspection))|let me (?:correct|reconsider|revise|double.check|re-?check)|in fact)\b/i;
/** What announces that an answer replaces an earlier one. */
const replacing =
  /\b(?:final(?:ly)?|correct(?:ed|ion)|revis(?:ed|ion)|updated|instead|on second thoughts?|reconsider\w*|scratch that)\b/i;
/** What says, in front of a statement, that it is not yet the answer. */
const draft = /\b(?:draft|first (?:attempt|guess|thought)|initial\w*|example|format|form)\b[^\n]{0,60}\s*$/i;

/** Sentences without mark-up and without their end, except for a question mark. */
export function* bareSentences(text: string): Generator<string> {
  for (const sentence of text.split(/(?<=[.!?:])(?=\s|$)|\n/)) {
    yield sentence
      .replaceAll(/[*_#>`]/g, '')
      .trim()
      .replace(/[.!:]$/, '');
  }
}

function corrects(before: string): boolean {
  for (const sentence of bareSentences(before)) {
    if (correctionOpening.test(sentence) || replacing.test(sentence)) return true;
  }
  return false;
}

export interface Stated<Value> {
  readonly value: Value;
  /** The text between the statement before it, or the beginning of the reply, and this one. */
  readonly before: string;
}

/** In the order of the reply; undefined where they contradict each other, and where there are none. */
export function lastStated<Value>(
  stated: readonly Stated<Value>[],
  isSame: (one: Value, other: Value) => boolean,
): Value | undefined {
  const last = stated.at(-1);
  if (last === undefined) return undefined;
  const from = stated.findLastIndex(({ before }, at) => at > 0 && corrects(before));
  const drafts = new Set(stated.slice(0, -1).filter(({ before }) => draft.test(before.slice(-200))));
  const counted = stated.slice(Math.max(from, 0)).filter((one) => !drafts.has(one));
  return counted.every(({ value }) => isSame(value, last.value)) ? last.value : undefined;
}
