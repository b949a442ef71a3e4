// Lists of solutions with labels of every kind, judged by critics of both protocols that are right often enough to have
// metrics: some reply nothing that can be read, name steps that do not exist, vote, and state their confidence.
import fc from 'fast-check';
import type { Critique, Vote } from '../../src/records/critique.ts';
import type { Solution } from '../../src/records/solution.ts';
import { combineSteps } from '../../src/statistics/combine-steps.ts';
import { majority } from '../../src/statistics/majority.ts';
import { solution } from './records.ts';

/** What a critic does with a record; a place is a step as a share of the solution. */
const act = fc.oneof(
  { weight: 4, arbitrary: fc.constant('right' as const) },
  { weight: 2, arbitrary: fc.constant('none' as const) },
  { weight: 1, arbitrary: fc.constant('unread' as const) },
  { weight: 4, arbitrary: fc.nat(9) },
);
type Act = 'right' | 'none' | 'unread' | number;

const answerOf = (given: Act, label: number, n: number): number | null =>
  given === 'right' ? label : given === 'none' ? -1 : given === 'unread' ? null : given % (n + 1);

const vote = fc.record({
  answer: act,
  flags: fc.array(fc.nat(12), { maxLength: 4 }),
  // In twentieths, which no order of adding up can take over the edge of a bin.
  sure: fc.array(fc.nat(20), { minLength: 4, maxLength: 4 }),
  readable: fc.integer({ min: 0, max: 9 }).map((draw) => draw > 0),
  states: fc.boolean(),
});

const judged = fc.record({
  problem: fc.nat(1000),
  split: fc.constantFrom('dev', 'test'),
  n: fc.integer({ min: 1, max: 12 }),
  gold: fc.oneof(
    { weight: 4, arbitrary: fc.array(fc.nat(11), { minLength: 1, maxLength: 3 }) },
    { weight: 4, arbitrary: fc.constant([] as number[]) },
    { weight: 1, arbitrary: fc.constant(null) },
  ),
  subset: fc.constantFrom('x', 'y'),
  task: fc.constantFrom('algebra', 'geometry', null),
  status: fc.constantFrom('accepted', 'clean', 'rejected', 'failed', null, null, null, null, null),
  one: fc.option(act, { freq: 8 }),
  failed: fc.boolean(),
  lists: fc.option(fc.array(vote, { minLength: 0, maxLength: 5 }), { freq: 6 }),
  votes: fc.option(fc.array(vote, { minLength: 0, maxLength: 6 }), { freq: 6 }),
});

function voteOf(sample: number, answer: number | null, steps: number[] | null): Vote {
  const read = steps !== null;
  return {
    sample,
    status: read ? 'ok' : 'unparsed',
    first_error: answer,
    first_error_strict: answer,
    error_steps: steps,
  };
}

export interface JudgedOptions {
  readonly minLength?: number;
  readonly maxLength: number;
  /** Different ones; solutions share them. */
  readonly problems?: number;
}

/** Critics: `one` names a first error, `votes` does so several times, `lists` names all errors, in several votes. */
export function judgedSolutions({
  minLength = 0,
  maxLength,
  problems = 30,
}: JudgedOptions): fc.Arbitrary<Solution[]> {
  return fc.array(
    judged.map(({ problem, split, n, gold, subset, task, status, one, failed, lists, votes }): Solution => {
      const errors = gold?.map((step) => step % n) ?? null;
      const label = errors === null || errors.length === 0 ? -1 : Math.min(...errors);
      const critiques: Critique[] = [];
      if (one !== null) {
        const answer = answerOf(one, label, n);
        const status = answer !== null ? 'ok' : failed ? 'failed' : 'unparsed';
        critiques.push({
          critic: 'one',
          protocol: 'first_error',
          status,
          first_error: answer,
          first_error_strict: answer,
        });
      }
      if (votes !== null) {
        const answers = votes.map(({ answer }) => answerOf(answer, label, n));
        const { value } = majority(answers, n, 'first');
        critiques.push({
          ...{ critic: 'votes', protocol: 'first_error', first_error: value, first_error_strict: value },
          status: value === null ? 'unparsed' : 'ok',
          votes: answers.map((answer, at) =>
            voteOf(at, answer, answer === null ? null : answer === -1 ? [] : [answer]),
          ),
        });
      }
      if (lists !== null) {
        const cast = lists.map(({ answer, flags, sure, readable, states }, at) => {
          const named =
            answer === 'none' ? [] : answer === 'right' && label !== -1 ? [...flags, label] : flags;
          const one = voteOf(at, null, readable ? named : null);
          const confidences = Object.fromEntries(
            [...new Set(named)].slice(0, 4).map((step, place) => [step, sure[place]! / 20]),
          );
          return states ? { ...one, confidences } : one;
        });
        const kept = combineSteps(
          cast.flatMap(({ error_steps }) => (error_steps == null ? [] : [error_steps])),
          'majority',
        );
        critiques.push({
          ...{ critic: 'lists', protocol: 'all_errors', status: kept === null ? 'unparsed' : 'ok' },
          error_steps: kept,
          votes: cast,
        });
      }
      return solution({
        id: `judged/${problem}`,
        problem: `problem ${problem % problems}`,
        meta: { split },
        n,
        error_steps: errors,
        subset,
        task,
        injection: status === null ? null : ({ status } as Solution['injection']),
        critiques,
      });
    }),
    { minLength, maxLength },
  );
}
