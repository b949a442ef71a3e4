// The place of the error: in the region, at the requested step, the only one, after an unchanged prefix, in a solution
// with about as many steps.
import { toStepNumber } from '../../records/steps.ts';
import { check, type Gate, type GateInput, replaced, rewritten } from './check.ts';

const say = (steps: readonly number[]): string => steps.map(toStepNumber).join(', ') || 'none';

export function placeChecks(input: GateInput): Gate {
  const { original, region, asked, proposal } = input;
  const { first, target, at, errorSteps, steps } = proposal;
  // A reply that contradicts itself may mark a step before the one that it says it changed.
  const before = steps.slice(0, Math.max(at, target) - first);
  const touched = before.findIndex((text, index) => first + index !== at && text !== original[first + index]);
  const requested = asked ?? target;
  // A marked step that the original does not have: the pair was compared from its first difference.
  const beyond = at !== target && errorSteps.length === 1 && errorSteps[0] === target;
  const named = errorSteps.length === 0 ? 'no step' : `step ${say(errorSteps)}`;
  const [old, after] = [replaced(input).length, rewritten(input).length];
  // A quarter of the rewritten part, and at least one step: a changed number of steps would be a surface artefact.
  const slack = Math.max(1, Math.floor(old / 4));
  return {
    region: check(
      at >= region.from && at <= region.to,
      `step ${toStepNumber(at)} is outside steps ${toStepNumber(region.from)} to ${toStepNumber(region.to)}`,
    ),
    target: check(
      target === requested && at === target && errorSteps.includes(target),
      target === requested
        ? `the target is step ${toStepNumber(target)}, but ${beyond ? `the change begins at step ${toStepNumber(at)}` : `${named} is marked as the error`}`
        : `step ${toStepNumber(target)} was changed, step ${toStepNumber(requested)} was asked for`,
    ),
    prefix: check(
      touched === -1,
      `step ${toStepNumber(first + touched)} is before the error and was changed`,
    ),
    one_error: check(
      new Set(errorSteps).size === 1,
      `exactly one step is to hold a new error; marked: ${say(errorSteps)}`,
    ),
    step_count: check(
      Math.abs(after - old) <= slack,
      `${after} steps take the place of ${old} from the error on`,
    ),
  };
}
