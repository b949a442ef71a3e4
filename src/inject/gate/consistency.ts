// Whether the steps after the error are consistent with it: no later step may contain a false equation, which would be
// a second error.
import { checkEquations } from '../../mathverify/index.ts';
import { toStepNumber } from '../../records/steps.ts';
import { check, type GateCheck, type GateInput, passed, replaced, rewritten } from './check.ts';

interface FalseEquation {
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

function falseEquations(steps: readonly string[]): FalseEquation[] {
  return steps.flatMap((step, at) =>
    checkEquations(step).flatMap(({ left, right, holds }) =>
      holds || isRounded(left) || isRounded(right) || isCutOff(step, left)
        ? []
        : [{ at, text: `${left} = ${right}` }],
    ),
  );
}

/** Equations that stood in the original, and those of the target step repeated later, are no new errors. */
export function consistencyCheck(input: GateInput): GateCheck {
  const { at } = input.proposal;
  const [first = '', ...following] = rewritten(input);
  const known = new Set(
    [...falseEquations(replaced(input)), ...falseEquations([first])].map(({ text }) => bare(text)),
  );
  const fresh = falseEquations(following).find(({ text }) => !known.has(bare(text)));
  if (fresh === undefined) return passed;
  return check(
    false,
    `step ${toStepNumber(at + 1 + fresh.at)} has a second error: ${fresh.text} does not hold`,
  );
}
