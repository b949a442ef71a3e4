// The same solution, longer: sentences that claim nothing go to the end of each step. The same critic looks at both, and
// what changes between the two verdicts is the length's doing, since truth, steps and their numbers are the same. The
// correlation of flags with length over different solutions could not tell: long solutions are harder ones.
import type { Judged } from './prompt.ts';

export const lengthProbeVersion = 'padding/1';

/** No number, no formula, no judgement, and nothing that a later step could rest on. */
const sentences = [
  'With this in place, we can move on to what comes next.',
  'Let us keep this in mind as we go along.',
  'This is written out in full so that each part can be followed with ease.',
  'It helps to state this plainly before going on.',
  'The rest of the solution is laid out in the same manner.',
  'We take our time here and proceed in an orderly way.',
];

/** Sentences added to each step: about as many characters as steps of public benchmarks have. */
const perStep = 3;

/** The padded twin: as many steps, in the same order, each beginning with its original text. */
export function padded({ problem, steps }: Judged): Judged {
  return {
    problem,
    steps: steps.map((step, index) => {
      const added = Array.from(
        { length: perStep },
        (_, at) => sentences[(index * perStep + at) % sentences.length]!,
      );
      return `${step}\n${added.join(' ')}`;
    }),
  };
}
