// A correction behind a verdict: "\boxed{-1}. Wait, paragraph 3 is wrong." Whoever reads on would not call it the verdict.

/** How a writer takes back what was said. */
const opening =
  /^(?:correction|actually|wait|however|but|hold on|hmm+|oops|sorry|on (?:second thoughts?|(?:further |closer )?(?:reflection|inspection))|let me (?:correct|reconsider|double.check|re-?check)|in fact)\b/i;
const fault = /\b(?:wrong|incorrect|errors?|mistakes?|mistaken|flawed|flaw|invalid)\b/i;
/** What is denied, or only considered. */
const doubt =
  /\b(?:no|not|none|never|without|nor|neither|if|whether|may|might|could|would|seems?|correct|right)\b|n['’]t\b/i;
const place = /\b(?:paragraph|section|step)s?[ _]?(\d{1,6})\b/gi;

/** The places that a correction calls wrong, as they are numbered there; none where nothing is taken back. */
export function correctedPlaces(text: string): number[] {
  let opened = false;
  for (const sentence of text.split(/[.!?:](?=\s|$)|\n/)) {
    const bare = sentence.replaceAll(/[*_#>]/g, '').trim();
    opened ||= opening.test(bare);
    if (!opened || !fault.test(bare) || doubt.test(bare)) continue;
    const places = [...bare.matchAll(place)].map(([, number]) => Number(number));
    if (places.length > 0) return places;
  }
  return [];
}
