// Finds solutions that hold more than one solution: after the first one is done a second begins, and an error
// in the one is no error in the other.
import { type Check, stepsOf } from './check.ts';

const heading =
  /(?:^|\n)[\s#*_(\d.]*(?:solution|method|approach|proof|alternative)\s*[#:.]?\s*(?:2|ii|two|b)\b/i;
/** At the start of a step only: in the middle of one it is mostly about the roots of an equation. */
const words =
  /^[\s#*_]*(?:the\s+)?(?:second|alternative|alternate|another|other)\s+(?:solution|method|approach|proof|way)\b|^[\s#*_]*(?:解法二|法二|另解|方法二|方法2|解2)/i;
const opening = 120;

export const oneSolution: Check = {
  name: 'one-solution',
  reason: (record) =>
    stepsOf(record).some((step, index) => {
      const start = step.slice(0, opening);
      return index > 0 && (heading.test(start) || words.test(start));
    })
      ? 'several solutions'
      : null,
};
