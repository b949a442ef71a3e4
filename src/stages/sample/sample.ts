// Sample: so many records of a stream at random, or a share of them, in their order.
import { z } from 'zod';
import { isInShare, parseSample, reservoir } from '../../datasets/sample.ts';
import type { Row } from '../../storage/rows.ts';
import { defineStream } from '../define.ts';
import { option } from '../described-option.ts';

const options = z.strictObject({
  of: option(z.union([z.int().min(0), z.string()]), 'keep N records at random, or P percent of them', {
    value: 'N|P%',
    spelling: 'countOrShare',
  }),
  seed: z.int().optional().meta({ flag: false }),
});

async function* ofShare(records: AsyncIterable<Row>, share: number, seed: number): AsyncGenerator<Row> {
  for await (const record of records) if (isInShare(String(record.id), share, seed)) yield record;
}

export const sample = defineStream({
  name: 'sample',
  summary: 'keep a number or a share of the records at random',
  about:
    'A share is decided for each record by its id; a number needs the whole stream and holds only the sample ' +
    'in memory.',
  examples: [],
  docs: 'docs/datasets.md',
  options,
  async build({ of, seed: own }, context) {
    const seed = own ?? context.seed;
    const requested = parseSample(String(of));
    return {
      pass: (records) =>
        'count' in requested
          ? reservoir(records, requested.count, seed)
          : ofShare(records, requested.share, seed),
    };
  },
});
