// Ingest: rows of any known source become records. The source adapts them as it reads; nothing is left to do here.
import { z } from 'zod';
import { defineMap } from '../define.ts';

const options = z.strictObject({
  n: z
    .int()
    .min(0)
    .optional()
    .describe('how many synthetic records to make (--adapter synthetic)')
    .meta({ value: 'N', flag: 'count', aliases: ['n'], group: 'Input' }),
});

export const ingest = defineMap({
  name: 'ingest',
  summary: 'turn rows of a dataset, or of your own, into records',
  about:
    'Reads JSONL, JSON arrays, CSV, .gz of these, Parquet and Arrow, from files, standard input or the Hugging Face ' +
    'hub (hf:OWNER/NAME[@REV][/PATH or config/split], docs/hub.md). Each record gets the same ' +
    'fields whatever it came from; what has no separate field is kept in `meta`.',
  examples: [
    'latebench ingest processbench/gsm8k.json | latebench filter --min-steps 8 > long.jsonl',
    'latebench ingest hf:Qwen/ProcessBench/gsm8k -o gsm8k.parquet',
    'latebench ingest --problem-key question --steps-key solution mine.jsonl -o mine.parquet',
    'latebench ingest --adapter synthetic --count 1000 --seed 1 > synthetic.jsonl',
  ],
  docs: 'docs/cli.md',
  options,
  ports: { in: 'records', main: 'records' },
  onlyChooses: true,
  limits: 'input',
  generates: ({ n }) => n,
  build: async () => ({}),
});
