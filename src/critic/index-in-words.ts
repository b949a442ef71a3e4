// The last resort for a first-error reply without a box: a verdict in plain words. It knows a few whole phrases
// and nothing between the lines; two verdicts that differ are none.
import { placesCalledWrong } from './correction.ts';
import { type IndexReading, plainText, readIndexText } from './index-text.ts';
import { statedElsewhere } from './words-of-languages.ts';

export interface WordsReading {
  readonly value: number | null;
  readonly note: 'phrase_number' | 'phrase_no_error' | 'out_of_range' | 'ambiguous';
}

const label =
  /^(?:- )?(?:the )?(?:final )?(?:answer|index|(?:first|earliest)[ _](?:error|mistake)(?:[ _]index)?) ?: ?(.*)$/;
const numberPhrases = [
  /(?:first|earliest) (?:error|mistake) (?:is|occurs|appears|happens|lies|is found|is made|is located) (?:in|at) paragraph[ _](\d{1,6})\b/,
  /^paragraph[ _](\d{1,6}) (?:contains|has) the (?:first|earliest) (?:error|mistake)\b/,
  /index of the (?:first|earliest) (?:error|mistake) is (-?\d{1,6})\b/,
  /^(?:correction ?: )?(?:the )?(?:correct |right )?index (?:is|should be) (-?\d{1,6})$/,
];
/** Behind a number: another candidate, or the same place counted in another way. */
const alternative =
  /^ ?,? ?(?:(?:or|possibly|perhaps|maybe|rather|index|indexed|i ?\.? ?e ?\.?)[ ,:=]{0,2}(?:even |as |in |at )?){1,3}(?:paragraph|section|step|index)?[ _:=]{0,2}-?\d|^ ?\/ ?\d/;
const doubt = /\b(?:not|if|whether|unless|cannot|may|might|could|would)\b|n['’]t\b|\?\s*$/i;
// Anchored at both ends: "no errors in the first half" and "no errors, but" are not "no error".
const noErrorPhrase =
  /^(?:(?:so|thus|hence|therefore|overall|in conclusion|actually|in fact|wait|on reflection),? )?(?:i (?:have )?(?:found|find|see|detect|detected) no|there (?:is|are) no|the solution (?:has|contains) no|no) (?:errors?|mistakes?)(?: (?:(?:was|were) )?(?:found|detected))?(?: (?:in|throughout) (?:the|this|the entire|the whole|any part of the) solution)?$/;
/** What is said below it is said of this part alone. */
const heading = /^(?:- )?(?:\d{1,6}[.)] )?(?:paragraph|section|step)[ _]?\d{1,6} ?:?$/;

/**
 * What the last sentence denies to have an error: the solution, or the part whose heading it is under; `contradicted` where
 * another sentence calls a part wrong, or it is only asked. Null where it denies nothing.
 */
function finalDenial(text: string): 'solution' | 'part' | 'contradicted' | null {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const sentences = (lines.at(-1) ?? '').split(/(?<=[.!?])(?=\s|$)/).filter((one) => plainText(one) !== '');
  const last = (sentences.at(-1) ?? '').trim();
  if (!noErrorPhrase.test(plainText(last.replace(/[.!?]$/, '')))) return null;
  if (sentences.length === 1 && heading.test(plainText(lines.at(-2) ?? ''))) return 'part';
  return last.endsWith('?') || placesCalledWrong(text).length > 0 ? 'contradicted' : 'solution';
}

/** The last sentence says that there is no error at all, whatever comes before it. */
export function deniesAll(text: string): boolean {
  const denial = finalDenial(text);
  return denial === 'solution' || denial === 'contradicted';
}

/** Null where no phrase is found. "No error" counts only as the last sentence of the reply. */
export function indexInWords(text: string, stepCount: number): WordsReading | null {
  const values = new Set<number>();
  let lastReading: IndexReading | null = null;
  for (const line of text.split('\n')) {
    const stated = label.exec(plainText(line.slice(0, 200)))?.[1];
    // An object that cannot be read as JSON has no labels.
    if (stated !== undefined && line.length <= 200 && !/^\s*\{/.test(line)) {
      const reading = readIndexText(stated, stepCount);
      if (reading.value !== null || reading.note === 'out_of_range') lastReading = reading;
      if (reading.value !== null) values.add(reading.value);
    }
    for (const sentence of line.split(/(?<=[.!?])(?=\s|$)/)) {
      const plain = plainText(sentence.replace(/[.!]$/, ''));
      if (doubt.test(sentence)) continue;
      for (const phrase of numberPhrases) {
        const found = phrase.exec(plain);
        if (found === null) continue;
        if (alternative.test(plain.slice(found.index + found[0].length))) {
          return { value: null, note: 'ambiguous' };
        }
        lastReading = readIndexText(found[1]!, stepCount);
        values.add(Number(found[1]));
      }
    }
  }
  const elsewhere = statedElsewhere(text);
  if (elsewhere !== null) {
    lastReading = readIndexText(String(elsewhere), stepCount);
    values.add(elsewhere);
  }
  const denial = finalDenial(text);
  if (denial !== null) {
    const isAlone = values.size === 0 || (values.size === 1 && values.has(-1));
    return denial === 'solution' && isAlone
      ? { value: -1, note: 'phrase_no_error' }
      : { value: null, note: 'ambiguous' };
  }
  if (values.size > 1) return { value: null, note: 'ambiguous' };
  if (lastReading === null) return null;
  if (lastReading.value === null) return { value: null, note: 'out_of_range' };
  return { value: lastReading.value, note: elsewhere === -1 ? 'phrase_no_error' : 'phrase_number' };
}
