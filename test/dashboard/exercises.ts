// Three records to learn from: an injected error of a type, a correct solution, and a natural error; all judged by a critic.
import { record } from './open.ts';

const critique = (first: number, words: string) => ({
  critic: 'm/first_error/v1',
  protocol: 'first_error',
  status: 'ok',
  first_error: first,
  error_steps: null,
  agreement: 1,
  model: 'm',
  explanations: { [String(Math.max(0, first))]: words },
  votes: [],
});

/** Must not be seen before an answer. */
export const secrets = ['one-and-two-are-three', 'said-by-the-critic', 'calculation_error'] as const;

export const exercises = [
  record('first', 2, {
    error_source: 'injected',
    injection: {
      status: 'accepted',
      mode: 'general',
      error_step: 2,
      error_type: 'calculation_error',
      explanation: `It is wrong: ${secrets[0]}.`,
      original_steps: ['Begin with $a=1$.', 'Then $b=2$.', 'So $a+b=3$.', 'Hence $3$.'],
    },
    critiques: [critique(2, `${secrets[1]} of the first`)],
  }),
  record('second', null, { critiques: [critique(1, `${secrets[1]} of the second`)] }),
  record('third', 3, { critiques: [critique(-1, `${secrets[1]} of the third`)] }),
];
