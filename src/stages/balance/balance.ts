// Balance: as many erroneous as correct solutions of a stream, seeded, in their order.
import { z } from 'zod';
import { balanced } from '../../datasets/balanced-sample.ts';
import { defineStream } from '../define.ts';

const options = z.strictObject({ seed: z.int().optional().meta({ flag: false }) });

export const balance = defineStream({
  name: 'balance',
  summary: 'keep equal numbers of erroneous and correct solutions',
  about:
    'The larger class is sampled at random; records without a label are left out. Records are held in a ' +
    'temporary file.',
  examples: [],
  docs: 'docs/datasets.md',
  options,
  async build({ seed }, context) {
    const counts = { erroneous: 0, correct: 0, unlabelled: 0, kept: 0 };
    return {
      pass: (records) => balanced(records, seed ?? context.seed, counts),
      summary() {
        const { erroneous, correct, unlabelled, kept } = counts;
        const without = unlabelled === 0 ? '' : `, ${unlabelled} without a label left out`;
        return [`balance: ${kept} of ${erroneous} erroneous and ${correct} correct kept${without}`];
      },
    };
  },
});
