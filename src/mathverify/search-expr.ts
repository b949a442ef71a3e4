// Candidates that are written in plain text: numbers, arithmetic, and whole lines of plain mathematics.
import { clauseEnd, hopeFollows } from './anchors.ts';
import { isOneOfSeveral } from './boxes.ts';
import { afterPercent, afterUnit, type Candidate } from './candidate.ts';
import { conditionsOf } from './conditions.ts';
import type { ExprConfig } from './config.ts';
import { breaksOff, goesWithFragment, isFragment, isReference, isTally } from './fragments.ts';
import { isDigit } from './number-token.ts';
import { noneIn } from './phrases.ts';
import { stripEnds } from './read-text.ts';
import type { Searched } from './searched.ts';

const numberText =
  /-?(?:[1-9]\d?(?:,\d\d)+,\d{3}(?![\d,])|[1-9]\d{0,2}(?:(?:,|\{,\}|\\,|,\\!)\d{3})+(?:\.\d+)?(?!\d)|[1-9]\d{0,2}(?: \d{3})+(?:\.\d+)?(?!\d)|\d+[.,]\d+|\.\d+|\d+)/y;
const arithmeticText = /[-(]{0,40}\d[\d. \t+\-*x/^()×÷]{0,400}/y;
const maxLineLength = 300;

/** The plain candidates of one priority group. */
export function exprCandidates(
  source: Searched,
  config: ExprConfig,
  index: number,
  priority: number,
): Candidate[] {
  if (priority === 250) return config.withoutAnchor ? whole(source, index) : [];
  if (priority === 300) return config.withoutAnchor ? [...meant(source, index), ...tails(source, index)] : [];
  const result: Candidate[] = [];
  for (const anchor of source.anchors()) {
    if (anchor.priority !== priority) continue;
    const found = announced(source, anchor.from, priority, index);
    if (priority === 0) result.push(...found.filter((candidate) => hopeFollows(source.text, candidate.end)));
    else result.push(...found);
  }
  return result;
}

function made(source: Searched, start: number, end: number, index: number, priority: number): Candidate {
  const behind = afterPercent(source.text, end);
  const unit = behind === end ? afterUnit(source.text, end) : end;
  const stop = Math.max(behind, unit);
  const money = moneyBefore(source.text, start);
  const text = source.text.slice(money, unit);
  return {
    priority,
    start,
    end: stop,
    config: index,
    kind: 'expr',
    parts: [text],
    percent: behind > end,
    lastBox: false,
  };
}

/** Where the sign of money before a number is, or the number itself without one. */
function moneyBefore(text: string, at: number): number {
  return at > 0 && isMoney(text, at - 1) ? at - 1 : at;
}

/** What follows an announcement: the rest of its sentence as a whole, or the first number in reach. */
function announced(source: Searched, from: number, priority: number, index: number): Candidate[] {
  const { text } = source;
  const start = skipMarks(text, from);
  const end = sentenceEnd(text, start);
  const result: Candidate[] = [];
  const sentence = text.slice(start, end);
  if (end > start && !sentence.includes('$') && !/\\[([]/.test(sentence)) {
    const lead = /^(?:is|are|was|equals|(?:should|would|must) be)\b[\s:]*/.exec(sentence)?.[0].length ?? 0;
    // A heading announces what is below it.
    const last = start + lead + stripped(sentence.slice(lead));
    if (lead > 0 || priority <= 100 || /^[\s*:#]*\n/.test(text.slice(from, start)))
      if (!breaksOff(text, last)) result.push(made(source, start + lead, last, index, priority));
  }
  if (priority <= 50) {
    const found = matchAt(text, start);
    if (found !== null && !isFragment(text, start, found))
      result.push(made(source, start, found, index, priority));
    return result;
  }
  const line = text.slice(from, clauseEnd(text, from, Math.min(lineEnd(text, from), from + 100)));
  const equals = priority >= 100 ? line.lastIndexOf('=') : -1;
  const first = equals >= 0 ? firstNumber(text, from + equals + 1, 4) : firstNumber(text, from, 50);
  if (first !== null && !isFragment(text, first.start, first.end))
    result.push(made(source, first.start, first.end, index, priority));
  return result;
}

function stripped(text: string): number {
  return lengthWithout(text, ' \t\r\n.,;:*');
}

/** The length of a text without the given characters at its end. */
function lengthWithout(text: string, characters: string): number {
  let length = text.length;
  while (length > 0 && characters.includes(text[length - 1]!)) length -= 1;
  return length;
}

function skipMarks(text: string, from: number): number {
  let at = from;
  while (/[\s:*]/.test(text[at] ?? '')) at += 1;
  return at;
}

function lineEnd(text: string, from: number): number {
  const end = text.indexOf('\n', from);
  return end < 0 ? text.length : end;
}

/** The end of the sentence that begins at an offset: a full stop before a blank, or the end of the line. */
function sentenceEnd(text: string, from: number): number {
  const line = Math.min(lineEnd(text, from), from + maxLineLength);
  for (let i = from; i < line; i += 1) {
    if (text[i] === '.' && (i + 1 >= text.length || /\s/.test(text[i + 1]!))) return i;
  }
  return line;
}

function firstNumber(text: string, from: number, reach: number): { start: number; end: number } | null {
  const stop = Math.min(from + reach, lineEnd(text, from));
  for (let i = from; i <= stop; i += 1) {
    const c = text.charCodeAt(i);
    if (!isDigit(c) && c !== 45 && c !== 46 && c !== 40) continue;
    if (!mayStart(text, i)) continue;
    const end = matchAt(text, i);
    if (end !== null) return { start: i, end };
  }
  return null;
}

/** Whether a number may begin here: behind a blank, "=" or the start, with stars or a sign of money between. */
function mayStart(text: string, at: number): boolean {
  let before = at;
  if (before > 0 && isMoney(text, before - 1)) before -= 1;
  if (text.charCodeAt(before - 1) === 92) before -= 1;
  if (text.charCodeAt(before - 1) === 42 && text.charCodeAt(before - 2) === 42) before -= 2;
  return before === 0 || text.charCodeAt(before - 1) === 61 || isBlank(text, before - 1);
}

function isMoney(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code === 36 || (code > 127 && '€£¥₹'.includes(text[at]!));
}

/** Blanks, and letters of scripts that write none: 答えは204です. */
const blankOrUnspaced = /[\s\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/;

function isBlank(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code === 32 || (code >= 9 && code <= 13) || (code > 127 && blankOrUnspaced.test(text[at]!));
}

/** The end of the arithmetic or the number at an offset, whichever reaches further. */
function matchAt(text: string, at: number): number | null {
  const arithmetic = arithmeticAt(text, at).end;
  const number = numberEnd(text, at);
  return arithmetic === null ? number : Math.max(arithmetic, number ?? 0);
}

function numberEnd(text: string, at: number): number | null {
  numberText.lastIndex = at;
  const found = numberText.exec(text);
  return found === null ? null : at + found[0].length;
}

/** The end of the arithmetic at an offset (null for none), and how far the characters of arithmetic run. */
function arithmeticAt(text: string, at: number): { end: number | null; run: number } {
  arithmeticText.lastIndex = at;
  const found = arithmeticText.exec(text)?.[0] ?? '';
  const run = at + found.length;
  const kept = found.slice(0, lengthWithout(found, ' \t.x*/+^(×÷-'));
  if (!/\d\s*[+\-*x/^×÷]/.test(kept)) return { end: null, run };
  const end = at + kept.length;
  return { end: /^(?:\*\*)?(?:[\s.,:)$]|$)/.test(text.slice(end, end + 3)) ? end : null, run };
}

/** Only the last numbers are ever tried, so that of a long text the end is scanned first. */
const window = 4000;
const enough = 200;

function bare(source: Searched, index: number): Candidate[] {
  const { text } = source;
  const start = text.lastIndexOf('\n', text.length - window);
  const blank = start >= 0 ? start : text.lastIndexOf(' ', text.length - window);
  if (text.length > window && blank > 0) {
    const last = bareFrom(source, blank, index);
    if (last.length >= enough) return last;
  }
  return bareFrom(source, 0, index);
}

/** The bare numbers of a text, unless the last of them is a part of something else. */
function meant(source: Searched, index: number): Candidate[] {
  const { text } = source;
  const conditions = conditionsOf(source);
  const found = bare(source, index).filter(
    (candidate) => !conditions.some((range) => candidate.start >= range.start && candidate.end <= range.end),
  );
  const last = found.findLast((candidate) => candidate.kind === 'expr');
  if (
    last !== undefined &&
    source.text.includes('boxed') &&
    isOneOfSeveral(source.text, source.boxes(), last)
  )
    return [];
  if (last === undefined) return found;
  const isPart =
    isFragment(text, last.start, last.end) || goesWithFragment(text, last, source.environments());
  return isPart || isTally(text) ? [] : found;
}

function bareFrom(source: Searched, from: number, index: number): Candidate[] {
  const { text } = source;
  const result: Candidate[] = [];
  // Inside a run of digits and blanks without arithmetic there is none either: not looking again keeps this linear.
  let quiet = 0;
  for (let i = from; i < text.length; i += 1) {
    const c = text.charCodeAt(i);
    if ((!isDigit(c) && c !== 45 && c !== 46 && c !== 40) || !mayStart(text, i) || isReference(text, i))
      continue;
    const { end: arithmetic, run } = i < quiet ? { end: null, run: quiet } : arithmeticAt(text, i);
    if (arithmetic === null) quiet = run;
    const number = numberEnd(text, i);
    if (number !== null && number !== arithmetic) result.push(made(source, i, number, index, 300));
    if (arithmetic !== null) result.push(made(source, i, arithmetic, index, 300));
    const end = Math.max(arithmetic ?? 0, number ?? 0);
    if (end > i) i = end - 1;
  }
  return result;
}

/** The whole text, when it is short and no LaTeX environment or number alone. */
function whole(source: Searched, index: number): Candidate[] {
  const { text } = source;
  const none = noneIn(text);
  if (none > 0) return [{ ...made(source, 0, none, index, 250), percent: false }];
  if (text.length > maxLineLength || /\$[^$]*\$|\\[([]|\n\s*\S/.test(text)) return [];
  const content = stripEnds(text);
  const start = text.indexOf(content);
  if (content === '' || isLabelled(content) || numberEnd(text, start) === start + content.length) return [];
  return [{ ...made(source, start, start + content.length, index, 250), percent: false }];
}

// "B: 16" is an option, not a ratio.
function isLabelled(content: string): boolean {
  return /^\(?[A-Za-z]\s*[:.)]\s/.test(content);
}

const listMark = /^[ \t]*[-*•–+][ \t]+/;

/** x = 1 and y = 2, behind words: not the last of them alone. */
const statements =
  /(?<![\\\w.'’])(?<![-+*/^=<>·×]\s{0,2})[a-zA-Z](?:_\{?\w\}?)?\s*=[^=]{1,40}(?:,|\b(?:and|or)\b)[^=]{1,12}=/;

/** Words and marks that only lead to what is concluded. */
const leadingWords = /^[\s>]*(?:(?:so|thus|hence|therefore|then|finally|and)\b[,:]?\s+){0,2}/i;

/** The last line, without what makes it an item of a list, and the part after its last "=", "is" or colon. */
function tails(source: Searched, index: number): Candidate[] {
  const text = source.text.trimEnd();
  const lineBegin = text.lastIndexOf('\n') + 1;
  const mark = lineBegin > 0 ? listMark.exec(text.slice(lineBegin, lineBegin + 40)) : null;
  const lineStart = lineBegin + (mark?.[0].length ?? 0);
  const starts = new Set<number>([lineStart]);
  const line = text.slice(lineStart);
  if (line.length > 2000) return [];
  for (const word of ['=', ' is ', ' are ', ': ', '≈']) {
    const at = line.lastIndexOf(word);
    if (at >= 0) starts.add(lineStart + at + word.length);
  }
  const sentence = line.slice(0, -1).lastIndexOf('. ');
  if (sentence >= 0) starts.add(lineStart + sentence + 2);
  const last = line.slice(sentence + 1);
  starts.add(lineStart + sentence + 1 + (leadingWords.exec(last)?.[0].length ?? 0));
  const named = statements.exec(last)?.index;
  if (named !== undefined) starts.add(lineStart + sentence + 1 + named);
  const result: Candidate[] = [];
  for (const start of starts) {
    const candidate = tail(source, start, text.length, index);
    if (candidate !== null) result.push(candidate);
  }
  return result;
}

function tail(source: Searched, start: number, end: number, index: number): Candidate | null {
  const content = source.text.slice(start, end);
  const inside = stripEnds(content);
  if (
    inside === '' ||
    inside.length > 120 ||
    isLabelled(inside) ||
    !/\d|\b(?:pi|sqrt|inf|infinity)\b|=/.test(inside) ||
    /\$|\\[()]/.test(inside)
  )
    return null;
  const from = start + content.indexOf(inside);
  if (numberEnd(source.text, from) === from + inside.length) return null;
  return { ...made(source, from, from + inside.length, index, 300), end: source.text.length, percent: false };
}
