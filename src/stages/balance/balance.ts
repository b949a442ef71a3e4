// Balance: as many erroneous as correct solutions of a stream, seeded, in their order.
import { z } from 'zod';
import { balanced } from '../../datasets/balanced-sample.ts';
import { formatCount } from '../../report/format.ts';
import { defineStream } from '../define.ts';
import { option } from '../described-option.ts';

const options = z.strictObject({
  of: option(z.int().min(0).optional(), 'keep N records at random, half of them of each kind', {
    flag: false,
  }),
  seed: z.int().optional().meta({ flag: false }),
});

export const balance = defineStream({
  name: 'balance',
  summary: 'keep equal numbers of erroneous and correct solutions',
  about:
    'The larger class is sampled at random; records without a label are left out. Records are held in a ' +
    'temporary file.',
  examples: [],
  docs: 'docs/datasets.md',
  options,
  async build({ of: max, seed: own }, context) {
    const counts = { erroneous: 0, correct: 0, unlabelled: 0, kept: { erroneous: 0, correct: 0 } };
    return {
      pass: (records) => balanced(records, { seed: own ?? context.seed, max }, counts),
      summary() {
        const { erroneous, correct, unlabelled, kept } = counts;
        const part = (of: number, all: number): string => `${formatCount(of)} of ${formatCount(all)}`;
        const without = unlabelled === 0 ? '' : `, ${formatCount(unlabelled)} without a label left out`;
        return [
          `balance: ${part(kept.erroneous, erroneous)} erroneous and ${part(kept.correct, correct)} correct kept${without}`,
        ];
      },
    };
  },
});
