// What a text says behind its answer: a reason, where it is attained, what it is in decimals, how long that takes, a check.
// The values of such remarks are not the answer. They are blanked out before a text is searched, so that offsets stay.
import { counted, value } from './denied.ts';

const named = String.raw`\b(?:is|are|be|equals|get|have)\s+\*{0,2}${value}\*{0,2}${counted}`;
/** A value behind a verb or an equals sign, or an equation between dollar signs or brackets. */
const stated = String.raw`(?:${named}|=\s*\*{0,2}${value}\*{0,2}${counted}|\$[^$\n]{0,60}[^<>$\n]=[^$\n]{1,60}\$|\\\([^\n]{0,60}?[^<>\n]=[^\n]{1,60}?\\\))`;
const assigned = String.raw`(?:\$\s*[A-Za-z]\s*=[^$\n]{1,40}\$|\\\(\s*[A-Za-z]\s*=[^\n]{1,40}?\\\)|[A-Za-z]\s?=\s?[-−]?[\d.]+\b)`;
const eachAssigned = String.raw`${assigned}(?:(?:,|,?\s+and)\s+${assigned}){0,4}`;
const reason = String.raw`(?:since|because|as\s+${value}\s+(?:is|are|was|were)\b)`;
const attained = String.raw`(?:which\s+|and\s+(?:it\s+)?)?(?:is\s+)?(?:attained|achieved|reached|obtained|occurs|occurring|happens)\b`;
const aside = String.raw`(?:using|(?<=\()see|where\s+we\s+(?:use|used|take|took))\b`;
/** To the end of the sentence, the full stop of a number not being one. */
const rest = String.raw`(?:[^.!?\n]|[.!?](?!\s|$))`;
const sentenceEnd = String.raw`(?=\s*(?:[.!?](?:\s|$)|\n|$))`;

const about = String.raw`(?:approximately|about|roughly|around|approx\.?|nearly|≈|\\approx)`;
/** With a root, a fraction or a constant: what has decimals. */
const exact = String.raw`(?:\$[^$\n]{0,60}[\\/√π][^$\n]{0,60}\$|\\\([^\n]{0,60}?[\\/√π][^\n]{0,60}?\\\)|(?<![\w.])[-−]?[\d.]*(?:√\d+|√?\d+\/√?\d+|π))`;
const approximation = String.raw`,?\s*\(?\s*(?:(?:which\s+is|that\s+is|this\s+is|i\.e\.,?|or)\s+)?(?:\$\s*${about}[^$\n]{1,40}\$|\\\(\s*${about}[^\n]{1,40}?\\\)|${about}\s*${value})${counted}\s?\)?`;

const time = String.raw`\s+(?:in|over|for|during|within|after)\s+(?:(?:the|these|those|next|last|first|past)\s+){0,2}\d+\s+\p{L}+`;

const approximations = new RegExp(
  String.raw`(${exact}${counted}\*{0,2})(${approximation})${sentenceEnd}`,
  'gu',
);
/** √2 in a box, and 1.41 in the next one behind "about". */
const boxedApproximation = new RegExp(
  String.raw`(\\boxed\s?\{(?=[^{}]{0,60}[\\/√π])(?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*\}[\s$)]{0,3}\\?[\])]?)([\s,;]{0,3}\(?(?:(?:which|that|this)\s+is\s+|i\.e\.,?\s+|or\s+)?[$\s]{0,3}(?:\\[([]\s?)?${about}[$\s:]{0,3}(?:\\[([]\s?)?\\boxed\s?\{\s?[-−]?\d*\.\d+\s?\}[\s$]{0,3}(?:\\?[)\]])?)(?![\s\S]*\\boxed)`,
);
const others = [
  // x = 5, because x = -3 is negative; 13, attained at x = 2; 5 for n = 3
  String.raw`(${stated})(,?\s+\(?(?:${reason}|${attained}|${aside})${rest}{0,160})${sentenceEnd}`,
  // f(x) = 0 when x = 3 may be about x.
  String.raw`(${named})(,?\s+\(?(?:when|where|if|for|at|with)\s+${eachAssigned}\)?)${sentenceEnd}`,
  String.raw`((?:\b[Aa]nswer\**:\**\s+)\*{0,2}${value}\*{0,2})(,?\s+(?:when|where|if|for|at|with)\s+${eachAssigned})${sentenceEnd}`,
  // 20 workers are needed to do 720 things in 4 hours
  String.raw`(${value}${counted}\s+(?:are|is|will\s+be)\s+(?:needed|required|necessary))(\s+(?:to|for)\s${rest}{0,160})${sentenceEnd}`,
  // 17 such numbers between 1 and 100
  String.raw`(${named}[^\d.!?\n$\\=]{0,40})(\s+(?:between|from)\s+${value}\s+(?:and|to|through)\s+${value}(?:,?\s+inclusive)?)${sentenceEnd}`,
  // 2 and 3, respectively
  String.raw`(${value})(,?\s+respectively)${sentenceEnd}`,
  // a total of 34 hours on yoga in 4 weeks
  String.raw`(\btotal\s+of\s+${value}(?=\s)[^\d.!?\n$\\=]{1,80})(${time})${sentenceEnd}`,
  // 1/3. As a decimal, this is 0.333.
  String.raw`(${exact}[.]?\s+)((?:In|As\s+a)\s+decimals?\b[^\n]{1,80})$`,
].map((source) => new RegExp(source, 'gu'));

const concludes =
  /\b(?:so|thus|hence|therefore|then|giving|gives?|yields?|yielding|gets?|shows?|answers?|conclude|means?|follows)\b|\bwe\s+(?:get|have|find|obtain)\b/i;

const check =
  /(?:(?<=^|[.!?]\s|\n)[\s*#>]*|\(\s*)(?:To\s+|Let's\s+|Let\s+us\s+|We\s+(?:can\s+)?)?(?:[Qq]uick\s+|[Dd]ouble[- ])?(?:[Cc]heck(?:ing)?|[Vv]erif(?:y|ying|ication))\b/g;
/** A check that has more to say than that the answer is right. */
const saysMore =
  /\b(?:answers?|so|thus|hence|therefore|then|conclu\w*|final\w*|solutions?|only|reject\w*|extraneous|invalid|not?|fails?|contradict\w*|but|however|wrong|incorrect|instead|wait|oops|mistake|actually|must|options?|cases?|try|trying|next|now)\b|n['’]t\b|≠|\\neq?(?![a-z])|[✗✘❌]/i;
/** Each of its sentences shows that something is equal, or is right. */
const shows =
  /[=≈]|\b(?:works|checks|holds|match(?:es)?|correct|right|valid|verif\w*|true|satisf\w*|check(?:ing)?)\b/i;
const isRight =
  /\b(?:so|thus|hence|therefore|and|which)\b,?\s+(?:(?:it|this|that|(?:the|our)\s+(?:answer|solution|result)|everything)\s+)?(?:works|checks|holds|matches|is\s+(?:correct|right|valid|verified|true))\b/gi;
/** What is checked is said in the sentence before. */
const statement = /(?:[=≈]|\b(?:is|are|equals|answer)\b)[^.!?\n]*[\d\\][^\n]*$/;

const ending = 600;
const mayRemark =
  /\b(?:since|because|as|attained|achieved|reached|obtained|occurs|occurring|happens|(?:between|from)(?=\s+[$\\\d])|using(?=\s+[$\\])|see(?=\s+the)|respectively|when|where|if|for|at|with|needed|required|necessary|total|decimals?|approximately|about|roughly|around|approx|nearly|(?:double-?)?check(?:ing)?|verif(?:y|ying|ication))\b|≈|\\approx/i;

/** The text without the values of remarks behind its answer, as long as before. */
export function withoutRemarks(text: string, keepsApproximations = false): string {
  const from = Math.max(0, text.length - ending);
  const last = text.slice(from);
  if (!mayRemark.test(last)) return text;
  if (/\\f?boxed|\\fbox/.test(text)) {
    const kept = last.replace(boxedApproximation, keepsApproximations ? withoutExact : blankedBox);
    return kept === last ? text : text.slice(0, from) + kept;
  }
  let kept = withoutCheck(last);
  if (!keepsApproximations) kept = kept.replace(approximations, blanked);
  for (const remark of others) kept = kept.replace(remark, blanked);
  return kept === last ? text : text.slice(0, from) + kept;
}

/** Whether a text gives an exact value and what it is about. */
export function isApproximated(text: string): boolean {
  const last = text.slice(-ending);
  return mayRemark.test(last) && (last.search(approximations) >= 0 || boxedApproximation.test(last));
}

function blanked(found: string, answer: string, remark: string): string {
  return concludes.test(remark) || !isBalanced(remark) ? found : answer + ' '.repeat(remark.length);
}

/** As `blanked`; a dollar sign that ends the mathematics of both boxes stays. */
function blankedBox(_: string, answer: string, remark: string): string {
  const shared = isBalanced(remark) ? '' : (/\s*\$\s*$/.exec(remark)?.[0] ?? '');
  const own = remark.slice(0, remark.length - shared.length);
  return blanked(answer + own, answer, own) + shared;
}

/** The box with the decimals, without the exact one. */
function withoutExact(_: string, answer: string, remark: string): string {
  return answer.replace(/[^$\\[\]()]/g, ' ').replace(/\\(?![[\]()])|(?<!\\)[[\]()]/g, ' ') + remark;
}

function isBalanced(text: string): boolean {
  const count = (mark: string): number => text.split(mark).length - 1;
  return count('$') % 2 === 0 && count('\\(') === count('\\)');
}

function withoutCheck(text: string): string {
  const found = [...text.matchAll(check)].at(-1);
  if (found === undefined || !statement.test(text.slice(0, found.index).trimEnd())) return text;
  const said = text.slice(found.index);
  const sentences = said.split(/[.!?](?:\s|$)|\n/).filter((sentence) => /[\p{L}\d]/u.test(sentence));
  return saysMore.test(said.replace(isRight, '')) || !sentences.every((sentence) => shows.test(sentence))
    ? text
    : text.slice(0, found.index) + ' '.repeat(said.length);
}
