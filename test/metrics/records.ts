// Small records for the tests of this module, and generators of arbitrary ones.
import fc from 'fast-check';
import type { Critique } from '../../src/records/critique.ts';
import type { Solution } from '../../src/records/solution.ts';
import { majority } from '../../src/statistics/majority.ts';

export function solution(fields: Partial<Solution> & { n?: number } = {}): Solution {
  const { n = 10, ...rest } = fields;
  return {
    id: 'toy/1',
    problem: 'What is 1 + 1?',
    steps: Array.from({ length: n }, (_, i) => `step ${i}`),
    error_steps: [],
    ...rest,
  };
}

/** A readable reply of a first-error critic, both readings alike. */
export function says(first: number, critic = 'toy'): Critique {
  return {
    critic,
    protocol: 'first_error',
    status: 'ok',
    first_error: first,
    first_error_strict: first,
    error_steps: first === -1 ? [] : [first],
  };
}

/** A readable reply of an all-errors critic. */
export function flags(steps: number[], critic = 'toy'): Critique {
  return { critic, protocol: 'all_errors', status: 'ok', error_steps: steps };
}

export function unreadable(critic = 'toy', status: 'unparsed' | 'failed' = 'unparsed'): Critique {
  return { critic, protocol: 'first_error', status, first_error: null };
}

/** A first-error critic with these votes in sample order (null = unreadable), decided by the majority. */
export function voted(answers: (number | null)[], critic = 'toy'): Critique {
  const { value, agreement } = majority(answers, 100, 'first');
  const status = (answer: number | null) => (answer === null ? ('unparsed' as const) : ('ok' as const));
  const votes = answers.map((answer, sample) => ({
    sample,
    status: status(answer),
    first_error: answer,
    first_error_strict: answer,
    error_steps: answer === null ? null : answer === -1 ? [] : [answer],
  }));
  return { ...says(value ?? -1, critic), status: status(value), first_error: value, agreement, votes };
}

/** An all-errors critic with one vote that states how sure it is of each step. */
export function stated(confidences: Record<number, number>, critic = 'toy'): Critique {
  const steps = Object.keys(confidences).map(Number);
  return {
    ...flags(steps, critic),
    votes: [{ sample: 0, status: 'ok', error_steps: steps, confidences }],
  };
}

const names = fc.constantFrom('a', 'b', '__proto__');

const critique: fc.Arbitrary<Critique> = fc.oneof(
  fc.tuple(fc.integer({ min: -1, max: 9 }), names).map(([first, name]) => says(first, name)),
  fc.tuple(fc.array(fc.nat(9), { maxLength: 6 }), names).map(([steps, name]) => flags(steps, `${name}/all`)),
  fc
    .tuple(fc.array(fc.option(fc.integer({ min: -1, max: 9 }), { nil: null }), { maxLength: 9 }), names)
    .map(([answers, name]) => voted(answers, `${name}/votes`)),
  fc
    .tuple(fc.dictionary(fc.nat(9).map(String), fc.double({ min: 0, max: 1, noNaN: true })), names)
    .map(([confidences, name]) => stated(confidences, `${name}/stated`)),
  fc.tuple(names, fc.constantFrom('unparsed' as const, 'failed' as const)).map((args) => unreadable(...args)),
);

/** Records with every kind of label, several subsets, tasks and critics. */
export const arbitrarySolution: fc.Arbitrary<Solution> = fc
  .record({
    id: fc.string({ minLength: 1, maxLength: 6 }),
    problem: fc.nat(30).map((k) => `problem ${k}`),
    split: fc.constantFrom('dev', 'test'),
    n: fc.integer({ min: 1, max: 12 }),
    gold: fc.option(fc.array(fc.nat(11), { maxLength: 4 }), { nil: null }),
    subset: fc.constantFrom('x', 'y', null),
    task: fc.constantFrom('algebra', 'number theory', '7', '__proto__', 'constructor', null),
    status: fc.constantFrom('accepted', 'clean', 'rejected', 'failed', null),
    critiques: fc.array(critique, { maxLength: 4 }),
  })
  .map(({ id, n, gold, subset, task, status, critiques, problem, split }) =>
    solution({
      id,
      problem,
      meta: { split },
      n,
      error_steps: gold?.map((step) => step % n) ?? null,
      subset,
      task,
      injection: status === null ? null : ({ status } as Solution['injection']),
      critiques,
    }),
  );
