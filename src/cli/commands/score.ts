// `latebench score`: the figures of every critic in the records, beside the position baselines. Never calls a model.
import type { Command } from '../command.ts';
import { errorOptions, generalOptions, limitOption, seedOption } from '../options.ts';
import { scoreOptions } from '../score-options.ts';

export const scoreCommand: Command = {
  name: 'score',
  summary: 'score the critics in the records, beside position baselines',
  usage: '[OPTIONS] [FILE…]',
  examples: [
    'latebench score judged.jsonl',
    'latebench critic --endpoint sim records.jsonl | latebench score --format json > score.json',
    'latebench score --by error_source,subject --format md judged.jsonl',
  ],
  about:
    'ProcessBench figures use the first error of each critic, DeltaBench figures the list of erroneous steps. An ' +
    'unparsed or failed critique is a wrong answer and is counted apart; it is never "no error".',
  options: [
    {
      name: 'format',
      value: 'HOW',
      choices: ['table', 'json', 'csv', 'md'],
      default: 'table',
      about: 'how to print',
      group: 'Output',
    },
    ...scoreOptions,
    seedOption,
    limitOption,
    ...errorOptions,
    ...generalOptions,
  ],
  docs: 'docs/metrics.md',
  async run(call) {
    const [{ consume }, { scoreSettings }, { createCollector }, { formatScore }] = await Promise.all([
      import('../consume.ts'),
      import('../score-options.ts'),
      import('../../pipeline/collector.ts'),
      import('../format-score.ts'),
    ]);
    const collector = createCollector(scoreSettings(call.options));
    const { stdout, options } = call;
    return consume(call, collector.add, async () => {
      const colour = stdout.isTTY === true && !options.flag('no-color') && !process.env.NO_COLOR;
      const models = Object.values(collector.models);
      stdout.write(formatScore(collector.score(), options.text('format') ?? 'table', { models, colour }));
    });
  },
};
