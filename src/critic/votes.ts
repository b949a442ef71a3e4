// Combines the votes of one critic on one solution. Votes come in sample order, never in order of arrival, which
// is random. A vote that could not be read, or whose call failed, takes no part.
import type { Vote } from '../records/critique.ts';
import { type CombineRule, combineSteps } from '../statistics/combine-steps.ts';
import { majority, type TieRule } from '../statistics/majority.ts';

/** One vote as stored in the record, and what else the combined critique needs. */
export interface Ballot {
  readonly vote: Vote;
  /** 0-based; the strict reading of an all-errors reply. */
  readonly strictSteps: readonly number[] | null;
  /** By 0-based step. */
  readonly explanations: Readonly<Record<string, string>>;
}

/** What the votes say together; null where no vote can be read. Steps are 0-based, -1 = no error. */
export interface Outcome {
  readonly first_error: number | null;
  readonly first_error_strict: number | null;
  readonly error_steps: number[] | null;
  readonly explanations: Record<string, string> | null;
  /** Share of the readable votes that are equal to the outcome, or to a leader of it where it abstains; 0 to 1. */
  readonly agreement: number | null;
  /** Several answers had the most votes, and the tie rule decided, or abstained. */
  readonly tie: boolean;
}

/** The one flag that a first-error verdict sets: [] for -1. */
export function flagsOf(firstError: number | null): number[] | null {
  if (firstError === null) return null;
  return firstError === -1 ? [] : [firstError];
}

/** The first error of an ascending list of flags; -1 if there is none. */
export function firstErrorOf(errorSteps: readonly number[] | null): number | null {
  return errorSteps === null ? null : (errorSteps[0] ?? -1);
}

/** Majority over the readable votes. */
export function combineFirstErrors(
  ballots: readonly Ballot[],
  stepCount: number,
  tieRule: TieRule = 'first',
): Outcome {
  const robust = ballots.map(({ vote }) => vote.first_error ?? null);
  const strict = ballots.map(({ vote }) => vote.first_error_strict ?? null);
  const { value, agreement, tie } = majority(robust, stepCount, tieRule);
  return {
    first_error: value,
    first_error_strict: majority(strict, stepCount, tieRule).value,
    error_steps: flagsOf(value),
    explanations: null,
    agreement,
    tie,
  };
}

/** Votes step by step; a kept step takes the first explanation that a vote gives for it. */
export function combineErrorSteps(ballots: readonly Ballot[], rule: CombineRule): Outcome {
  const lists = readable(ballots.map(({ vote }) => vote.error_steps ?? null));
  const steps = combineSteps(lists, rule);
  const strict = combineSteps(readable(ballots.map(({ strictSteps }) => strictSteps)), rule);
  const same = lists.filter((list) => steps !== null && String(list) === String(steps)).length;
  return {
    first_error: firstErrorOf(steps),
    first_error_strict: firstErrorOf(strict),
    error_steps: steps,
    explanations: steps === null ? null : explanationsOf(steps, ballots),
    agreement: lists.length === 0 ? null : same / lists.length,
    tie: false,
  };
}

function readable(lists: readonly (readonly number[] | null)[]): (readonly number[])[] {
  return lists.filter((list) => list !== null);
}

function explanationsOf(steps: readonly number[], ballots: readonly Ballot[]): Record<string, string> {
  const kept: Record<string, string> = {};
  for (const step of steps) {
    const text = ballots.map(({ explanations }) => explanations[step]).find((found) => found !== undefined);
    if (text !== undefined) kept[step] = text;
  }
  return kept;
}
