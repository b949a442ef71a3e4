// Reads one side of an equation, or a lone expression, as a number without unknowns.
import { isNonNumeric, type Node } from './ast.ts';
import { Budget, isSpent } from './budget.ts';
import { constantValue, infinitySign } from './compare-number.ts';
import { defaultOptions, newContext } from './context.ts';
import { type Piece, trimmed, withoutBoxes, withoutUnits } from './equation-sides.ts';
import { exactValue } from './exact.ts';
import { textOf } from './given.ts';
import { prepare } from './prepare.ts';
import { type Rational, toNumber } from './rational.ts';
import { readText } from './read-text.ts';
import { someNode, symbolsOf } from './walk.ts';

/** A side of an equation that was understood. */
export interface NumericSide {
  readonly value: Node;
  /** The expression as parsed, and as written in the text with its units. */
  readonly text: string;
  readonly written: string;
  readonly start: number;
  readonly units: readonly string[];
  readonly plain: boolean;
  readonly isFirst: boolean;
  /** The character behind the side, after blanks and closing signs. */
  readonly next: string;
}

interface SideSource {
  readonly piece: Piece;
  readonly plain: boolean;
  readonly units: ReadonlyMap<number, string>;
  readonly isFirst: boolean;
  /** Where the next side begins; units before it belong to this one. */
  readonly until: number;
  /** The text the piece is from. */
  readonly whole: string;
}

const maxSideLength = 300;
/** What cutting one side out of the text costs, in steps. */
const sideSteps = 60;
/** A lone expression is short. */
const loneSteps = 20_000;

/** Sides that different people read differently, or that mean something other than plain numbers. */
const ambiguous = [
  // 1/2(4 + 6), and a letter applied to a number
  /(?:[/÷]|\\div)\s*[\d.]+\s*(?:\(|\\(?:sqrt|pi|frac|left))/,
  /(?<![\\a-z])[eEiI]\s*\(/,
  // operators that a problem defines for itself
  /\\(?:star|ast|circ|oplus|otimes)(?![A-Za-z])/,
  // digits in another base: 41_{(5)}, 01101000
  /\d\s*_/,
  /(?<![\d.,])0\d/,
  // dots and bars: their meaning would be a guess
  /\\[cl]?dots|\.\.|…|\\overline/,
];

const degreeSign = /\^\s?(?:\\circ(?![A-Za-z])|\{\s?\\circ\s?\})|°|\\degree(?![A-Za-z])/g;

/** Whether an angle in degrees may occur beside one in radians. */
export function mixesAngles(text: string): boolean {
  return text.search(degreeSign) >= 0 && /\\pi|π/.test(text);
}

/** A side as a number without unknowns, or null. */
export function numericSide(source: SideSource, budget: Budget): NumericSide | null {
  const { piece, plain, isFirst, until, whole } = source;
  budget.charge(sideSteps + (source.units.size >> 4));
  const value = numberOf(piece.text, plain, budget);
  if (value === null) return null;
  const end = piece.start + piece.text.length;
  const units = [...source.units].filter(([at]) => at >= piece.start && at < until).map(([, name]) => name);
  const next = /^[\s)}\]$*.]{0,8}(.?)/s.exec(whole.slice(end, end + 10))?.[1] ?? '';
  const written = whole.slice(piece.start, end);
  return { value, text: piece.text, written, start: piece.start, units, plain, isFirst, next };
}

function numberOf(text: string, plain: boolean, budget: Budget): Node | null {
  if (text === '' || text.length > maxSideLength || !/\d|\\pi|\\sqrt/.test(text)) return null;
  const degrees = text.replace(degreeSign, ' ').replaceAll('{,}', ',');
  if (ambiguous.some((form) => form.test(degrees))) return null;
  // Degrees cancel out of sums; in trigonometry and next to pi they are a factor.
  if (text.search(degreeSign) >= 0 && /\\(?:sin|cos|tan|cot|sec|csc|pi)/.test(text)) return null;
  const node = readText(degrees, { plain }, budget);
  if (node === null || symbolsOf(node).size > 0 || someNode(node, isNoNumber)) return null;
  return prepare(node, budget);
}

function isNoNumber(node: Node): boolean {
  if (node.kind === 'call') return !node.known;
  if (node.kind === 'number') return node.base !== null;
  return isNonNumeric(node) || /^(?:relation|binder|plusminus)$/.test(node.kind) || infinitySign(node) !== 0;
}

/**
 * The exact value of one numeric expression as written in a solution; null when it has none. Never throws.
 *
 * @example exactNumber('2/3 + 1'); // { n: 5n, d: 3n }
 */
export function exactNumber(text: string): Rational | null {
  return loneNumber(text, exactValue);
}

/** As `exactNumber`, to some 15 digits: for roots, logarithms and the like, which have no exact value. Never throws. */
export function approximateNumber(text: string): number | null {
  const value = loneNumber(text, (node, budget) => constantValue(node, newContext(defaultOptions, budget)));
  return value && toNumber(value);
}

function loneNumber(
  text: string,
  rationalOf: (node: Node, budget: Budget) => Rational | null,
): Rational | null {
  const read = trimmed({ start: 0, text: withoutBoxes(textOf(text)).replace(/\\?[$€£]/g, ' ') }).text;
  const budget = new Budget(loneSteps);
  try {
    const value =
      numberOf(withoutUnits(read, true).text, true, budget) ??
      numberOf(withoutUnits(read, false).text, false, budget);
    return value && rationalOf(value, budget);
  } catch (error) {
    if (!isSpent(error)) throw error;
    return null;
  }
}
