// The ways in which one step can be made wrong: by an edited equation, shown or hidden, or by a false inference.
import { exactNumber, type Rational } from '../../mathverify/index.ts';
import { edits } from '../../records/wrong-rules.ts';
import type { Chain, ChainsOf } from './chains.ts';
import type { ErrorKind } from './error-kinds.ts';
import { inferencesIn } from './inference.ts';
import { inStyleOf, printValue, signedNumeral } from './numerals.ts';

/**
 * `shown`: the wrong rule is written in the equation, which then holds. `hidden`: the equation stays and gets the wrong
 * rule's value, so it does not hold. `inferred`: a sentence is added whose reason is false and whose arithmetic holds.
 */
export type Style = 'shown' | 'hidden' | 'inferred';

export interface Candidate {
  readonly style: Style;
  /** The step up to and with the change. */
  readonly head: string;
  /** The rest of the step as it was. */
  readonly rest: string;
  /** The original text before the changed value. */
  readonly before: string;
  readonly old: string;
  readonly changed: string;
  readonly was: string;
  readonly became: string;
}

/** `answer`: the number that the solution ends with, where it is one. */
export function candidatesIn(
  text: string,
  kind: ErrorKind,
  answer: string | null,
  chainsIn: ChainsOf,
): Candidate[] {
  const edited = chainsIn(text).flatMap((chain) => editedChain(text, chain, kind));
  return [...edited, ...inferencesIn(text, kind, answer)];
}

function editedChain(text: string, { sides, end }: Chain, kind: ErrorKind): Candidate[] {
  const [first, last] = [sides[0]!, sides.at(-1)!];
  const previous = sides.at(-2)!;
  const old = signedNumeral(last.text.replace(/^\{(.*)\}$/, '$1'));
  if (old === null || signedNumeral(first.text) !== null) return [];
  const value = exactNumber(old.sign + old.numeral);
  // "= ", or " = \boxed" before a braced value.
  const link = text.slice(previous.start + previous.text.length, last.start);
  const wrongSides = new Set(kind.edits.flatMap((name) => edits[name](first.text)));
  return [...wrongSides].flatMap((side) => {
    const result = exactNumber(side);
    const changed = result === null ? null : signedNumeral(printValue(result, text));
    if (result === null || changed?.sign !== old.sign || isSame(result, value)) return [];
    const ending = link + last.text.replace(old.numeral, () => changed.numeral);
    const shown = signedNumeral(side) === null ? [inStyleOf(text, side)] : [];
    return [first.text, ...shown].map((left) => ({
      style: left === first.text ? ('hidden' as const) : ('shown' as const),
      head: text.slice(0, first.start) + left + ending,
      rest: text.slice(end),
      before: text.slice(0, last.start),
      old: old.numeral,
      changed: changed.numeral,
      was: text.slice(first.start, end),
      became: left + ending,
    }));
  });
}

function isSame(left: Rational, right: Rational | null): boolean {
  return left.n === right?.n && left.d === right.d;
}
