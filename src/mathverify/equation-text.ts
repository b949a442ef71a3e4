// Cuts the sides of equations out of a text: here from its mathematics, in equation-prose.ts from its prose.
// Masked texts keep every character in its place, so that each side can be found again in the original.
import { EnvironmentScanner } from './environments.ts';
import { chainsOfLine } from './equation-prose.ts';
import {
  blank,
  cutAt,
  equals,
  type Piece,
  partOf,
  trimmed,
  withinBrackets,
  withoutBoxes,
  withoutUnits,
} from './equation-sides.ts';

/** The sides of one chain of equations in order; a side that is no mathematics has an empty text. */
interface EquationChain {
  /** The position of a side, and its text without boxes, units and currency signs. */
  readonly sides: readonly Piece[];
  readonly plain: boolean;
  /** The names of the units that were taken out, by their place in the text. */
  readonly units: ReadonlyMap<number, string>;
}

// Words, arrows, approximations and comparisons end an equation: "\approx 3 + 4 = 7 > 0" is 3 + 4 = 7.
const separator = new RegExp(
  [
    String.raw`[;,](?!\\!)\s`,
    String.raw`\\(?:text|textbf|mathrm|mbox)\s?\{[^{}]*\}`,
    String.raw`\\(?:quad|qquad|implies|iff|therefore|because|to|(?:R|r|Longr|Leftr)ightarrow|approx|sim|cong|leq?|geq?|neq?|lt|gt)(?![A-Za-z])`,
    '[<>≤≥≈≠]=?',
  ].join('|'),
  'g',
);
// An aligned block is a display only when it is not inside one.
const displayBegins = /\\begin\{(?:align|gather|equation)\*?\}|(?<![[$={&(]\s{0,9})\\begin\{aligned\}/g;
const displayEnds = /\\end\{(?:align|gather|equation)\*?\}|\\end\{aligned\}(?![\s.,]{0,9}(?:\\[\])]|[$}]))/g;

/** All chains of equations in a text, in the order in which they begin. */
export function equationChains(source: string): EquationChain[] {
  const text = withoutMarks(source);
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
    plain += text.slice(from, found.start) + '§'.repeat(found.end - found.start);
    const start = text.indexOf(found.content, found.start);
    result.push(...latexChains({ start, text: found.content }));
    from = found.end;
  }
  result.push(...plainChains(plain + text.slice(from)));
  return result.sort((a, b) => a.sides[0]!.start - b.sides[0]!.start);
}

/** Boxes and bold type are no mathematics; displays by name are displays like any other. */
function withoutMarks(source: string): string {
  return withoutBoxes(source)
    .replace(/(?<![\d)}\]]\s?)\*\*|\*\*(?!\s?[\d({[])/g, '  ')
    .replace(displayBegins, (found) => '\\['.padEnd(found.length))
    .replace(displayEnds, (found) => '\\]'.padStart(found.length));
}

// In "$5 + $3 = $8" the signs are money: what they enclose ends in a blank, or a bracket, before a digit.
function isMoney(text: string, start: number, end: number, content: string): boolean {
  return (
    text[start] === '$' && text[start + 1] !== '$' && /[\s(]$/.test(content) && /\d/.test(text[end] ?? '')
  );
}

function latexChains(content: Piece): EquationChain[] {
  if (!content.text.includes('=')) return [];
  const cleaned = content.text
    .replace(/\\(?:begin|end)\{(?:align|aligned|gather|gathered|split|equation)\*?\}|&|~/g, blank)
    .replace(/\\?[$€£]/g, blank);
  const { text, units } = withoutUnits(cleaned, false);
  const chains: Piece[][] = [];
  for (const line of cutAt({ start: content.start, text }, /\\\\/g)) {
    for (const statement of cutAt(line, separator)) {
      const sides = cutAt(statement, equals).map((side) => exactPart(trimmed(side)));
      // A line that begins with "=" continues the last side of the line before.
      const before = chains.at(-1);
      if (sides[0]!.text === '' && before !== undefined && sides.length > 1) before.push(...sides.slice(1));
      else chains.push(sides);
    }
  }
  const placed = new Map([...units].map(([at, name]) => [at + content.start, name]));
  return chains.filter((sides) => sides.length > 1).map((sides) => chainOf(sides, false, placed));
}

/** Nothing where a remark about a modulus, or an exclamation, makes it no equation. */
function exactPart(side: Piece): Piece {
  const { text } = side;
  return /\\(?:p|b)?mod\b|\\equiv|≡|(?<!\d)!$/.test(text) ? partOf(side, 0, 0) : side;
}

function chainOf(sides: readonly Piece[], plain: boolean, units: ReadonlyMap<number, string>): EquationChain {
  const last = sides.length - 1;
  const within = sides.map((side, k) => trimmed(withinBrackets(side, k === 0, k === last)));
  return { sides: within, plain, units };
}

function plainChains(masked: string): EquationChain[] {
  const { text, units } = withoutUnits(masked, true);
  const result: EquationChain[] = [];
  for (const { start, text: line } of cutAt({ start: 0, text }, /\n/g)) {
    if (!line.includes('=')) continue;
    for (const sides of chainsOfLine(line)) {
      const placed = sides.map((side) => ({ ...side, start: side.start + start }));
      result.push(chainOf(placed, true, units));
    }
  }
  return result;
}
