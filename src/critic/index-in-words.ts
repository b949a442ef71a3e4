// The last resort for a first-error reply without a box: a verdict in plain words. It knows a few whole phrases
// and nothing between the lines; two verdicts that differ are none.
import { type IndexReading, plainText, readIndexText } from './index-text.ts';

export interface WordsReading {
  readonly value: number | null;
  readonly note: 'phrase_number' | 'phrase_no_error' | 'out_of_range' | 'ambiguous';
}

const label =
  /^(?:- )?(?:the )?(?:final )?(?:answer|index|(?:first|earliest) (?:error|mistake)(?: index)?) ?: ?(.*)$/;
const numberPhrases = [
  /(?:first|earliest) (?:error|mistake) (?:is|occurs|appears|happens|lies|is found|is made|is located) (?:in|at) paragraph[ _](\d{1,6})\b/,
  /^paragraph[ _](\d{1,6}) (?:contains|has) the (?:first|earliest) (?:error|mistake)\b/,
  /index of the (?:first|earliest) (?:error|mistake) is (-?\d{1,6})\b/,
];
const doubt = /\b(?:not|if|whether|unless|cannot|may|might|could|would)\b|n['’]t\b/i;
// Anchored at both ends: "no errors in the first half" and "no errors, but" are not "no error".
const noErrorPhrase =
  /^(?:(?:so|thus|hence|therefore|overall|in conclusion),? )?(?:i (?:have )?(?:found|find|see|detect|detected) no|there (?:is|are) no|the solution (?:has|contains) no|no) (?:errors?|mistakes?)(?: (?:(?:was|were) )?(?:found|detected))?(?: (?:in|throughout) (?:the|this|the entire|the whole|any part of the) solution)?$/;

/** Null where no phrase is found. "No error" counts only as the last sentence of the reply. */
export function indexInWords(text: string, stepCount: number): WordsReading | null {
  const values = new Set<number>();
  let lastReading: IndexReading | null = null;
  let lastSentence = '';
  for (const line of text.split('\n')) {
    const stated = label.exec(plainText(line.slice(0, 200)))?.[1];
    if (stated !== undefined && line.length <= 200) {
      const reading = readIndexText(stated, stepCount);
      if (reading.value !== null || reading.note === 'out_of_range') lastReading = reading;
      if (reading.value !== null) values.add(reading.value);
    }
    for (const sentence of line.split(/[.!?](?=\s|$)/)) {
      const plain = plainText(sentence);
      if (plain !== '') lastSentence = plain;
      if (doubt.test(sentence)) continue;
      for (const phrase of numberPhrases) {
        const number = phrase.exec(plain)?.[1];
        if (number !== undefined) {
          lastReading = readIndexText(number, stepCount);
          values.add(Number(number));
        }
      }
    }
  }
  if (noErrorPhrase.test(lastSentence)) {
    return values.size === 0 || (values.size === 1 && values.has(-1))
      ? { value: -1, note: 'phrase_no_error' }
      : { value: null, note: 'ambiguous' };
  }
  if (values.size > 1) return { value: null, note: 'ambiguous' };
  if (lastReading === null) return null;
  return lastReading.value === null
    ? { value: null, note: 'out_of_range' }
    : { value: lastReading.value, note: 'phrase_number' };
}
