// The length probe: sentences that claim nothing are appended to each step, and the same critic judges both versions.
// Truth, steps and numbering are the same, so any difference is attributable to length. The
// correlation of flags with length over different solutions would not show this: long solutions are also harder.
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
