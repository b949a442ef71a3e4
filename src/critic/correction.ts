// A correction behind a verdict: "\\boxed{-1}. Wait, paragraph 3 is wrong." Whoever reads on would not call it the verdict.
import { bareSentences, correctionOpening } from '../endpoints/reply-json/taken-back.ts';

const fault = /\b(?:wrong|incorrect|errors?|mistakes?|mistaken|flawed|flaw|invalid)\b/i;
/** What is denied, asked, or only considered. */
const doubt =
  /\b(?:no|not|none|never|without|nor|neither|if|whether|may|might|could|would|seems?|looks?|correct|right)\b|n['’]t\b|\?/i;
const place = /\b(?:paragraph|section|step)s?[ _]?(\d{1,6})\b/gi;
/** The writer speaks of the verdict and not of the solution: "that is wrong" may be either. */
const takenBack =
  /^(?:(?:wait|no|sorry|oops|hmm+|actually|correction)\b[\s,.–—-]*)*(?:i (?:was|am) (?:wrong|mistaken)|i (?:made|have made) an? (?:mistake|error)|i (?:misread|misjudged|misunderstood|miscounted|take (?:that|it|this) back)|my (?:answer|verdict|conclusion) (?:is|was) (?:wrong|incorrect|not (?:right|correct))|scratch that)\b|^(?:wait|oops|sorry)[,\s]*no$/i;

/**
 * The places that a correction calls wrong, as they are numbered there; none where nothing is corrected.
 *
 * @param across A fault counts for the place that an earlier sentence of the correction names: behind "no error" any is
 * one too many, behind an index the text may only explain it.
 */
export function correctedPlaces(text: string, across: boolean): number[] {
  return wrongPlaces(text, { across, opened: false });
}

/** The places that any sentence calls wrong. */
export function placesCalledWrong(text: string): number[] {
  return wrongPlaces(text, { across: false, opened: true });
}

function wrongPlaces(text: string, from: { readonly across: boolean; readonly opened: boolean }): number[] {
  let { opened } = from;
  let last: number[] = [];
  for (const bare of bareSentences(text)) {
    opened ||= correctionOpening.test(bare);
    const places = [...bare.matchAll(place)].map(([, number]) => Number(number));
    if (places.length > 0 && opened) last = places;
    const named = from.across ? last : places;
    if (opened && named.length > 0 && fault.test(bare) && !doubt.test(bare)) return named;
  }
  return [];
}

/** "I made a mistake", "wait, no", "scratch that". */
export function isTakenBack(text: string): boolean {
  for (const bare of bareSentences(text)) if (takenBack.test(bare)) return true;
  return false;
}
