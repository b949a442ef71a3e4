// Whether the steps after the error are consistent with it: a false equation, inequality or claim about a number in a later
// step, or another number in place of one that the problem gives, would be a second error.
import { falseStatements } from '../../arithmetic/first-false.ts';
import { checkEquations } from '../../mathverify/index.ts';
import { toStepNumber } from '../../records/steps.ts';
import { check, type GateCheck, type GateInput, passed, replaced, rewritten } from './check.ts';
import { falseFacts } from './number-facts.ts';
import { numbers, results } from './stated-numbers.ts';

interface FalseClaim {
  readonly at: number;
  readonly text: string;
}

const bare = (text: string): string => text.replaceAll(/\s+/g, '');

/** Rounded decimals make equations formally false without being errors. */
const isRounded = (text: string): boolean => /\d\.\d/.test(text);

/** "6 x 8 = 24": the letter is a multiplication sign, and only the last factor is read as the side. */
function isCutOff(step: string, left: string): boolean {
  for (let at = step.indexOf(left); at !== -1; at = step.indexOf(left, at + 1)) {
    if (/[\d)}]\s*[xX]\s*$/.test(step.slice(Math.max(0, at - 8), at))) return true;
  }
  return false;
}

function falseEquations(steps: readonly string[]): FalseClaim[] {
  return steps.flatMap((step, at) =>
    checkEquations(step).flatMap(({ left, right, holds }) =>
      holds || isRounded(left) || isRounded(right) || isCutOff(step, left)
        ? []
        : [{ at, text: `${left} = ${right}` }],
    ),
  );
}

/** What the equations above leave out: decimals and rounding, inequalities, approximations, claims in words. */
function otherFalseClaims(problem: string, steps: readonly string[]): FalseClaim[] {
  const statements = [...falseStatements({ problem, steps })].flatMap(({ step: at, left, sign, right }) =>
    isCutOff(steps[at]!, left) ? [] : [{ at, text: `${left} ${sign} ${right}` }],
  );
  const facts = steps.flatMap((step, at) => falseFacts(step).map((text) => ({ at, text })));
  return [...statements, ...facts];
}

const numberWords = (
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen ' +
  'sixteen seventeen eighteen nineteen twenty'
).split(' ');
const digitsOf = /\d+(?:\.\d+)?/g;

/** The numbers of a text, those in words too. */
function allNumbers(text: string): Set<string> {
  const found = numbers(text);
  for (const [word] of text.toLowerCase().matchAll(/[a-z]+/g)) {
    const value = numberWords.indexOf(word);
    if (value !== -1) found.add(String(value));
  }
  return found;
}

/**
 * A number of the problem that a later step has another one for, in the old words: no result that could follow from the
 * error, and the step with the error neither drops the one nor has the other.
 */
function changedPremise(
  { problem, original, proposal: { at } }: GateInput,
  changed: string,
  later: readonly string[],
) {
  if (later.length !== original.length - at - 1) return null;
  const given = numbers(problem);
  const [had, has] = [allNumbers(original[at] ?? ''), allNumbers(changed)];
  const computed = new Set(original.flatMap(results).map((value) => value.replace('-', '')));
  for (const [k, step] of later.entries()) {
    const old = original[at + 1 + k] ?? '';
    if (old === step || old.replaceAll(digitsOf, '#') !== step.replaceAll(digitsOf, '#')) continue;
    const now = step.match(digitsOf) ?? [];
    for (const [place, was] of (old.match(digitsOf) ?? []).entries()) {
      const is = now[place]!;
      if (is === was || !given.has(was) || computed.has(was)) continue;
      const isDropped = had.has(was) && !has.has(was);
      if (!isDropped && !has.has(is)) return { at: k, was, is };
    }
  }
  return null;
}

/** Claims that stood in the original, and those of the target step repeated later, are no new errors. */
export function consistencyCheck(input: GateInput): GateCheck {
  const { problem, proposal } = input;
  const [first = '', ...following] = rewritten(input);
  const before = [...replaced(input), first];
  const known = new Set(
    [...falseEquations(before), ...otherFalseClaims(problem, before)].map(({ text }) => bare(text)),
  );
  const numberOf = (at: number): number => toStepNumber(proposal.at + 1 + at);
  const fresh = [...falseEquations(following), ...otherFalseClaims(problem, following)].find(
    ({ text }) => !known.has(bare(text)),
  );
  if (fresh !== undefined)
    return check(false, `step ${numberOf(fresh.at)} has a second error: ${fresh.text} does not hold`);
  const premise = changedPremise(input, first, following);
  if (premise === null) return passed;
  return check(
    false,
    `step ${numberOf(premise.at)} has a second error: ${premise.is} in place of ${premise.was}, which the problem gives`,
  );
}
