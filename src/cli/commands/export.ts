// `latebench export`: records in, rows of another project's layout out.
import type { Command } from '../command.ts';
import {
  adapterOption,
  errorOptions,
  generalOptions,
  keyOptions,
  limitOption,
  outputOption,
  runOption,
} from '../options.ts';

export const exportCommand: Command = {
  name: 'export',
  summary: 'write records in the layout of another benchmark, trainer or evaluation tool',
  usage: '--format NAME [OPTIONS] [FILE…]',
  examples: [
    'latebench export --format processbench records.jsonl > mine.jsonl',
    'latebench filter --late records.jsonl | latebench export --format sft-critic -o train.jsonl.gz',
    'latebench export --format latebench records.jsonl | jq -s . > unified.json',
  ],
  about:
    'Formats: processbench, deltabench, latebench (the original schema), prm800k, sft-critic (chats to fine-tune a ' +
    'critic with), inspect, evalscope. All but latebench need a label: a record without one is dropped and counted.',
  options: [
    {
      name: 'format',
      value: 'NAME',
      choices: ['processbench', 'deltabench', 'latebench', 'prm800k', 'sft-critic', 'inspect', 'evalscope'],
      about: 'layout of the rows',
      group: 'Output',
    },
    limitOption,
    adapterOption,
    ...keyOptions,
    outputOption,
    runOption,
    ...errorOptions,
    ...generalOptions,
  ],
  docs: 'docs/datasets.md',
  async run(call) {
    const { runFilter } = await import('../filter-run.ts');
    const { exportFormatNamed, exportStage } = await import('../../datasets/export/export.ts');
    const { firstErrorPrompts } = await import('../../critic/prompt-first-error.ts');
    const { LateBenchError } = await import('../../errors.ts');
    const { stageStep } = await import('../../stream/step.ts');
    const { options } = call;
    return runFilter(call, async () => {
      const name = options.text('format');
      if (name === undefined) {
        throw new LateBenchError('LB_USAGE', 'export needs --format NAME; --help lists the formats');
      }
      const output = options.text('output') ?? '-';
      if (/\.(?:parquet|arrows?)$/i.test(output)) {
        throw new LateBenchError(
          'LB_USAGE',
          `-o ${output}: these columns are made for records; write exported rows as .jsonl, .jsonl.gz or .csv`,
        );
      }
      const prompt = firstErrorPrompts.maths.messages;
      const stage = exportStage(exportFormatNamed(name), {
        prompt: (judged) =>
          prompt(judged)
            .map(({ content }) => content)
            .join('\n\n'),
      });
      return { steps: [stageStep(stage)] };
    });
  },
};
