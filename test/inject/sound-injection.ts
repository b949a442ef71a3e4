// An injection that passes every check of the gate. Tests change what they are about and look at one check.
import type { GateCheck, GateInput } from '../../src/inject/gate/check.ts';
import type { Proposal } from '../../src/inject/reply.ts';

export const problem = 'How many integers from $1$ to $60$ are divisible by $4$ or by $6$?';
export const original = [
  'Count the multiples of each number and take away what is counted twice.',
  'There are $60 / 4 = 15$ multiples of $4$.',
  'There are $60 / 6 = 10$ multiples of $6$.',
  'A number divisible by both is divisible by their least common multiple, which is $12$.',
  'There are $60 / 12 = 5$ multiples of $12$ in the range.',
  'By inclusion and exclusion the count is $15 + 10 - 5 = 20$.',
  'The final answer is $\\boxed{20}$.',
];
export const good: Proposal = {
  target: 4,
  errorSteps: [4],
  at: 4,
  first: 4,
  steps: [
    'There are $60 / 12 + 1 = 6$ multiples of $12$ in the range, both ends included.',
    'By inclusion and exclusion the count is $15 + 10 - 6 = 19$.',
    'The final answer is $\\boxed{19}$.',
  ],
  finalAnswer: '19',
  explanation: 'zero is counted as a multiple in the range',
};

const sound: Omit<GateInput, 'proposal'> = {
  problem,
  original,
  originalAnswer: '20',
  region: { from: 4, to: 6 },
  asked: null,
};

/** A check of the gate, or more than one of them. */
type Look = (input: GateInput) => GateCheck;

/** The detail of a check that rejects the sound injection with these changes; null where it passes. */
export function rejection(
  look: Look,
  change: Partial<Proposal>,
  input: Partial<Omit<GateInput, 'proposal'>> = {},
): string | null {
  const { ok, detail } = look({ ...sound, ...input, proposal: { ...good, ...change } });
  if (ok !== (detail === null)) throw new Error(`${ok} with the detail ${detail}`);
  return detail;
}

interface Around extends Partial<Omit<GateInput, 'proposal'>> {
  /** Unchanged steps before those that are compared. */
  readonly prefix?: readonly string[];
  readonly finalAnswer?: string;
}

/** The same of a solution whose steps `after` take the place of `before`. */
export function rejectionOfSteps(
  look: Look,
  before: readonly string[],
  after: readonly string[],
  { prefix = [], finalAnswer = '19', ...input }: Around = {},
): string | null {
  const at = prefix.length;
  return rejection(
    look,
    { target: at, errorSteps: [at], at, first: at, steps: after, finalAnswer },
    {
      problem: 'How many are there?',
      original: [...prefix, ...before],
      region: { from: 0, to: at + before.length - 1 },
      ...input,
    },
  );
}
