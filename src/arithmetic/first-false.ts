// The steps of a solution with arithmetic that is false: closed equalities and inequalities, checked exactly, with
// rounding read as people write it. It knows nothing else about mathematics.
import { approximateNumber } from '../mathverify/equation-number.ts';
import { checkEquations, exactNumber } from '../mathverify/index.ts';
import { falseComparisons } from './comparisons.ts';
import { hasOtherArithmetic, mayBeMeant } from './doubt.ts';
import type { Statement } from './statement.ts';

/** A false statement of a step: as written, and what both sides come to. */
export interface FalseStatement {
  /** 0-based. */
  readonly step: number;
  readonly left: string;
  /** `=`, `<`, `>`, `≤`, `≥` or `≈`. */
  readonly sign: string;
  readonly right: string;
  /** The values in print; null where a side is too long to be worked out alone. */
  readonly leftValue: string | null;
  readonly rightValue: string | null;
}

function falseEquations(text: string): Statement[] {
  if (!text.includes('=')) return [];
  return checkEquations(text, { roundingTolerant: true })
    .filter(({ holds }) => !holds)
    .map(({ left, right, leftStart, rightStart }) => ({
      left,
      sign: '=',
      right,
      start: leftStart,
      end: rightStart + right.length,
    }));
}

/** A value for people: whole numbers and short decimals as they are, fractions with their decimal. */
function valueText(text: string): string | null {
  const exact = exactNumber(text);
  if (exact === null) {
    const near = approximateNumber(text);
    return near === null ? null : `about ${Number(near.toPrecision(8))}`;
  }
  const { n, d } = exact;
  if (d === 1n) return String(n);
  const decimal = Number(n) / Number(d);
  return 10n ** 6n % d === 0n ? String(decimal) : `${n}/${d}, about ${Number(decimal.toPrecision(6))}`;
}

/** Agreement to so many digits is equality of what has no exact value. */
const near = 1e-9;

/** Whether the sides of an equation may be equal as people write: a root, or a quotient without an end, as a whole number. */
function isRounded({ left, right, sign }: Statement): boolean {
  if (sign !== '=') return false;
  const [a, b] = [approximateNumber(left), approximateNumber(right)];
  if (a === null || b === null) return false;
  if (Math.abs(a - b) <= near * Math.max(Math.abs(a), Math.abs(b))) return true;
  const exact = exactNumber(left);
  const ends = exact !== null && 10n ** 12n % exact.d === 0n;
  return !ends && Number.isInteger(b) && Math.round(a) === b;
}

/** The first false statement of a step's text, or null. Never throws. */
function falseIn(text: string): Statement | null {
  if (!/\d/.test(text)) return null;
  const found = [...falseEquations(text), ...falseComparisons(text)].filter(
    (statement) => !isRounded(statement) && !mayBeMeant(statement, text),
  );
  return found.reduce<Statement | null>(
    (first, one) => (first === null || one.start < first.start ? one : first),
    null,
  );
}

interface Solved {
  /** Tells whether familiar signs have another meaning: then nothing is flagged. */
  readonly problem: string;
  readonly steps: readonly string[];
}

/** The first false statement of each step that has one that is certain, in the order of the steps. Never throws. */
export function* falseStatements({ problem, steps }: Solved): Generator<FalseStatement> {
  if (hasOtherArithmetic(problem)) return;
  for (const [step, text] of steps.entries()) {
    const found = falseIn(text);
    if (found === null) continue;
    const { left, sign, right } = found;
    yield { step, left, sign, right, leftValue: valueText(left), rightValue: valueText(right) };
  }
}

/** The first false statement of a solution, or null when there is none that is certain. Never throws. */
export function firstFalseStatement(solution: Solved): FalseStatement | null {
  for (const found of falseStatements(solution)) return found;
  return null;
}
