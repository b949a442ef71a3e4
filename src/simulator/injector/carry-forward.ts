// Carries a changed value through the steps that follow: the old value is replaced wherever it occurs, and what was
// computed from it is computed anew, so that after the error everything is consistent.
import { checkEquations, exactNumber } from '../../mathverify/index.ts';
import type { ChainsOf } from './chains.ts';
import { numeralsIn, printValue, replaceNumerals, signedNumeral } from './numerals.ts';

export interface Carrier {
  /** Announces that what was written `old` is now written `changed`. */
  change(old: string, changed: string): void;
  /** A part of the original text, in order, as it reads after the changes so far; null where that makes no sense. */
  carry(text: string): string | null;
}

const maxRepairs = 40;
/** The text before a number that a step states as a result. */
const claim =
  /(?:=|\\equiv|\bis|\bto|\bare|\bequals?|\bgives?|\bget|\bobtain|\bleaves|\\boxed\{)\s*\$?[-−]?$/;

/** `known`: the text before the error. A number in it may mean something else later on. */
export function createCarrier(known: readonly string[], chainsIn: ChainsOf): Carrier {
  const seen = new Set(known.flatMap(numeralsIn));
  /** Replaced wherever they occur. */
  const everywhere = new Map<string, string>();
  /** Seen before the error too: replaced only where a result is stated. */
  const inClaims = new Map<string, string>();

  const change = (old: string, changed: string): void => {
    everywhere.delete(old);
    inClaims.delete(old);
    (seen.has(old) ? inClaims : everywhere).set(old, changed);
  };
  const replaced = (text: string): string =>
    replaceNumerals(text, (found, before) => {
      if (/[_^]\{?$/.test(before)) return undefined;
      return everywhere.get(found) ?? (claim.test(before) ? inClaims.get(found) : undefined);
    });

  const carry = (text: string): string | null => {
    for (const { sides } of chainsIn(text)) {
      const first = sides[0]!;
      const before = exactNumber(first.text);
      const after = exactNumber(replaced(first.text));
      if (after === null) return null;
      if (after.n === before?.n && after.d === before.d) continue;
      for (const side of sides.slice(1)) {
        const old = signedNumeral(side.text);
        const changed = signedNumeral(printValue(after, text));
        // Text holds the sign and the number apart, so a result that changes its sign cannot be carried.
        if (old !== null && old.sign !== changed?.sign) return null;
        if (old !== null && changed !== null) change(old.numeral, changed.numeral);
      }
    }
    const result = replaced(text);
    for (const found of numeralsIn(text)) seen.add(found);
    return result === text ? text : repaired(withoutRepetition(result));
  };
  return { change, carry };
}

/**
 * Leaves computed sides in the middle of a chain out where they no longer fit ("= 148 - 34 ="), and puts the value
 * in place of one at the end. Null where a plain result does not fit: two values were confused, and the text would
 * not be consistent.
 */
function repaired(text: string): string | null {
  let current = text;
  for (let repairs = 0; repairs < maxRepairs; repairs += 1) {
    const equations = checkEquations(current, { roundingTolerant: true });
    const at = equations.findIndex(({ holds }) => !holds);
    const wrong = equations[at];
    if (wrong === undefined) return current;
    const value = exactNumber(wrong.left);
    if (value === null || signedNumeral(wrong.right) !== null) return null;
    const next = equations[at + 1];
    const isMiddle = next?.leftStart === wrong.rightStart;
    const end = isMiddle ? next!.rightStart : wrong.rightStart + wrong.right.length;
    const instead = isMiddle ? '' : rightSide(wrong.right, printValue(value, current));
    current = current.slice(0, wrong.rightStart) + instead + current.slice(end);
  }
  return null;
}

/** Two forms of one value, as in "= 46/80 = 23/40", may have become the same. */
function withoutRepetition(text: string): string {
  return text.replaceAll(/(=\s*)(\\frac\{\d+\}\{\d+\}|\d+)\s*=\s*\2(?![\d.])/g, '$1$2');
}

/** The braces of `\boxed{42}` are read as brackets of the side: they stay. */
function rightSide(old: string, value: string): string {
  return /^\{[^{}]*\}$/.test(old) ? `{${value}}` : value;
}
