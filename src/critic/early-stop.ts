// When further votes can no longer change the outcome. Decided over the votes in sample order and nothing else, so that
// a resumed run asks for the same votes; the outcome is the one that all the votes would have given.
import { type CombineRule, combineSteps } from '../statistics/combine-steps.ts';
import { majority, type TieRule } from '../statistics/majority.ts';

/** Answers that represent all others: those seen, "no error", and the smallest step that no vote has named. */
function candidates(answers: readonly (number | null)[], stepCount: number): Set<number> {
  const seen = new Set(answers.filter((answer) => answer !== null));
  let unseen = 0;
  while (seen.has(unseen)) unseen += 1;
  return new Set([...seen, -1, ...(unseen < stepCount ? [unseen] : [])]);
}

/**
 * True when no `left` further answers change the majority. It is enough to try each candidate `left` times: any other
 * continuation gives it fewer votes, or the others more.
 */
function isMajorityDecided(
  answers: readonly (number | null)[],
  left: number,
  stepCount: number,
  tieRule: TieRule,
): boolean {
  if (left === 0) return true;
  const now = majority(answers, stepCount, tieRule);
  if (now.valid === 0) return false;
  for (const answer of candidates(answers, stepCount)) {
    const then = majority([...answers, ...Array<number>(left).fill(answer)], stepCount, tieRule);
    if (then.value !== now.value) return false;
  }
  return true;
}

function everyStep(stepCount: number): number[] {
  return Array.from({ length: stepCount }, (_, step) => step);
}

/** True when no `left` further lists change the combined one: neither if each flags every step, nor if each flags none. */
function areStepsDecided(
  lists: readonly (readonly number[] | null)[],
  left: number,
  stepCount: number,
  rule: CombineRule,
): boolean {
  if (left === 0) return true;
  const readable = lists.filter((list) => list !== null);
  const now = combineSteps(readable, rule);
  if (now === null) return false;
  return [everyStep(stepCount), []].every((list) => {
    const then = combineSteps([...readable, ...Array<readonly number[]>(left).fill(list)], rule);
    return String(then) === String(now);
  });
}

// How many further votes to ask for at once: the fewest that could decide, of `left`. So no call is made that asking
// one by one would have saved, and those that must be made are in flight together. 0: nothing is left to decide.

export function votesForMajority(
  answers: readonly (number | null)[],
  left: number,
  stepCount: number,
  tieRule: TieRule,
): number {
  return fewest(left, (more) =>
    [...candidates(answers, stepCount)].some((answer) =>
      isMajorityDecided([...answers, ...Array<number>(more).fill(answer)], left - more, stepCount, tieRule),
    ),
  );
}

export function votesForSteps(
  lists: readonly (readonly number[] | null)[],
  left: number,
  stepCount: number,
  rule: CombineRule,
): number {
  const readable = lists.filter((list) => list !== null);
  // Each step goes to the side that it is nearer to; a union is full, and an intersection empty, soonest.
  const soonest = [combineSteps(readable, 'majority') ?? [], everyStep(stepCount), []];
  return fewest(left, (more) =>
    soonest.some((list) =>
      areStepsDecided([...lists, ...Array<readonly number[]>(more).fill(list)], left - more, stepCount, rule),
    ),
  );
}

function fewest(left: number, couldBeDecided: (more: number) => boolean): number {
  let more = 0;
  while (more < left && !couldBeDecided(more)) more += 1;
  return more;
}
