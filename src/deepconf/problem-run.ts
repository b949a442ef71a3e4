// One problem's voting results: how often each method was right, what it answered, and where it differs from the
// plain majority.
import type { ProblemVotes } from './evaluate-problem.ts';
import type { ProblemRun } from './evaluation-types.ts';
import { consName, isUnweightedTwin } from './methods.ts';
import type { ProblemTraces } from './problem-traces.ts';

export function problemRun(problem: ProblemTraces, votes: ProblemVotes): ProblemRun {
  const { isRight, classes } = problem;
  const repeats = votes.first.length;
  const rightIn = (winners: Int32Array): Uint8Array =>
    Uint8Array.from(winners, (choice) => (choice >= 0 && isRight?.[choice] === 1 ? 1 : 0));
  const share = (hits: ArrayLike<number>, of = repeats): number | null =>
    isRight === null ? null : sum(hits) / of;
  const cons = votes.methods.find(({ method }) => method.name === consName)!;
  const consRight = rightIn(cons.winners);
  const accuracy: Record<string, number | null> = {
    pass_at_1: share(rightIn(votes.first)),
    mean_pass: share(votes.right, repeats * votes.drawn),
  };
  const unweighted: Record<string, number | null> = {};
  const flips: Record<string, { gained: number; lost: number }> = {};
  const predictions: Record<string, Record<string, number>> = {};
  for (const { method, winners } of votes.methods) {
    const right = rightIn(winners);
    if (isUnweightedTwin(method)) {
      unweighted[method.name] = share(right);
      continue;
    }
    accuracy[method.name] = share(right);
    predictions[method.name] = countLabels(winners, classes.labels);
    if (method.name === consName || isRight === null) continue;
    flips[method.name] = {
      gained: sum(right.map((hit, at) => hit & (1 - consRight[at]!))),
      lost: sum(right.map((hit, at) => (1 - hit) & consRight[at]!)),
    };
  }
  return {
    valid: { mean: sum(votes.valid) / repeats, min: Math.min(...votes.valid) },
    tie_rate: sum(cons.ties) / repeats,
    accuracy,
    unweighted,
    flips,
    predictions,
  };
}

function sum(values: ArrayLike<number>): number {
  let total = 0;
  for (let i = 0; i < values.length; i += 1) total += values[i]!;
  return total;
}

function countLabels(winners: Int32Array, labels: readonly string[]): Record<string, number> {
  const counts = new Map<string, number>();
  for (const choice of winners) {
    const label = choice < 0 ? 'null' : labels[choice]!;
    counts.set(label, (counts.get(label) ?? 0) + 1);
  }
  return Object.fromEntries([...counts].sort(([, a], [, b]) => b - a));
}
