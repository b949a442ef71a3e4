// A critic's confidence in each step that it calls wrong: the share of its votes, or the confidence it states.
import type { Critique, Vote } from '../records/critique.ts';
import type { Parse } from '../records/score.ts';

/** Confidence by 0-based step, 0 to 1, in the order in which votes first name the steps. */
export type StepConfidence = ReadonlyMap<number, number>;

/** The votes that can be read, in sample order: the steps that each calls wrong, [] = no error. */
export function readableVotes(critique: Critique, parse: Parse): number[][] {
  const read = (vote: Vote): number[] | null => {
    if (critique.protocol === 'all_errors') return vote.status === 'ok' ? (vote.error_steps ?? null) : null;
    const first = (parse === 'strict' ? vote.first_error_strict : vote.first_error) ?? null;
    if (first === null) return null;
    return first === -1 ? [] : [first];
  };
  return (critique.votes ?? []).map(read).filter((steps) => steps !== null);
}

/** Null with fewer than two readable votes: one vote has no share. */
export function voteShares(critique: Critique, parse: Parse): StepConfidence | null {
  const votes = readableVotes(critique, parse);
  if (votes.length < 2) return null;
  const counts = new Map<number, number>();
  for (const steps of votes) for (const step of new Set(steps)) counts.set(step, (counts.get(step) ?? 0) + 1);
  return new Map([...counts].map(([step, count]) => [step, count / votes.length]));
}

/** The share of the readable votes for a first error, -1 = no error; null with fewer than two. */
export function answerShare(critique: Critique, parse: Parse, answer: number): number | null {
  const votes = readableVotes(critique, parse);
  return votes.length < 2 ? null : votes.filter(([first = -1]) => first === answer).length / votes.length;
}

/** The mean over the votes that state one for the step; null when none states any. */
export function statedConfidence(critique: Critique): StepConfidence | null {
  const stated = new Map<number, { sum: number; count: number }>();
  for (const vote of critique.votes ?? []) {
    const { confidences } = vote;
    if (vote.status !== 'ok' || typeof confidences !== 'object' || confidences === null) continue;
    for (const [step, value] of Object.entries(confidences)) {
      if (typeof value !== 'number' || !(value >= 0 && value <= 1)) continue;
      const known = stated.get(Number(step)) ?? { sum: 0, count: 0 };
      stated.set(Number(step), { sum: known.sum + value, count: known.count + 1 });
    }
  }
  if (stated.size === 0) return null;
  return new Map([...stated].map(([step, { sum, count }]) => [step, sum / count]));
}
