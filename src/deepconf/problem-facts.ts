// Facts about a problem's traces before any vote: how many have an answer, how answers spread, and whether confidence
// separates right from wrong.
import { auroc } from '../statistics/auroc.ts';
import type { ProblemFacts } from './evaluation-types.ts';
import { isRightAt, type ProblemTraces, splitByRight } from './problem-traces.ts';

const shownAnswers = 8;

/** `window` in tokens; null where it is a share of each trace, which none is shorter than. */
export function problemFacts(problem: ProblemTraces, window: number | null): ProblemFacts {
  const { problem_id, position, truth, classes, isRight, tokens, truncated, scores } = problem;
  const n = classes.of.length;
  const votes = new Int32Array(classes.labels.length);
  let answered = 0;
  let right = 0;
  for (let place = 0; place < n; place += 1) {
    const choice = classes.of[place]!;
    if (choice < 0) continue;
    votes[choice] = votes[choice]! + 1;
    answered += 1;
    if (isRightAt(problem, place) === true) right += 1;
  }
  const share = (hits: number): number | null => (n === 0 ? null : hits / n);
  const top = [...votes.keys()].sort((a, b) => votes[b]! - votes[a]! || a - b).slice(0, shownAnswers);
  return {
    problem_id,
    position,
    truth,
    traces: n,
    answered,
    right_share: isRight === null ? null : share(right),
    mean_tokens: share(tokens.reduce((a, b) => a + b, 0)),
    length_share: share(truncated.reduce((a, b) => a + b, 0)),
    shorter_than_window: window === null ? null : share(tokens.filter((count) => count < window).length),
    answer_entropy: entropyBits(votes, answered),
    distinct_answers: votes.length,
    top_answers: top.map((choice) => ({
      answer: classes.labels[choice]!,
      votes: votes[choice]!,
      right: isRight === null ? null : isRight[choice] === 1,
    })),
    auroc: Object.fromEntries(
      [...scores.keys()].map((metric) => {
        const groups = splitByRight(problem, metric);
        return [metric, auroc(groups.right, groups.wrong)];
      }),
    ),
  };
}

/** Shannon's entropy of the shares; null without a vote. */
function entropyBits(votes: Int32Array, total: number): number | null {
  if (total === 0) return null;
  let bits = 0;
  for (const count of votes) if (count > 0) bits -= (count / total) * Math.log2(count / total);
  return bits + 0;
}
