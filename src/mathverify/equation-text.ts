// Cuts the sides of equations out of prose: from environments as they stand, from plain text by their characters.
import { EnvironmentScanner } from './environments.ts';
import { stripEnds } from './read-text.ts';

/** The sides of one chain of equations in order; a side that is no mathematics is an empty text. */
interface EquationChain {
  readonly sides: readonly string[];
  readonly plain: boolean;
}

// What may stand in a side written in plain text: digits, operators, brackets, blanks, and a few commands.
const SIDE =
  /(?:[\d\s.,+\-*/^()×÷·⋅−%$€£{}!]|\\(?:cdot|times|div|d?frac|tfrac|sqrt|left|right|%|,|!|\$|pi)(?![A-Za-z]))/y;
// Words and gaps that make what follows only part of a side: "20% of 50 = 10".
const ACTS = /(?:§|\b(?:of|plus|minus|times|by|over|mod|modulo|base|than))\s*$/i;
const REACH = 200;
const EQUALS = /(?<![<>!:=≈~])=(?!=)/;

/** All chains of equations in a text. */
export function equationChains(source: string): EquationChain[] {
  // Displays by name are displays like any other.
  const text = source
    .replace(/\\begin\{(?:align|gather|equation)\*?\}/g, '\\[')
    .replace(/\\end\{(?:align|gather|equation)\*?\}/g, '\\]');
  const result: EquationChain[] = [];
  const scanner = new EnvironmentScanner(text);
  let from = 0;
  let plain = '';
  for (;;) {
    const found = scanner.firstIn(from, text.length);
    if (found === null) break;
    if (isMoney(text, found.start, found.end, found.content)) {
      plain += `${text.slice(from, found.start)} `;
      from = found.start + 1;
      continue;
    }
    if (found.content.length === found.end - found.start) {
      // A bare fraction is part of the plain text around it.
      plain += text.slice(from, found.end);
      from = found.end;
      continue;
    }
    // Mathematics in between is no part of a plain equation: a letter in its place breaks it up.
    plain += `${text.slice(from, found.start)}§`;
    result.push(...latexChains(found.content));
    from = found.end;
  }
  result.push(...plainChains(plain + text.slice(from)));
  return result;
}

// In "$5 + $3 = $8" the signs are money: what they enclose ends in a blank before a digit.
function isMoney(text: string, start: number, end: number, content: string): boolean {
  return text[start] === '$' && text[start + 1] !== '$' && /\s$/.test(content) && /\d/.test(text[end] ?? '');
}

function latexChains(content: string): EquationChain[] {
  if (!content.includes('=')) return [];
  const result: string[][] = [];
  for (const line of content
    .replace(/\\(?:begin|end)\{(?:align|aligned|gather|split|equation)\*?\}|&/g, ' ')
    .split('\\\\')) {
    for (const statement of line.split(
      /[;,](?!\\!)\s|\\(?:quad|qquad|implies|Rightarrow|Longrightarrow|text)\b/,
    )) {
      const sides = statement.split(EQUALS).map((side) => exactPart(side.trim()));
      // A line that begins with "=" goes on with the last side of the line before.
      const before = result[result.length - 1];
      if (sides[0] === '' && before !== undefined && sides.length > 1) before.push(...sides.slice(1));
      else result.push(sides);
    }
  }
  return result.filter((sides) => sides.length > 1).map((sides) => ({ sides, plain: false }));
}

/** The side up to an approximation, a comparison or a remark about a modulus, which are no equations. */
function exactPart(side: string): string {
  if (
    /\\(?:p|b)?mod\b|\\equiv|≡|[<>≤≥]|\\(?:le|ge|ne|lt|gt|leq|geq|neq)\b|!$/.test(side) &&
    !/\d!$/.test(side)
  )
    return '';
  return stripEnds(side.split(/\\approx|≈|\\sim|\\to\b|\\rightarrow/)[0]!);
}

function plainChains(text: string): EquationChain[] {
  const result: EquationChain[] = [];
  for (const line of text.split('\n')) {
    if (line.includes('=')) result.push(...chainsOfLine(line));
  }
  return result;
}

function chainsOfLine(line: string): EquationChain[] {
  const marks: number[] = [];
  for (let at = line.indexOf('='); at >= 0; at = line.indexOf('=', at + 1)) {
    if (!/[<>!:=≈~]/.test(line[at - 1] ?? '') && line[at + 1] !== '=') marks.push(at);
  }
  const result: EquationChain[] = [];
  let sides: string[] = [];
  for (const [k, at] of marks.entries()) {
    const left = leftSide(line, at);
    const right = rightSide(line, at);
    const next = marks[k + 1];
    if (sides.length === 0) sides.push(left);
    sides.push(right.text);
    // The chain goes on only when the right side reaches up to the next sign of equality.
    if (next === undefined || right.end < next) {
      result.push({ sides, plain: true });
      sides = [];
    }
  }
  return result;
}

/** The arithmetic before an equals sign; empty when letters belong to it. */
function leftSide(line: string, at: number): string {
  let start = at;
  const floor = Math.max(0, at - REACH);
  for (let i = at - 1; i >= floor; i -= 1) {
    const length = sideCharacter(line, i);
    if (length > 0 && i + length <= start) start = i;
    else if (!insideCommand(line, i)) break;
  }
  const cut = line.slice(start, at);
  const boundary = Math.max(
    ...[', ', '. ', '; ', ': '].map((mark) => cut.lastIndexOf(mark) + (cut.includes(mark) ? 2 : 0)),
    0,
  );
  const side = cut.slice(boundary);
  const before = boundary > 0 ? ' ' : (line[start - 1] ?? ' ');
  // "2x + 3 = 7" or "f(2) = 4": what is left of the side belongs to something with letters.
  if (
    /^\s*[+*/^×÷·.)]|^\s*-\s/.test(side) ||
    (/[^\s]/.test(before) && /^\S/.test(side) && /[\p{L}\p{N}§_\\})\]'"=]/u.test(before))
  )
    return '';
  if (before === '§' || (boundary === 0 && ACTS.test(line.slice(Math.max(0, start - 20), start)))) return '';
  return tidy(side);
}

function rightSide(line: string, at: number): { text: string; end: number } {
  let end = at + 1;
  while (end < line.length && end < at + REACH) {
    const length = sideCharacter(line, end);
    if (length === 0) break;
    end += length;
  }
  let side = line.slice(at + 1, end);
  const stop = side.search(/[.,;:](?:\s|$)/);
  const cut = stop >= 0;
  if (cut) side = side.slice(0, stop);
  const after = cut ? '' : line.slice(end, end + 8);
  const glued = /^[\p{L}§_\\]/u.test(after) && /\S$/.test(side);
  const continues =
    /[+\-*/^×÷·(]\s*$/.test(side) || glued || /^\s*\(?\\?p?mod\b/.test(after) || /^§/.test(after.trimStart());
  return { text: continues ? '' : tidy(side), end: cut ? at + 1 + stop : end };
}

function sideCharacter(line: string, at: number): number {
  SIDE.lastIndex = at;
  return SIDE.exec(line)?.[0].length ?? 0;
}

// A letter may be part of a command that begins further left: the scan to the left has to look for it.
function insideCommand(line: string, at: number): boolean {
  for (let slash = at - 1; slash >= Math.max(0, at - 6); slash -= 1) {
    if (line[slash] === '\\') return slash + sideCharacter(line, slash) > at;
  }
  return false;
}

function tidy(side: string): string {
  return side.replace(/[$€£]/g, '').trim();
}
