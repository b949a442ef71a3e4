// Slips where an error of reasoning was asked for: the words and the computation are the old ones, and only the result is
// a wrong number that no wrong rule explains, or only the answer was exchanged.
import { exactNumber } from '../../mathverify/index.ts';
import { toStepNumber } from '../../records/steps.ts';
import { edits } from '../../records/wrong-rules.ts';
import { check, type GateCheck, type GateInput, passed, rewritten } from './check.ts';
import { oldAnswerOf } from './kept-answer.ts';
import { results } from './stated-numbers.ts';

const number = /\d+(?:\.\d+)?/g;
/** What is computed in front of a result: from the sign, the bracket or the formula's beginning before it. */
const computation = /([^=$:;,≡≈\n]+)=\s*([-−]?)$/;

const isEqual = (left: string, right: string): boolean => {
  const [a, b] = [exactNumber(left), exactNumber(right)];
  return a !== null && b !== null && a.n === b.n && a.d === b.d;
};

/** The step before the error that arrives at the answer which the target step only repeats: "Hence there are 175." */
function arrivedBefore(input: GateInput, repeated: string): number {
  if (repeated.length < 2 || oldAnswerOf(input)?.replace('-', '') !== repeated) return -1;
  return input.original
    .slice(0, input.proposal.at)
    .findLastIndex((step) => results(step).some((value) => value.replace('-', '') === repeated));
}

export function slipCheck(input: GateInput): GateCheck {
  const old = input.original[input.proposal.at] ?? '';
  const [changed = ''] = rewritten(input);
  // Other words, signs or formulas are another argument.
  if (old.replaceAll(number, '#') !== changed.replaceAll(number, '#')) return passed;
  const before = old.match(number) ?? [];
  const exchanged = [...changed.matchAll(number)].flatMap((now, at) =>
    now[0] === before[at] ? [] : [{ wrong: now, was: before[at] ?? '' }],
  );
  const [first] = exchanged;
  if (first === undefined) return passed;
  const { wrong, was } = first;
  const [, computed = '', sign = ''] = computation.exec(changed.slice(0, wrong.index)) ?? [];
  const left = computed.trim();
  const value = `${sign === '' ? '' : '-'}${wrong[0]}`;
  // A number that is no result of a computation is a premise, unless it repeats the answer.
  if (!/[-+*/^·×−]|\\(?:cdot|times|frac|binom)/.test(left)) {
    const arrived = exchanged.length === 1 ? arrivedBefore(input, was) : -1;
    return check(
      arrived === -1,
      `only the answer was exchanged: step ${toStepNumber(arrived)} still arrives at ${was}`,
    );
  }
  if (exactNumber(left) === null || isEqual(left, value)) return passed;
  const explained = Object.values(edits).some((edit) => edit(left).some((side) => isEqual(side, value)));
  return check(explained, `${left} = ${value} is a slip of arithmetic and no error of reasoning`);
}
