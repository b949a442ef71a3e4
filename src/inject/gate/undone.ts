// An error that a later step silently undoes: the changed step gives another value, and a later step continues with the
// old one, as if nothing had happened.
import { bareFormula } from '../../records/bare-text.ts';
import { toStepNumber } from '../../records/steps.ts';
import { check, type GateCheck, type GateInput, passed, rewritten } from './check.ts';
import { keptAnswer } from './kept-answer.ts';
import { equations, numbers, results } from './stated-numbers.ts';

/** An equation of the original step that the changed one lacks and a later one has. */
function restoredEquation(
  original: string,
  changed: string,
  later: readonly string[],
): { readonly at: number; readonly equation: string } | null {
  const now = bareFormula(changed);
  for (const equation of equations(original)) {
    const bare = bareFormula(equation);
    // Behind a digit or a sign it is the end of another equation.
    const whole = new RegExp(
      `(?<![\\w.)}+*/^-])${bare.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?![\\d]|\\.\\d|[-+*/^])`,
    );
    if (whole.test(now)) continue;
    const at = later.findIndex((step) => whole.test(bareFormula(step)));
    if (at !== -1) return { at, equation };
  }
  return null;
}

export function undoneCheck(input: GateInput): GateCheck {
  const { problem, original, proposal } = input;
  const [changed = '', ...later] = rewritten(input);
  const kept = keptAnswer(input);
  if (kept !== null) return check(false, kept);
  // With other numbers of steps, a later step may be the original one in another place.
  const restored =
    later.length === original.length - proposal.at - 1
      ? restoredEquation(original[proposal.at] ?? '', changed, later)
      : null;
  if (restored !== null)
    return check(
      false,
      `step ${toStepNumber(proposal.at + 1 + restored.at)} has ${restored.equation} again, which the changed step replaced`,
    );
  const known = numbers([problem, ...original.slice(0, proposal.at)].join('\n'));
  const now = numbers(changed);
  const replaced = results(original[proposal.at] ?? '')
    .map((value) => value.replace('-', ''))
    .filter((digits) => !now.has(digits) && !known.has(digits));
  const old = results(original[proposal.at] ?? '');
  const made = results(changed).flatMap((value) => (old.includes(value) ? [] : [value.replace('-', '')]));
  if (made.length === 0) return passed;
  for (const digits of replaced) {
    for (const [at, step] of later.entries()) {
      const place = proposal.at + 1 + at;
      const used = numbers(step);
      if (!used.has(digits) || made.some((one) => used.has(one))) continue;
      const asBefore = bareFormula(step) === bareFormula(original[place] ?? '');
      // In a rewritten step it may be the result of another computation, or a small number by chance.
      const stated = results(step).some((one) => one.replace('-', '') === digits);
      if (asBefore || (digits.length > 1 && !stated))
        return check(
          false,
          `step ${toStepNumber(place)} continues with ${digits}, which the changed step no longer has`,
        );
    }
  }
  return passed;
}
