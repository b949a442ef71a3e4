// Values that a text names only to exclude them: the 11 of "not 11 but 12", of "12 rather than 11" and of "12, not 11".
// They are blanked out before a text is searched, so that offsets stay and what is meant is found. A text that says only
// what the answer is not is left whole.

/** A value as prose has it: mathematics between dollar signs or brackets, or a number with what is written against it. */
const value = String.raw`(?:\$[^$\n]{1,60}\$|\\\([^\n]{1,60}?\\\)|\([^()\n]{1,40}\)|[-−+]?[€£$]?[.]?\d(?:[^\s,;:.)!?]|[.,:](?=\d)){0,30})`;
/** At most two words that say of what there are so many. */
const counted = String.raw`(?:\s+[\p{L}°%]{1,15}){0,2}`;
const no = String.raw`(?:\b(?:not|never|no\s+longer)|n['’]t)(?:\s+(?:actually|exactly|just|simply|really|equal\s+to|be|it['’]?s?))?`;
const meant = String.raw`(?:it|this|that|the\s+(?:final\s+|correct\s+)?(?:answer|result|value|number))\s*(?:is|['’]s|are|was|equals|should|must)\b`;

const exclusions = new RegExp(
  [
    // not 11 but 12; isn't 11, but rather 12
    String.raw`${no}\s+${value}${counted},?\s+but(?:\s+(?:rather|actually|instead|in\s+fact))?(?=\s+${value})`,
    // is not 11, it is 12; isn't 11: the answer is 12
    String.raw`${no}\s+${value}${counted}\s*[,;:—–-]\s*(?=(?:but\s+|because\s+)?${meant}\s+(?!not\b|n['’]t))`,
    // 12 rather than 11
    String.raw`\b(?:rather\s+than|instead\s+of|as\s+opposed\s+to)\s+${value}`,
    // 12 (not 11); 12 (it is not 11)
    String.raw`\((?:and\s+|it\s+is\s+|this\s+is\s+)?not\s+${value}${counted}[^\n()]{0,20}\)`,
    // 12, not 11
    String.raw`(?:(?<=[\d$)}%\p{L}]),|\s+and)\s+(?:and\s+)?not\s+${value}${counted}(?:\s+as\s[^.\n]{0,60})?(?=\s*(?:[.,;!?)](?!\d)|$))`,
  ].join('|'),
  'giu',
);

const mayDeny = /\b(?:not|never|no\s+longer|than|instead|opposed)\b|n['’]t\b/i;

/** What of a text is looked at: its last sentences. */
const ending = 600;

/** The text with values that it excludes blanked out, as long as before. */
export function withoutDenied(text: string): string {
  const from = Math.max(0, text.length - ending);
  const last = text.slice(from);
  if (!mayDeny.test(last)) return text;
  const kept = last.replace(exclusions, (found) => ' '.repeat(found.length));
  return kept === last ? text : text.slice(0, from) + kept;
}
