// Finds plain numeric equations in prose (3 \cdot 4 = 12 = 24/2) and says of each whether it holds.
// Equations with unknowns, approximations and what cannot be decided are left out.
import { Budget, isSpent } from './budget.ts';
import { defaultOptions, newContext } from './context.ts';
import { holdsRounded, seemsFalseOnly, speaksOfOtherArithmetic } from './equation-doubt.ts';
import { mixesAngles, type NumericSide, numericSide } from './equation-number.ts';
import { equationChains } from './equation-text.ts';
import { textOf } from './given.ts';
import { sameFunction } from './probe.ts';

/** Two neighbouring sides of an equation as written, where they begin in the text, and whether they are equal. */
export interface CheckedEquation {
  /** Text of the left side. */
  readonly left: string;
  /** Text of the right side. */
  readonly right: string;
  /** Position of the left side in the text (UTF-16 units, from 0). */
  readonly leftStart: number;
  /** Position of the right side. */
  readonly rightStart: number;
  /** Whether both sides have the same value. */
  readonly holds: boolean;
}

/** How strictly `checkEquations` reads, and how many steps it may spend. */
export interface EquationOptions {
  /**
   * Accepts equations as people write them: `2/3 = 0.67` holds, because the decimal is the other side rounded to its
   * digits. Equations that may only look false are left out: values rounded earlier, a percentage for a
   * fraction, a quotient without its remainder, an ambiguous notation, a text about moduli or contradictions. Default
   * false: an equation holds exactly or not at all.
   */
  readonly roundingTolerant?: boolean;
  /** Budget of steps for the whole text, deterministic; 200,000 by default. Later equations are left out. */
  readonly maxSteps?: number;
}

/** A whole solution may hold hundreds of equations: more steps than one comparison has. */
const steps = 200_000;

/**
 * Finds the numeric equations of a text and checks each, in order of appearance; equations with unknowns are left
 * out. Never throws, and stops when the steps are spent.
 *
 * @example checkEquations('2 + 2 = 5')[0]?.holds; // false
 */
export function checkEquations(text: string, options: EquationOptions = {}): CheckedEquation[] {
  const whole = textOf(text);
  const { roundingTolerant = false, maxSteps = steps } = options;
  const result: CheckedEquation[] = [];
  if (!whole.includes('=')) return result;
  const budget = new Budget(maxSteps);
  try {
    budget.charge(1 + (whole.length >> 6));
    const onlySure = roundingTolerant && speaksOfOtherArithmetic(whole);
    for (const { sides, plain, units } of equationChains(whole)) {
      const read = sides.map((side, k) =>
        numericSide(
          {
            piece: side,
            plain,
            units,
            isFirst: k === 0,
            until: sides[k + 1]?.start ?? whole.length,
            whole,
          },
          budget,
        ),
      );
      for (const [k, left] of read.entries()) {
        const right = read[k + 1];
        if (!left || !right) continue;
        const holds = outcome(left, right, roundingTolerant, budget);
        if (holds === null || (!holds && onlySure)) continue;
        const [leftStart, rightStart] = [left.start, right.start];
        result.push({ left: left.written, right: right.written, leftStart, rightStart, holds });
      }
    }
  } catch (error) {
    if (!isSpent(error)) throw error;
  }
  return result;
}

function outcome(left: NumericSide, right: NumericSide, tolerant: boolean, budget: Budget): boolean | null {
  const context = newContext(defaultOptions, budget);
  const same = sameFunction(left.value, right.value, context);
  if (same === 'equal') return true;
  // Amounts in two units may have been converted without saying so.
  if (new Set([...left.units, ...right.units]).size > 1 || mixesAngles(left.text + right.text)) return null;
  if (!tolerant) return same === 'undecided' ? null : false;
  if (holdsRounded(left, right, context)) return true;
  return same === 'undecided' || seemsFalseOnly(left, right, context) ? null : false;
}
