// `latebench filter`: keeps the records that meet every condition.
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

export const filterCommand: Command = {
  name: 'filter',
  summary: 'keep the records that meet every condition',
  usage: '[OPTIONS] [FILE…]',
  examples: [
    'latebench filter --min-steps 8 --no-error records.jsonl > correct.jsonl',
    "latebench filter --where subject=algebra --where 'meta.level>=4' records.jsonl",
    'latebench filter --has-error --sample 200 --seed 1 records.jsonl > sample.jsonl',
  ],
  about:
    'A condition is FIELD<op>VALUE with one of = != < <= > >= ~ (~ matches a regular expression); dots lead into ' +
    'nested fields, and steps.length is the number of steps. Numbers compare as numbers. Nothing is evaluated.',
  options: [
    { name: 'min-steps', value: 'N', about: 'at least N steps', group: 'Selection' },
    { name: 'max-steps', value: 'N', about: 'at most N steps', group: 'Selection' },
    { name: 'has-error', about: 'solutions known to have an error', group: 'Selection' },
    { name: 'no-error', about: 'solutions known to be correct', group: 'Selection' },
    { name: 'where', value: 'COND', multiple: true, about: 'a condition on a field', group: 'Selection' },
    {
      name: 'sample',
      value: 'N|P%',
      about: 'keep N records at random, or P percent of them',
      group: 'Selection',
    },
    seedOption,
    limitOption,
    adapterOption,
    ...keyOptions,
    outputOption,
    runOption,
    ...errorOptions,
    ...generalOptions,
  ],
  docs: 'docs/cli.md',
  async run(call) {
    const { runFilter } = await import('../filter-run.ts');
    const { filterStage } = await import('../../datasets/filter.ts');
    const { parseSample, reservoir } = await import('../../datasets/sample.ts');
    const { stageStep } = await import('../../stream/step.ts');
    const { options } = call;
    return runFilter(call, async () => {
      const seed = options.whole('seed', 0) ?? 0;
      const text = options.text('sample');
      const sample = text === undefined ? undefined : parseSample(text);
      const stage = filterStage({
        minSteps: options.whole('min-steps', 0),
        maxSteps: options.whole('max-steps', 0),
        hasError: options.flag('has-error'),
        noError: options.flag('no-error'),
        where: options.list('where'),
        share: sample !== undefined && 'share' in sample ? sample.share : undefined,
        seed,
      });
      const steps = [stageStep(stage)];
      if (sample === undefined || 'share' in sample) return { steps };
      return { steps, after: (records) => reservoir(records, sample.count, seed) };
    });
  },
};
