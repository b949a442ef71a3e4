// Values that a text names only to exclude them: the 11 of "not 11 but 12", of "12 rather than 11" and of "12, not 11".
// They are blanked out before a text is searched, so that offsets stay and what is meant is found. What only
// says what the answer is not stays: hedged.ts tells it.

/** A value as prose has it: mathematics between dollar signs or brackets, a number or a root with what is written against it, a choice. */
const plain = String.raw`(?:\$[^$\n]{1,60}\$|\\\([^\n]{1,60}?\\\)|\([^()\n]{1,40}\)|[-−+]?[€£$]?(?:\.?\d|√|\\[a-z]{2,9}|[a-z](?=[-+*/^<>=≤≥≠]))(?:[^\s,;:.)!?]|[.,:](?=\d)){0,30}|[A-H](?![\w'’-]))`;
export const value = String.raw`(?:[A-Za-z]\s?[=<>≤≥]\s?)?${plain}`;
/** At most two words that say of what there are so many. */
export const counted = String.raw`(?:\s+[\p{L}°%]{1,15}){0,2}`;
const no = String.raw`(?:\b(?:[Nn]ot|[Nn]ever|[Nn]o\s+longer)|n['’]t)(?:\s+(?:actually|exactly|just|simply|really|equal\s+to|be|it['’]?s?))?`;
const cannot = String.raw`\b(?:cannot|can\s+not|can['’]t|could\s+not|couldn['’]t|must\s+not|mustn['’]t)\s+(?:be|equal)`;
const meant = String.raw`(?:it|this|that|the\s+(?:final\s+|correct\s+)?(?:answer|result|value|number))\s*(?:is|['’]s|are|was|equals|should|must)\b`;
const wrong = String.raw`(?:was|is|were|turned\s+out)\s+(?:wrong|incorrect|false|not\s+(?:right|correct)|a\s+mistake|an\s+error)\b`;
const rejected = String.raw`(?:rejected|discarded|extraneous|excluded|ruled\s+out|invalid|impossible|not\s+(?:valid|possible|allowed|a\s+solution))\b`;
/** A value comes later in the sentence, or in the next. */
const later = String.raw`(?=[^\n]{0,80}?\b(?:is|be|are|equals|get|leaves|leaving|remains)\s+${value})`;

const exclusions = new RegExp(
  [
    // not 11 but 12; isn't 11, but rather 12
    String.raw`${no}\s+${value}${counted},?\s+but(?:\s+(?:rather|actually|instead|in\s+fact))?(?=\s+${value})`,
    // neither 10 nor 11 but 12
    String.raw`\b[Nn]either\s+${value}${counted},?\s+nor\s+${value}${counted},?\s+(?:but|;)`,
    // is not 11, it is 12; isn't 11: the answer is 12
    String.raw`${no}\s+${value}${counted}\s*[,;:—–-]\s*(?=(?:but\s+|because\s+)?${meant}\s+(?!not\b|n['’]t))`,
    // cannot be 11, so it is 12
    String.raw`${cannot}\s+${value}${counted}${later}`,
    // 12 rather than 11; 12 instead of the expected 11
    String.raw`\(?\b(?:[Rr]ather\s+than|[Ii]nstead\s+of|as\s+opposed\s+to)\s+(?:(?:the|my|our|an?)\s+(?!correct|right|true|actual|real)(?:[a-z]{3,12}\s+){0,2})?${value}\)?`,
    // 12 (not 11); 12 (it is not 11)
    String.raw`\((?:and\s+|it\s+is\s+|this\s+is\s+)?not\s+${value}${counted}[^\n()]{0,20}\)`,
    // 12, not 11
    String.raw`(?:(?<=[\d$)}%\p{L}]),|\s+and)\s+(?:and\s+)?not\s+${value}${counted}(?:\s+as\s[^.\n]{0,60})?(?=\s*(?:[.,;!?)](?!\d)|$))`,
    // 12, as x = 11 is extraneous
    String.raw`\(?${value}${counted}\s+(?:is|are|was|were)\s+${rejected}\)?`,
    // my first answer 11 was wrong; it is 12
    String.raw`(?:\b(?:[Aa]nswer|guess|result|value)\s+(?:of\s+)?)?${value}${counted}\s+${wrong}${later}`,
  ].join('|'),
  'gu',
);

const mayDeny =
  /\b(?:not|never|no\s+longer|neither|cannot|than|instead|opposed|wrong|incorrect|false|mistake|error|rejected|discarded|extraneous|excluded|ruled|invalid|impossible)\b|n['’]t\b/i;

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
