// What fewer votes would have given: the first k saved votes by the critic's own rules, for every k, without a call. Sample k
// was drawn as it would have been in a run with fewer votes, so the curve is what those runs would have measured.
import type { Critique, Vote } from '../records/critique.ts';
import type { Parse, VotePoint } from '../records/score.ts';
import { combineRules, combineSteps } from '../statistics/combine-steps.ts';
import { majority, tieRules } from '../statistics/majority.ts';
import { type ProcessBenchTally, processBench } from './processbench.ts';

/** The curve ends here: votes beyond change nothing that one could see. */
const maxVotes = 64;

/**
 * By number of votes k, from 1: `within` counts the records that have more than k votes, `ended` those whose last is
 * the k-th. The latter count unchanged for every larger k: their critic stopped early because nothing could change,
 * after a single vote too (an empty list ends an intersection).
 */
export interface VoteCurveTally {
  within: ProcessBenchTally[];
  ended: ProcessBenchTally[];
}

export function emptyVoteCurve(): VoteCurveTally {
  return { within: [], ended: [] };
}

export function addVotes(
  tally: VoteCurveTally,
  { critique, label, steps, parse }: { critique: Critique; label: number; steps: number; parse: Parse },
): void {
  const votes = (critique.votes ?? []).slice(0, maxVotes);
  for (let k = 1; k <= votes.length; k += 1) {
    const first = firstOfVotes(votes.slice(0, k), critique, steps, parse);
    processBench.add(at(k < votes.length ? tally.within : tally.ended, k), label, first);
  }
}

export function mergeVoteCurves(into: VoteCurveTally, from: VoteCurveTally): void {
  for (const part of ['within', 'ended'] as const) {
    for (const [i, tally] of from[part].entries()) processBench.merge(at(into[part], i + 1), tally);
  }
}

/** Null when no record has several votes. */
export function voteCurve({ within, ended }: VoteCurveTally): VotePoint[] | null {
  if (ended.length < 2) return null;
  const done = processBench.empty();
  return ended.map((tally, i) => {
    processBench.merge(done, tally);
    const all = { ...done };
    if (within[i] !== undefined) processBench.merge(all, within[i]);
    const { error_acc, correct_acc, f1, exact } = processBench.metrics(all);
    return { votes: i + 1, error_acc, correct_acc, f1, exact, n_unread: processBench.sizes(all).nNone };
  });
}

function at(tallies: ProcessBenchTally[], k: number): ProcessBenchTally {
  while (tallies.length < k) tallies.push(processBench.empty());
  return tallies[k - 1]!;
}

/** The first error by the critic's own rules: of the answers, or of the steps that an all-errors critic's votes share. */
export function firstOfVotes(
  votes: readonly Vote[],
  { protocol, tie_rule, combine_rule }: Critique,
  steps: number,
  parse: Parse,
): number | null {
  if (protocol === 'first_error') {
    const answers = votes.map(
      (vote) => (parse === 'strict' ? vote.first_error_strict : vote.first_error) ?? null,
    );
    return majority(answers, steps, tieRules.find((rule) => rule === tie_rule) ?? 'first').value;
  }
  const lists = votes.flatMap(({ status, error_steps }) =>
    status === 'ok' && error_steps != null ? [error_steps] : [],
  );
  const kept = combineSteps(lists, combineRules.find((rule) => rule === combine_rule) ?? 'majority');
  return kept === null ? null : (kept[0] ?? -1);
}
