// What a comparison carries along: options, the budget, and the reason for the latest finding.
import type { Node } from './ast.ts';
import type { Budget } from './budget.ts';
import { type Witness, witnessText } from './witness.ts';

/** What a comparison of two parts finds. */
export type Outcome = 'equal' | 'different' | 'undecided';

export interface CompareOptions {
  /** Decimals to which both sides are rounded when one is written as a decimal. */
  readonly precision: number;
  /** Significant digits to which values have to agree when none is written as a decimal; 15 asks for exactness. */
  readonly numericPrecision: number;
  /** False lets the prediction use other letters for its unknowns. */
  readonly strict: boolean;
  /** True lets an unsolved relation in the prediction match a solved set in the gold answer. */
  readonly allowSetRelation: boolean;
  /** False lets a prediction name some of several required parts. */
  readonly requireAll: boolean;
  /** True reads 1011_2 as a number in base two; otherwise the index is ignored. */
  readonly numberBases: boolean;
  /**
   * `convert`: a unit on one side alone is accepted, two must agree after conversion; `strict`: a gold answer with a
   * unit asks for one; `off`: units are ignored.
   */
  readonly units: 'convert' | 'strict' | 'off';
}

export const defaultOptions: CompareOptions = {
  precision: 6,
  numericPrecision: 15,
  strict: true,
  allowSetRelation: false,
  requireAll: true,
  numberBases: true,
  units: 'convert',
};

/**
 * What a finding rests on. `exact`: exact values, a proof by normal form or case by case, or identity at random points
 * of what is a quotient of polynomials;
 * `probes`: agreement at chosen points, or one point of disagreement; `computed`: digits within a bound of their error;
 * `shape`: what sort of answers they are, and their parts; `text`: the same words or choice; `none`: nothing was found.
 */
export type Method = 'exact' | 'probes' | 'computed' | 'shape' | 'text' | 'none';

/** The state of one comparison, with what the latest finding rests on. */
export interface Context {
  readonly options: CompareOptions;
  readonly budget: Budget;
  reason: string;
  method: Method;
  witness: Witness | null;
  /** Whether the values of the witness are exact, so that nothing that was not worked out is among them. */
  exact: boolean;
}

/** A comparison that has found nothing yet. */
export function newContext(options: CompareOptions, budget: Budget): Context {
  return { options, budget, reason: '', method: 'none', witness: null, exact: false };
}

/** Notes why, and hands the outcome on. */
export function found(
  context: Context,
  outcome: Outcome,
  reason: string,
  method: Method = outcome === 'undecided' ? 'none' : 'shape',
  witness: Witness | null = null,
): Outcome {
  context.reason = witness === null ? reason : `${reason}: ${witnessText(witness)}`;
  context.method = method;
  context.witness = witness;
  context.exact = false;
  return outcome;
}

/** All parts equal, any different, otherwise undecided. */
export function allEqual<T>(items: readonly T[], test: (item: T, index: number) => Outcome): Outcome {
  let result: Outcome = 'equal';
  for (const [index, item] of items.entries()) {
    const outcome = test(item, index);
    if (outcome === 'different') return outcome;
    if (outcome === 'undecided') result = outcome;
  }
  return result;
}

/** Any part equal, all different, otherwise undecided, for the reason of such a part. */
export function anyEqual<T>(items: readonly T[], context: Context, test: (item: T) => Outcome): Outcome {
  let undecided: string | null = null;
  for (const item of items) {
    const outcome = test(item);
    if (outcome === 'equal') return outcome;
    if (outcome === 'undecided') undecided = context.reason;
  }
  return undecided === null ? 'different' : found(context, 'undecided', undecided);
}

/** The comparison of any two values, passed to the specialised ones so that they need not know each other. */
export type Compare = (gold: Node, prediction: Node, context: Context) => Outcome;

/** The reasons of comparisons of values. */
export const same = 'the values are the same';
export const unknown = 'the values could not be told apart or computed';
const notSame = 'the values are not the same';

/** Notes a counterexample. */
export function different(
  context: Context,
  method: 'exact' | 'probes' | 'computed',
  witness: Witness,
  exact = method === 'exact',
): Outcome {
  found(context, 'different', notSame, method, witness);
  context.exact = exact;
  return 'different';
}
