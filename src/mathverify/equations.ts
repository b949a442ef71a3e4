// Finds plain numeric equations in prose (3 \cdot 4 = 12 = 24/2) and says of each whether it holds exactly.
// Equations with unknowns, approximations and what cannot be decided are left out.
import type { Node } from './ast.ts';
import { Budget, isSpent } from './budget.ts';
import { infinitySign } from './compare-number.ts';
import type { Context } from './context.ts';
import { equationChains } from './equation-text.ts';
import { prepare } from './prepare.ts';
import { sameFunction } from './probe.ts';
import { readText } from './read-text.ts';
import { someNode, symbolsOf } from './walk.ts';

/** Two neighbouring sides of an equation as written, and whether they are exactly equal. */
export interface CheckedEquation {
  readonly left: string;
  readonly right: string;
  readonly holds: boolean;
}

const LONGEST_SIDE = 300;
/** A whole solution may hold hundreds of equations: more steps than one comparison has. */
const STEPS = 200_000;
/** What cutting one side out of the text costs, in steps. */
const SIDE_STEPS = 60;
const OPTIONS = {
  precision: 6,
  numericPrecision: 15,
  strict: true,
  allowSetRelation: false,
  requireAll: true,
  numberBases: false,
};

/** The numeric equations of a text in order of appearance. Never throws; stops when the budget is spent. */
export function checkEquations(
  text: string,
  options: { readonly maxSteps?: number } = {},
): CheckedEquation[] {
  const budget = new Budget(options.maxSteps ?? STEPS);
  const result: CheckedEquation[] = [];
  try {
    budget.charge(1 + (text.length >> 6));
    for (const { sides, plain } of equationChains(text)) {
      const values = sides.map((side) => numericValue(side, plain, budget));
      for (let k = 0; k + 1 < sides.length; k += 1) {
        const holds = equal(values[k]!, values[k + 1]!, budget);
        if (holds !== null) result.push({ left: sides[k]!, right: sides[k + 1]!, holds });
      }
    }
  } catch (error) {
    if (!isSpent(error)) throw error;
  }
  return result;
}

/** Sides that different people read differently, or that mean something other than plain numbers. */
const AMBIGUOUS = [
  // 1/2(4 + 6), and a letter applied to a number
  /\/\s*[\d.]+\s*(?:\(|\\(?:sqrt|pi|frac|left))/,
  /(?<![\\a-z])[eEiI]\s*\(/,
  // operators that a problem defines for itself
  /\\(?:star|ast|circ|degree|oplus|otimes)|°/,
  // digits in another base: 41_{(5)}, 01101000
  /\d\s*_/,
  /(?<![\d.,])0\d/,
];

/** A side as a number without unknowns, or null. */
function numericValue(side: string, plain: boolean, budget: Budget): Node | null {
  budget.charge(SIDE_STEPS);
  if (side === '' || side.length > LONGEST_SIDE || !/\d|\\pi|\\sqrt/.test(side)) return null;
  if (AMBIGUOUS.some((form) => form.test(side))) return null;
  const node = readText(side, { plain }, budget);
  if (node === null || symbolsOf(node).size > 0 || someNode(node, isNoNumber)) return null;
  return prepare(node, budget);
}

function isNoNumber(node: Node): boolean {
  if (node.kind === 'call') return !node.known;
  if (node.kind === 'number') return node.base !== null;
  return (
    /^(relation|set|tuple|interval|setop|domain|matrix|text|not|binder)$/.test(node.kind) ||
    infinitySign(node) !== 0
  );
}

function equal(left: Node | null, right: Node | null, budget: Budget): boolean | null {
  if (left === null || right === null) return null;
  const context: Context = { options: OPTIONS, budget, reason: '' };
  const outcome = sameFunction(left, right, context);
  return outcome === 'undecided' ? null : outcome === 'equal';
}
