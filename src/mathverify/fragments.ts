// Recognises numbers in a text that are only a part of what is meant: the 3 of "5 to the power of 3", the 7 of "3 mod 7",
// the 2 of 2^{10 and of "we
// get 2x". Such a number is no answer.
import { isJoined } from './joined.ts';
import { unitOf } from './units.ts';

/** What continues the number before it: mathematics that was not read, or words that change its value. */
const continued =
  /^(?:(?:[abcdefijnopqrtuvwyz]|x(?!\s+(?:as|faster|slower|longer|shorter|more|less|fewer|larger|bigger|greater|smaller|the)\b))(?![\p{L}\d])|\s*(?:[_⁄√π]|(?:sqrt|pi)(?![a-z])|\^(?!\s*\{?\s*\\?(?:circ|degree|text|mathrm|prime|st\b|nd\b|rd\b|th\b)|\{\s*\})|\\(?:dfrac|tfrac|frac|sqrt|nmid|n?mid|bmod|pmod|mod|equiv|dot|bar|overline|choose|pm|mp|pi|cdot|times|div|le|ge|lt|gt|neq?)(?![a-z]))|['’:]\d|\.\\|\s*\\text\s*\{\s*(?:remainder|to|of|out of|more than|less than)\s*\}|\s+(?:to the (?:\w+ )?power\b|to the (?:second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|nth)\b|squared|cubed|(?:doubled|tripled|halved)\b|(?:repeating|recurring)\b|to \d+(?![\d\s]*(?:decimal|significant|d\.?p|s\.?f|places|figures|digits))|out of \d|of \d|in \d|per \d|mod(?:ulo)?\b|(?:more|less|fewer|greater) than|choose \w|root \d|point \d|(?:plus|minus|times) [-\d(\\$]|(?:divided|multiplied) by|(?:and )?(?:a|one) (?:half|third|quarter|fifth)\b|halves|thirds|fourths|fifths|sixths|sevenths|eighths|ninths|tenths|hundredths|thousandths|gross\b|score\b|factorial\b|remainder\b|otherwise\b|else\b|(?:percent|per cent) of \d|[ap]\.?m\b\.?)|\s*\(mod\b|\s*(?:[&|]|->|→)\s*\d|-digits?\b|\s*\\?% of \d|\*(?!\*)\s?[\p{L}\d(\\])/iu;

/** What the number behind it continues. */
const continuing =
  /(?:(?<![\p{L}\\])\d*[a-z]\s?[+*/−-]\s?|\\(?:surd|sqrt|circ|degree|[bp]?mod|n?mid|cdot|times|div|pm|mp|log|ln|sin|cos|tan|binom|choose)\s*\{?|\bsqrt\s*\(?|[_^]\{?|\bmod(?:ulo)?|\bto the power of|\d (?:out of|(?:less|more|fewer|greater) than|of|in|to|plus|minus|times|over|per|and\/or)|(?:^|[\d=]\s?)(?:square |cube )?root|\b(?:quarter|half|five|ten|twenty) (?:past|to)|\b(?:sum|product|difference|quotient|average|mean|gcd|lcm) of -?[\d.]+,? and|\b(?:divided|multiplied|divisible|increased|decreased|reduced) by|\b(?:half|third|quarter|thirds|quarters|multiples?|factors?|divisors?|powers?|roots?|square|cube|square root|cube root|log|ln|logarithm|factorial|sine|cosine|tangent|reciprocal|inverse|negative|opposite|absolute value|(?:a|one) (?:third|quarter|fourth|fifth|sixth|seventh|eighth|ninth|tenth)) of|\b(?:one|two|three|four|five|six|seven|eight|nine|ten) (?:more|less|fewer|greater|larger|smaller|higher|lower) than|\b(?:greater|less|more|fewer|larger|smaller|bigger|higher|lower|other) than|\bthan or equal to|(?<!\b(?:adds?|added|adding|sums?|comes?|amounts?) )\bup to|\b(?:integers?|numbers?|values?|primes?|starting|counting) from|\b(?:numbers?|values?|integers?|reals?|all|any|every|anything|everything) (?:but|except)|\b(?:log|in) base|^\s*base|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|[a-z]) over|\b[a-z] to the|\braised to(?: the(?: power)?(?: of)?)?|\bplus or minus|\b(?:twice|thrice|double|triple)|\d,?\s+remainder|\d\\?% of|\b(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\.?)\s*$/iu;

const reach = 24;

/** A text up to this length is an answer as it was written down, no reply that says more than the answer. */
export const maxAnswer = 60;
/** Marks of mathematics in text: what is beside `$5$` is beside 5. */
const marks = /\$|\\[()]/g;

function around(text: string, start: number, end: number): readonly [before: string, after: string] {
  if (text.length > maxAnswer)
    return [text.slice(Math.max(0, start - reach), start), text.slice(end, end + reach)];
  const [before, after] = [text.slice(0, start), text.slice(end)].map((part) => part.replace(marks, ''));
  return [before!.slice(-reach), after!.slice(0, reach)];
}

/** Behind another element of a list in brackets, and before their end: the -3 of \{-1, -2, -3\}. */
const listed = /[\d}a-z]\s*[,;]\s*$/i;
const closed = /^\s*(?:\\?\}|\\right\b|[)\]])/;

/** Inside an index or a power that goes on: the 1 of \sum_{k=1}^n. */
const indexed = /[_^]\s*\{[^{}]*$/;

/** Words in LaTeX behind a number. */
const opening = /^\s*\\(?:text\w*|mbox|mathrm)\s*\{\s*/;

/** Words before an environment that change it; in plain text they are read with what follows them. */
const changing =
  /(?:\b(?:minus|negative|not|log|ln|exp|sin|cos|tan|cot|sec|csc|lim|sqrt)|\b(?:sum|product|difference|quotient|ratio) of|…|\.\.\.|\d r)[\s,+*·×-]*$/i;
const changed = /^\s*or (?:more|fewer|less|greater|higher|lower|larger|smaller)\b/i;

/** Mathematics that was not read: signs and commands, but for those that texts have beside a value. */
const signBefore = /(?:(?![=≈~°`])[^\P{S}\p{Sc}]|[\p{No}•%&]|[<>]=|\\(?!text|mathrm|mbox|quad)[a-z]+)\s*$/iu;
const signAfter =
  /^(?:'|\s*(?:(?![=≈~°`])[^\P{S}\p{Sc}]|[\p{No}•&]|\\(?!text|mathrm|mbox|quad|boxed|blacksquare|square)[a-z]+))/iu;
/** A number, or the end of another environment, that the environment is multiplied by. */
const factorBefore = /(?:\d|\$|\\\))[ \t]*$/;
/** Statements may follow one another. */
const stated = /[=<>≈≤≥]|\\(?:approx|le|ge|neq|square|blacksquare|boxed)/;
/** Another value is stated before or behind, with "and" or "or": x is $5$ or x is $6$. */
const statedBefore =
  /\b(?:is|are|equals)\s+(?:\$[^$]+\$|\\\([^)]+\\\)|-?\d[\d./]*),?\s+(?:or|and)\s.*\b(?:is|are|equals)\s+$/i;
const statedBehind = /^,?\s+(?:or|and)\s.*\b(?:is|are|equals)\s+(?:\$|\\\(|-?\d)/i;

function isOneOfSeveral(before: string, after: string): boolean {
  return statedBefore.test(before) || (/\b(?:is|are|equals)\s+$/i.test(before) && statedBehind.test(after));
}

/** A unit in an environment of its own. */
const unit = /^(?:\$|\\\()\s*\\(?:text|mathrm|mbox|%)/;
/** Between two environments: words that say of one what the other is, or the end of a sentence. */
const connecting =
  /\b(?:is|are|was|be|becomes?|equals?|yields?|so|thus|then|hence|therefore|gives?|get|have|has|where|when|for|if|with|because|since|answer|value|namely)\b|[.:;,\n]\s*$/i;

/** In brackets of its own that a sign, a factor or a power is beside: -($5$), 2($x$), ($x$)^2. */
const changedBrackets = [/(?:[-−+*/^√\d]|(?<![\p{L}\\])\p{L})\s?\($/u, /^\)(?:[\^!²³\d]|\s?[-+*/])/] as const;

function isInBrackets(left: string, right: string): boolean {
  const [before, after] = changedBrackets;
  return (
    (before.test(left) && /^\s*\)/.test(right)) || (/\(\s*$/.test(left) && after.test(right.trimStart()))
  );
}

const opener = /(?:\$|\\\()[ \t]*$/;
const closer = /^[ \t]*(?:\$|\\\))/;

const unitBehind = /^\s?([a-z]{1,12})(?=\s+[a-z\\])/i;

/** 10 cm divided by 2: what continues the number is behind its unit. */
function continuedUnit(after: string): boolean {
  const word = unitBehind.exec(after);
  return word !== null && continued.test(after.slice(word[0].length)) && unitOf(word[1]!) !== null;
}

function isPartOfText(before: string, after: string): boolean {
  return (
    indexed.test(before) ||
    (closed.test(after) && listed.test(before) && !/[a-z]{2}\s*[,;]\s*$/i.test(before)) ||
    continued.test(after) ||
    continuedUnit(after) ||
    continued.test(after.replace(opening, ' ')) ||
    continuing.test(before.replace(/\}\s*$/, ''))
  );
}

/** 5 ft 6 in: the number before it has a unit too. */
function isCompound(before: string, own: string, after: string): boolean {
  const earlier = /\d\s?([a-z]+)\.?\s+(?:and\s+)?$/i.exec(before)?.[1];
  return (
    earlier !== undefined && (/[a-z]$/i.test(own) || /^\s?[a-z]/i.test(after)) && unitOf(earlier) !== null
  );
}

/** What is between two sums of money: the "1.5 = " of "x * $1.5 = $300". */
const betweenSums = /^\$\d[^$]*\s\$$/;

/** Whether the environment from `start` to `end` of an answer is a part of something larger. */
export function isFragmentOfAnswer(text: string, start: number, end: number): boolean {
  return (
    text.length <= maxAnswer && !betweenSums.test(text.slice(start, end)) && isFragment(text, start, end)
  );
}

/** Words that are no sentence between an environment and what follows it ("times", "implies") make one thing of both. */
function isConnectedByWords(before: string): boolean {
  const gap = /(?:\$|\\\))([^$\\]*\p{L}[^$\\]*)$/u.exec(before)?.[1];
  return gap !== undefined && !connecting.test(gap);
}

/** Whether a bare number that begins at `start` of an answer is in, or goes with, an environment that is a fragment. */
export function goesWithFragment(
  text: string,
  { start }: { readonly start: number },
  environments: readonly { readonly start: number; readonly end: number }[],
): boolean {
  const last = environments.at(-1);
  if (last === undefined || text.length > maxAnswer) return false;
  return start < last.end
    ? isFragmentOfAnswer(text, last.start, last.end)
    : isConnectedByWords(text.slice(0, start));
}

/** One letter in an environment: with a word behind it, as in $x$-axis and $n$-gon, it is a part of that. */
const lone = /^(?:\$|\\\()\s*(?:[a-zA-Z]|\\[a-z]+)\s*(?:\$|\\\))$/;

/** An operator or a relation that nothing follows: the text breaks off, or asks what the value before it is. */
const dangling =
  /^[ \t]*(?:!+[ \t]*)?(?:\*(?!\*)|[+\-−×÷·∗/^±∓<>≤≥≠≈=]|[<>]=|\\(?:cdot|times|div|pm|mp|le|leq|ge|geq|lt|gt|neq?|approx)(?![a-z]))[\s?.]*$/;

/** Whether an operator or a relation is the last of a text, from `end` on. */
export function breaksOff(text: string, end: number): boolean {
  return text.length - end <= reach && dangling.test(text.slice(end));
}

/** Whether the number or environment from `start` to `end` is a part of something larger. */
export function isFragment(text: string, start: number, end: number): boolean {
  const [before, after] = around(text, start, end);
  if (isPartOfText(before, after) || breaksOff(text, end)) return true;
  if (text.length > maxAnswer) return false;
  const opens = opener.exec(text.slice(0, start))?.[0] ?? '';
  const closes = closer.exec(text.slice(end))?.[0] ?? '';
  const isEnvironment = text[start] === '$' || text.startsWith('\\(', start);
  if (!isEnvironment && (opens === '' || closes === ''))
    return (
      !text.startsWith('\\[', start) &&
      (isOneOfSeveral(text.slice(0, start), text.slice(end)) ||
        isJoined(text.slice(0, start), text.slice(end)))
    );
  const [left, right] = isEnvironment
    ? [text.slice(0, start), text.slice(end)]
    : [text.slice(0, start - opens.length), text.slice(end + closes.length)];
  return (
    (/^\s*-\s*$/.test(left) && /^\s*\.?\s*$/.test(right) && !stated.test(text)) ||
    isOneOfSeveral(left, right) ||
    isInBrackets(left.trimEnd(), right) ||
    (/^-\p{L}{2}/u.test(right) && lone.test(text.slice(start, end))) ||
    changing.test(before) ||
    changed.test(right) ||
    isCompound(before, text.slice(start, end), after) ||
    signBefore.test(left) ||
    signAfter.test(right) ||
    (left.trim() === '' && /^!\s*$/.test(right)) ||
    (!stated.test(text) && factorBefore.test(left) && !unit.test(text.slice(start, end))) ||
    (!stated.test(text.slice(start, end)) && isConnectedByWords(left))
  );
}

const leadingWords = /^\s*\\(?:text\w*|mbox|mathrm)\s*\{\s*([^{}]{2,40}?)\s*\}/;
/** Words that make a bound, an exclusion or another value of whatever follows, or goes before, them. */
const changingAll =
  /^(?:not|never|no|non-?|except|all but|other than|at (?:least|most)|up to|(?:less|more|fewer|greater|smaller|larger) than|over|under|above|below|half|twice|thrice|double|triple)$/i;
const changedAll =
  /^(?:(?:or|and) (?:more|less|fewer|greater|above|below)|at (?:least|most)|dozens?|hundreds?|thousands?|(?:m|b|tr)illions?|-?digits?|-?fold)\b/i;
const trailingWords = /\\(?:text\w*|mbox|mathrm)\s*\{\s*([^{}]{2,40}?)\s*\}\s*$/;

/** Whether words in LaTeX make the value beside them a part of something larger: \text{twice }5, 5\text{ squared}. */
export function isPartOfWords(source: string): boolean {
  const before = leadingWords.exec(source)?.[1];
  const after = trailingWords.exec(source)?.[1];
  return (
    (before !== undefined && (continuing.test(before) || changingAll.test(before))) ||
    (after !== undefined && !/\d\W*\\(?:text|mbox|mathrm)[^\\]*$/.test(source) && changedAll.test(after)) ||
    (after !== undefined && !/^[ap]\.?m\b/i.test(after) && continued.test(` ${after}`))
  );
}

const maxTally = 60;
const labelled = /\p{L}\s*:\s*-?\d[^:\n]*\p{L}\s*:\s*-?\d/u;

/** Whether a text says of several things how many they are, Alice: 5, Bob: 6: none of the numbers is the answer. */
export function isTally(text: string): boolean {
  return text.length <= maxTally && labelled.test(text);
}

/** Whether a number only says which step, case or page is meant. */
export function isReference(text: string, at: number): boolean {
  if (at < 3 || !/\s/.test(text[at - 1]!) || !/[a-z.]/i.test(text[at - 2]!)) return false;
  return /\b(?:steps?|cases?|pages?|equations?|figures?|lines?|questions?|problems?|examples?|sections?|chapters?|exercises?|theorems?|lemmas?|options?|methods?|tables?|notes?|parts?|eq|fig|no|number)\.?\s$/i.test(
    text.slice(Math.max(0, at - 14), at),
  );
}
