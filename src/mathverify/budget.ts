// The one step budget of a call: every stage charges it, so that cost is bounded without timers or signals.
// A step is roughly one token, one node visit or 64 characters scanned; it is deterministic.

/**
 * Steps that a call may spend unless its options say otherwise: under 50 ms, and five times what ordinary answers
 * need. A step is roughly one token, one node or 64 characters scanned.
 */
export const defaultSteps = 50_000;

/** Longest text that is read in full, in characters; of a longer one only the end is read, where answers are. */
export const maxTextLength = 1_000_000;

/** Longest single expression that is parsed, in UTF-16 units. */
export const maxExpressionLength = 20_000;

/** Deepest nesting of brackets, braces and functions that is parsed. */
export const maxDepth = 100;

// Thrown inside this module only, and created once: the stack of a control-flow signal is never read.
const spent = new Error('step budget spent');

/** A counter that runs down; `charge` throws a signal that `isSpent` knows once it is empty. */
export class Budget {
  private left: number;

  constructor(steps: number) {
    this.left = steps;
  }

  /** Steps that may still be spent. */
  get remaining(): number {
    return this.left;
  }

  charge(steps = 1): void {
    this.left -= steps;
    if (this.left < 0) throw spent;
  }
}

/** Whether a caught value is the signal of an empty budget. */
export function isSpent(error: unknown): boolean {
  return error === spent;
}
