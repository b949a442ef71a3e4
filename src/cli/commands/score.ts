// `latebench score`: the figures of every critic in the records, beside the position baselines. Never calls a model.
import type { Solution } from '../../records/solution.ts';
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
    'latebench score --by injection_mode,position_decile --format md judged.jsonl',
    'latebench score --critiques predictions.csv processbench.jsonl',
    'latebench score --gold runs/mine runs/mine/records.parquet',
    'latebench score --threshold-split dev --split-field meta.split judged.jsonl',
  ],
  about:
    'ProcessBench figures use the first error of each critic, DeltaBench figures the list of erroneous steps. An ' +
    'unparsed or failed critique is a wrong answer and is counted apart; it is never "no error". Shares of records ' +
    'have Wilson intervals, other figures a bootstrap over problems.',
  options: [
    {
      name: 'format',
      value: 'HOW',
      choices: ['table', 'json', 'csv', 'md'],
      default: 'table',
      about: 'how to print',
      group: 'Output',
    },
    {
      name: 'gold',
      value: 'FILE',
      multiple: true,
      about: "people's labels in place of the records' own: annotations, a folder of them, or a run folder",
      group: 'Input',
    },
    ...scoreOptions,
    seedOption,
    limitOption,
    ...errorOptions,
    ...generalOptions,
  ],
  docs: 'docs/metrics.md',
  async run(call) {
    const [{ consume }, { joinedCritiques, scoreSettings }, { createCollector }, { formatScore }] =
      await Promise.all([
        import('../consume.ts'),
        import('../score-options.ts'),
        import('../../pipeline/collector.ts'),
        import('../format-score.ts'),
      ]);
    const collector = createCollector(scoreSettings(call.options));
    const { stdout, options } = call;
    const joined = await joinedCritiques(call, collector.add);
    const gold = options.list('gold');
    const relabel =
      gold.length === 0
        ? undefined
        : await (await import('../../datasets/annotation-files.ts')).goldLabels(gold);
    const take = relabel === undefined ? joined.take : (record: Solution) => joined.take(relabel(record));
    return consume(call, take, async () => {
      joined.check();
      const colour = stdout.isTTY === true && !options.flag('no-color') && !process.env.NO_COLOR;
      const models = Object.values(collector.models);
      stdout.write(formatScore(collector.score(), options.text('format') ?? 'table', { models, colour }));
    });
  },
};
