// Recognises texts that give no definite answer: a denial, a refusal, a bound or a choice in the place of a value, and
// boxes that contradict each other without a word on which of them counts.

import { isSetInWords } from './phrases.ts';

/** An answer may follow these and still be meant. */
const refusal =
  /\b(?:cannot|can't|can not|could not|couldn't|unable to|impossible to|not (?:able|possible|enough information) to)\s+(?:be\s+)?(?:determine|find|solve|answer|compute|calculate|say|decide|give)/i;
const bound =
  /(?:^|\b(?:is|are|be|answer:?|equals)\s+)(?:at least|at most|no (?:more|less|fewer) than|more than|less than|fewer than|greater than|up to|between|either)\s+(?:\\?\$)?\s*-?[\d.\\]/i;
/** As `bound`, of words that are also said of places and of times: nothing follows but a unit. */
const beyond =
  /(?:^|\b(?:is|are|be|answer:?|equals)\s+)(?:over|under|above|below|within|exceeds)\s+(?:\\?\$)?\s*-?(?:[\d.,]+|\\[a-z]+(?:\{[^{}]{1,20}\}){1,2})\$?\s*\w*\W*$/i;
/** A sign of inequality with nothing before it, or right behind a verb. */
const lessOrMore = String.raw`(?:\\?\$|\\\()?\s*(?:[<>≤≥]|\\(?:leq?|geq?|lt|gt|leqslant|geqslant)(?![a-z]))=?\s*-?[\d.\\]`;
const openEnded = new RegExp(`^${lessOrMore}`);
const openBehind = new RegExp(String.raw`\b(?:is|are|be|answer:?|equals)\s+${lessOrMore}`, 'i');
const denial =
  /[\d}$)]\s+(?:is|was|are)(?:\s*not|n['’]t)\s+(?:(?:the|an?|our|my)\s+)?(?:(?:correct|right|valid|final)\s+)?(?:answer|solution|root|value)\b|\b(?:answer|result|value|it)\s+is\s+never\s+\$?[-\d\\]|^never\s+\$?[-\d\\]|\b(?:answer|result|value|it|(?<!\p{L}['’])[a-z])\s+(?:can(?:not|\s+not|['’]t)|could\s+not|couldn['’]t|must\s+not|mustn['’]t)\s+(?:be|equal)\b|\b(?:answer|result|value|it|(?<!\p{L}['’])\b[a-z])\s+(?:is|was|are)(?:\s+(?:definitely|certainly|clearly))?\s*(?:not|n't)\b|\bisn't\b|^\W{0,3}not\s+(?:equal to\s+)?[-−]?[$\d.\\]/iu;
/** What is said of a value is that it is not the answer, or is left out of it. */
const excluded =
  /\b(?:never (?:be |equals? |get )?\$?-?\d|(?:cannot|can't) (?:be|get|equal|have)|(?:is|are) (?:wrong|incorrect|false|impossible|not possible|invalid|excluded)\W*$|(?:false|untrue|not true|wrong|incorrect) that|all (?:but|except) \$?[-\d.]+\$?\W*$|(?:numbers?|reals|values?|integers?|everything|anything),? (?:except|but|other than))|[}\]ℝℤℕℚ$],? except|^(?:except|other than)\b/i;
/** What a sentence begins with is not its point: "Since 7 is greater than 5, the answer is 7". */
const reason = /^(?:since|because|as)\b[^,]{1,80},\s+(?=.*\d)/i;
/** More is said than that. */
const explained =
  /[,;](?! (?:except|but|other))|\b(?:since|because|as|so|hence|thus|therefore|and|for|(?<!that the )answer|(?<!all )but (?:is|it|rather|instead|[-\d$]))\b/i;
const orMore =
  /[\d})](?:\s*\p{L}{1,12})?\s*(?:\+$|\s(?:or|and)\s+(?:more|less|fewer|above|below|up)\b)|\d\s*(?:(?:or|and)\s+(?:more|less|fewer|above|below|up)\b|,?\s*(?:\p{L}+\s+)?at\s+(?:most|least)\W*$)/iu;
/** What follows from a bound: between 9 and 11, so it is 10. */
const concluded =
  /[,;]\s*(?:so|thus|hence|therefore)\b[^,;]*(?:=|\b(?:is|are|be|equals))\s+(?:\\?\$)?\s*-?[\d.\\]/i;
/** Several values, of which none is said to be the answer. */
const offered =
  /\b(?:could|might|may)\s+be\s[^.;]{1,40}\sor\s|\b(?:maybe|perhaps|possibly)\s+\$?-?[\d\\][^.;]{0,40}\b(?:maybe|perhaps|possibly)\b/i;

/** What of a text is looked at: its last sentences. */
const ending = 400;

/** One of these is in every hedge: most texts are done after looking for them. */
const suspicious =
  /\b(?:not|isn't|cannot|can't|could|couldn't|unable|impossible|least|most|than|up|between|either|more|less|fewer|above|below|over|under|exceeds|within|maybe|perhaps|possibly|might|may|never|wrong|incorrect|false|untrue|invalid|excluded|but|except)\b|n't|\d\+\W*$|(?:^|\b(?:is|are|be|answer:?|equals)\s+)\W{0,3}(?:[<>≤≥]|\\[lg][et])/i;

/** Why the end of a text gives no definite answer, or null when it may give one. */
export function hedgeOf(text: string): string | null {
  if (
    !/[\s+<>≤≥]/.test(text) ||
    text.includes('\\boxed') ||
    !suspicious.test(text.slice(-ending)) ||
    text.includes('\\fbox')
  )
    return null;
  const last = inWords(lastSentence(text.slice(-ending))).replace(reason, '');
  if (denial.test(last)) return isCorrected(last) ? null : 'it says only what the answer is not';
  if (last.length < maxBare && beyond.test(last)) return 'it gives a bound or a range, not a value';
  if (last.length < maxBare && (openEnded.test(text.trim()) || openBehind.test(last)))
    return 'it gives a bound or a range, not a value';
  if (
    last.length < maxBare &&
    /\d/.test(last) &&
    excluded.test(last) &&
    !explained.test(last) &&
    !isSetInWords(last)
  )
    return 'it says only what the answer is not';
  if (refusal.test(last)) return 'it says that there is no answer';
  if (bound.test(last) && !concluded.test(last)) return 'it gives a bound or a range, not a value';
  if (last.length < maxBare && offered.test(last)) return 'it offers several values';
  if (orMore.test(last) && last.length < 60) return 'it gives a bound or a range, not a value';
  return null;
}

/** What is said by words in LaTeX is said: \text{at most }5. */
function inWords(text: string): string {
  if (!text.includes('\\')) return text;
  return text
    .replace(/\\(?:text\w*|mbox|mathrm|operatorname)\s*\{([^{}]{0,80})\}/g, ' $1 ')
    .replace(/~|\\(?:[ ,;:!]|quad\b)/g, ' ')
    .trim();
}

/** Why the content of a box is no definite answer, or null when it may be one. */
export function hedgeInBox(content: string): string | null {
  if (content.length > maxBox) return null;
  const said = inWords(content);
  if (openEnded.test(said)) return 'it gives a bound or a range, not a value';
  if (/^(?:not\s+[-\d.\\$]|≠|\\neq?(?![a-z]))/i.test(said)) return 'it says only what the answer is not';
  return bound.test(said) || beyond.test(said) || orMore.test(said)
    ? 'it gives a bound or a range, not a value'
    : null;
}

const maxBox = 80;
/** Longest sentence that is only about what its value is not. */
const maxBare = 60;

function isCorrected(sentence: string): boolean {
  return /\bbut\b|\brather\b|\binstead\b|,\s*(?:it|the answer) is\b/i.test(sentence);
}

function lastSentence(text: string): string {
  const trimmed = text.trimEnd().replace(/[.!?\s]+$/, '');
  const cut = Math.max(
    trimmed.lastIndexOf('. '),
    trimmed.lastIndexOf('\n'),
    trimmed.lastIndexOf('! '),
    trimmed.lastIndexOf('? '),
  );
  return trimmed.slice(cut + 1).trim();
}

/** Words between two boxes that say which of them counts, or that both answer a part. */
const linked =
  /\b(?:answer|actually|wait|correct\w*|so|therefore|thus|hence|final\w*|instead|rather|then|and|or|part|finally|conclu\w*|now|next|check\w*|we|which|is|=)\b|[,;=]|\([a-z]\)/i;

/** Whether two boxes exclude each other: different contents with nothing between them that links them. */
export function contradicts(left: string, gap: string, right: string): boolean {
  if (left.trim() === right.trim() || gap.length > 300) return false;
  return /\bor\b/i.test(gap)
    ? /\b(?:maybe|perhaps|possibly|alternatively)\b/i.test(gap)
    : !linked.test(gap) && gap.length >= 10;
}
