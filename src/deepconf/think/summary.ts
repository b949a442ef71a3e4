// All problems of `think` together: accuracy of each vote beside the plain majority, and the tokens that it took.
import { answerClasses } from '../answer-classes.ts';
import { pairedDifference } from '../comparison.ts';
import type { AnswerKind } from '../integer-classes.ts';
import { meanOfKnown } from '../mean-accuracies.ts';
import type { OnlineVote } from '../online-figures.ts';
import type { PoolProblem } from '../pool/read.ts';
import type { FinishedProblem } from './progress-files.ts';

export interface ThinkSummary {
  readonly simulated: boolean;
  readonly model: string | null;
  readonly problems: number;
  readonly finished: number;
  readonly problems_without_truth: number;
  /** Only where none of the traces of a finished problem gave an answer. */
  readonly problems_without_answer?: number;
  /** Of the answers, by the vote weighted by the lowest group. */
  readonly accuracy: number | null;
  /** The plain majority of the same traces that came to their end. */
  readonly majority: number | null;
  /** Each vote, with its paired difference to that majority (95 %, bootstrap over problems). */
  readonly votes: Readonly<Record<string, OnlineVote>>;
  readonly traces: {
    readonly sampled: number;
    readonly stopped: number;
    /** Cut off by the token limit. */
    readonly truncated: number;
  };
  readonly tokens: {
    /** Up to the token with which each trace ended. */
    readonly spent: number;
    /** With those that came after it in the same packet, and what was under way when sampling ended. */
    readonly received: number;
    readonly saved_estimate: number | null;
  };
}

export function isRightAnswer(answer: string | null, truth: string, kind: AnswerKind): boolean {
  const { classes, isRight: right } = answerClasses([answer], truth, kind);
  return classes.of[0]! >= 0 && right?.[classes.of[0]!] === 1;
}

export function thinkSummary(
  problems: readonly PoolProblem[],
  finished: ReadonlyMap<string, FinishedProblem>,
  {
    model,
    simulated,
    answers,
    seed,
  }: { model: string | null; simulated: boolean; answers: AnswerKind; seed: number },
): ThinkSummary {
  const done = problems.flatMap((problem) => {
    const found = finished.get(problem.problem_id);
    return found === undefined ? [] : [{ ...found, truth: problem.truth }];
  });
  const unanswered = done.filter(({ deepconf }) => deepconf.answer === null).length;
  const graded = done.filter(({ deepconf }) => deepconf.correct !== null);
  const rightOf = (pick: (one: (typeof graded)[number]) => string | null): number[] =>
    graded.map((one) => (isRightAnswer(pick(one), one.truth!, answers) ? 1 : 0));
  const majority = rightOf(({ deepconf }) => deepconf.majority);
  const names = Object.keys(done[0]?.deepconf.votes ?? {});
  const votes = Object.fromEntries(
    names.map((name): [string, OnlineVote] => {
      const right = rightOf(({ deepconf }) => deepconf.votes[name] ?? null);
      const differences = Float64Array.from(right, (value, at) => value - majority[at]!);
      return [name, { accuracy: meanOfKnown(right), ...pairedDifference(differences, seed) }];
    }),
  );
  const sum = (of: (one: (typeof done)[number]) => number): number =>
    done.reduce((total, one) => total + of(one), 0);
  return {
    simulated,
    model,
    problems: problems.length,
    finished: done.length,
    problems_without_truth: done.length - graded.length,
    ...(unanswered === 0 ? {} : { problems_without_answer: unanswered }),
    accuracy: meanOfKnown(graded.map(({ deepconf }) => (deepconf.correct ? 1 : 0))),
    majority: meanOfKnown(majority),
    votes,
    traces: {
      sampled: sum(({ deepconf }) => deepconf.traces.sampled),
      stopped: sum(({ deepconf }) => deepconf.traces.stopped),
      truncated: sum(({ deepconf }) => deepconf.traces.truncated),
    },
    tokens: {
      spent: sum(({ deepconf }) => deepconf.tokens.spent),
      received: sum(({ received, surplus }) => received + surplus),
      saved_estimate: done.some(({ deepconf }) => deepconf.tokens.saved_estimate === null)
        ? null
        : sum(({ deepconf }) => deepconf.tokens.saved_estimate ?? 0),
    },
  };
}
