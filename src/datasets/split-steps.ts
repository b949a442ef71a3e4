// Cuts the text of a solution into steps: at blank lines and before numbered steps, else at line ends, else between
// sentences; never inside mathematics, an environment, a drawing or code. A displayed formula belongs to the sentence
// it ends, a heading to the step after it, and a continued sentence to the step in which it began.
import { protectedPositions } from './protected-text.ts';

/** Offsets at which a new piece begins, ascending. */
type Cuts = readonly number[];

function cutsAfter(text: string, inside: Uint8Array, separator: RegExp): number[] {
  return [...text.matchAll(separator)]
    .filter(({ index }) => inside[index] === 0)
    .map((match) => match.index + match[0].length);
}

const numbered =
  /(?<=^|\n)[ \t]*(?:#{1,6}[ \t]*)?(?:\*\*[ \t]*)?(?:(?:step|STEP|Step)[ \t]*(\d{1,3})\b|\(?(\d{1,3})[.)](?=[ \t*]))/g;

/** Line starts that carry on a count from 1: `1.` `2.` …, `Step 1` `Step 2` …; a year or a decimal does not. */
function numberedCuts(text: string, inside: Uint8Array): number[] {
  const found = [...text.matchAll(numbered)].filter(({ index }) => inside[index] === 0);
  const cuts: number[] = [];
  let last = 0;
  for (const match of found) {
    const number = Number(match[1] ?? match[2]);
    if (number !== 1 && number !== last + 1) continue;
    last = number;
    cuts.push(match.index);
  }
  return cuts.length > 1 ? cuts : [];
}

const abbreviations =
  /(?:\b(?:e\.g|i\.e|cf|fig|eq|eqs|thm|prop|lem|no|nos|mr|mrs|ms|dr|st|vs|resp|approx)|(?:^|\n)[ \t]*\(?\d{1,3})$/i;

/** A full stop inside a formula also ends the sentence: `\[x = 3.\]Then`, `$x = 3.$ Then`. */
const formulaEnd = /[.!?]\s*(?:\$\$?|\\[\])]|\\end\{[a-z]+\*?\})\s*(?=\p{Lu})/gu;

/** After `.`, `!` or `?` before a capital, a command or mathematics; an abbreviation or a list number ends nothing. */
function sentenceCuts(text: string, inside: Uint8Array): number[] {
  const cuts: number[] = [];
  for (const match of text.matchAll(/[.!?]['")\]]*\s+(?=["'(]?[\p{Lu}\\$])|[。！？]\s*/gu)) {
    if (inside[match.index] === 1) continue;
    const before = text.slice(Math.max(0, match.index - 16), match.index);
    if (match[0].startsWith('.') && abbreviations.test(before)) continue;
    cuts.push(match.index + match[0].length);
  }
  for (const match of text.matchAll(formulaEnd)) {
    const end = match.index + match[0].length;
    if (inside[match.index] === 1 && inside[end] === 0) cuts.push(end);
  }
  return cuts;
}

function cutAt(text: string, cuts: Cuts): string[] {
  const places = [...new Set(cuts)].filter((at) => at > 0 && at < text.length).sort((a, b) => a - b);
  return [0, ...places].map((from, index) => text.slice(from, places[index] ?? text.length));
}

/** `\[\blacksquare\]` and the like: the proof is done. */
const endOfProof = /^[\s\\$()[\]]*(?:blacksquare|square|Box|qed|boxed\{\s*\})[\s\\$()[\].]*$/i;

/** A rule of dashes, the mark of a picture, the sign that a proof is done: nothing that could be a step. */
function saysNothing(text: string): boolean {
  return !/[\p{L}\p{N}]/u.test(text) || endOfProof.test(text) || /^(?:<[^<>\n]*>\s*)+$/.test(text);
}

/** Nothing but mathematics, white space and punctuation. */
function isFormula(piece: string, inside: Uint8Array, from: number): boolean {
  for (let at = 0; at < piece.length; at += 1) {
    if (inside[from + at] === 0 && !/[\s.,;:]/.test(piece[at]!)) return false;
  }
  return true;
}

function isHeading(line: string): boolean {
  return /^(?:#{1,6}[ \t][^\n]*|\*\*[^*\n]{1,80}\*\*:?|(?:step \d{1,3}|solution|proof)[.:]?)$/i.test(line);
}

/** Longest line that introduces what comes after its colon. */
const maxLeadLength = 80;

/** Whether `next`, which begins at `from`, continues the step of `previous`. */
function goesOn(previous: string, next: string, inside: Uint8Array, from: number): boolean {
  const before = previous.trim();
  const after = next.trim();
  if (before === '' || after === '' || before.endsWith(',') || isHeading(before)) return true;
  if (saysNothing(after)) return true;
  const ended = /[.!?。！？]['")\]*]*$/.test(before);
  if (!ended && (/^(?:\\\[|\$\$|\\begin\b)/.test(after) || isFormula(next, inside, from))) return true;
  if (before.endsWith(':')) return before.length < maxLeadLength && !/^\W*\d/.test(after);
  return !ended && /^\p{Ll}/u.test(after);
}

/** Joins fragments to the step before them, and headings to the step after them. */
function joined(pieces: readonly string[], inside: Uint8Array): string[] {
  const steps: string[] = [];
  let from = 0;
  for (const [index, piece] of pieces.entries()) {
    if (index > 0 && goesOn(pieces[index - 1]!, piece, inside, from)) steps[steps.length - 1] += piece;
    else steps.push(piece);
    from += piece.length;
  }
  return steps;
}

/** The pieces of a text, with their white space: joined they are the text, to the letter. */
export function splitPieces(text: string): string[] {
  const inside = protectedPositions(text);
  const levels = [
    () => [...cutsAfter(text, inside, /\r?\n[ \t]*\r?\n\s*/g), ...numberedCuts(text, inside)],
    () => cutsAfter(text, inside, /\r?\n/g),
    () => sentenceCuts(text, inside),
  ];
  for (const level of levels) {
    const cuts = level();
    if (cuts.length === 0) continue;
    const pieces = joined(cutAt(text, cuts), inside);
    if (pieces.length > 1) return pieces;
  }
  return text === '' ? [] : [text];
}

/** The steps of a solution's text, trimmed; none for a blank text. */
export function splitSteps(text: string): string[] {
  return splitPieces(text)
    .map((piece) => piece.trim())
    .filter((piece) => piece !== '');
}
