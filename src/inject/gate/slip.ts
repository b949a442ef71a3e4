// Arithmetic slips where an error of reasoning was asked for: the words and the computation are the old ones, and only
// the result is a wrong number that no wrong rule explains.
import { exactNumber } from '../../mathverify/index.ts';
import { edits } from '../../records/wrong-rules.ts';
import { check, type GateCheck, type GateInput, passed, rewritten } from './check.ts';

const number = /\d+(?:\.\d+)?/g;
/** What is computed in front of a result: from the sign, the bracket or the formula's beginning before it. */
const computation = /([^=$:;,≡≈\n]+)=\s*([-−]?)$/;

const isEqual = (left: string, right: string): boolean => {
  const [a, b] = [exactNumber(left), exactNumber(right)];
  return a !== null && b !== null && a.n === b.n && a.d === b.d;
};

export function slipCheck(input: GateInput): GateCheck {
  const old = input.original[input.proposal.at] ?? '';
  const [changed = ''] = rewritten(input);
  // Other words, signs or formulas are another argument.
  if (old.replaceAll(number, '#') !== changed.replaceAll(number, '#')) return passed;
  const before = old.match(number) ?? [];
  const [wrong] = [...changed.matchAll(number)].filter(({ 0: value }, at) => value !== before[at]);
  if (wrong === undefined) return passed;
  const [, computed = '', sign = ''] = computation.exec(changed.slice(0, wrong.index)) ?? [];
  const left = computed.trim();
  const value = `${sign === '' ? '' : '-'}${wrong[0]}`;
  // A number that is no result of a computation is a premise.
  if (
    !/[-+*/^·×−]|\\(?:cdot|times|frac|binom)/.test(left) ||
    exactNumber(left) === null ||
    isEqual(left, value)
  )
    return passed;
  const explained = Object.values(edits).some((edit) => edit(left).some((side) => isEqual(side, value)));
  return check(explained, `${left} = ${value} is a slip of arithmetic and no error of reasoning`);
}
