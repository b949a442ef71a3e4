// `latebench ingest`: rows of any known source in, records out.
import type { Command } from '../command.ts';
import {
  adapterOption,
  errorOptions,
  generalOptions,
  keyOptions,
  limitOption,
  outputOption,
  runOption,
  seedOption,
} from '../options.ts';

export const ingestCommand: Command = {
  name: 'ingest',
  summary: 'turn rows of a dataset, or of your own, into records',
  usage: '[OPTIONS] [FILE…]',
  examples: [
    'latebench ingest processbench/gsm8k.json | latebench filter --min-steps 8 > long.jsonl',
    'latebench ingest hf:Qwen/ProcessBench/gsm8k -o gsm8k.parquet',
    'latebench ingest --problem-key question --steps-key solution mine.jsonl -o mine.parquet',
    'latebench ingest --adapter synthetic --n 1000 --seed 1 > synthetic.jsonl',
  ],
  about:
    'Reads JSONL, JSON arrays, CSV, .gz of these, Parquet and Arrow, from files, standard input or the Hugging Face ' +
    'hub (hf:OWNER/NAME[@REV][/PATH or config/split], docs/hub.md). Each record gets the same ' +
    'fields whatever it came from; what has no field of its own is kept in `meta`.',
  options: [
    adapterOption,
    ...keyOptions,
    {
      name: 'n',
      value: 'N',
      about: 'how many synthetic records to make (--adapter synthetic)',
      group: 'Input',
    },
    seedOption,
    limitOption,
    outputOption,
    runOption,
    ...errorOptions,
    ...generalOptions,
  ],
  docs: 'docs/cli.md',
  async run(call) {
    const { runFilter } = await import('../filter-run.ts');
    const { LateBenchError } = await import('../../errors.ts');
    const { options } = call;
    return runFilter(call, async () => {
      if (options.text('adapter') !== 'synthetic') return { steps: [], onlyChooses: true, limitAt: 'input' };
      const count = options.whole('n', 0);
      if (count === undefined)
        throw new LateBenchError('LB_USAGE', '--adapter synthetic needs --n, how many to make');
      const { openSource } = await import('../../pipeline/source.ts');
      const synthetic = { count, seed: options.whole('seed', 0) ?? 0 };
      const { groups } = await openSource({ synthetic }, { onBad: () => {}, say: () => {} });
      return { steps: [], source: groups };
    });
  },
};
