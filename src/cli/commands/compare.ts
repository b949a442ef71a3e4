// `latebench compare`: which critic is better, on the same records. Never calls a model.
import type { Command } from '../command.ts';
import { errorOptions, generalOptions, limitOption, seedOption } from '../options.ts';
import { scoreOptions } from '../score-options.ts';

const shared = ['parse', 'cut', 'delta-gold', 'bootstrap'];

export const compareCommand: Command = {
  name: 'compare',
  summary: 'compare critics on the same records: differences, tests, tied groups, agreement',
  usage: '[OPTIONS] [FILE [FILE…]]',
  examples: [
    'latebench compare judged.jsonl',
    'latebench compare mini.jsonl large.jsonl --format md',
    'latebench compare judged.jsonl predictions.csv --headline error_acc',
    'latebench compare judged.jsonl --annotations runs/x/annotations/ann.jsonl',
  ],
  about:
    'All critics in the first file are compared, with those in the other files (records, or predictions as ' +
    '`score --critiques` takes them) joined by id. Each pair is compared on the records that both judged: exact ' +
    'McNemar on exact answers, a paired bootstrap over problems for every figure, the smallest difference that could ' +
    'have been seen. The other files are held in memory; the first streams.',
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
      name: 'headline',
      value: 'FIGURE',
      choices: ['f1', 'deltabench_micro_f1', 'error_acc', 'exact'],
      about: 'figure to rank by (f1, or deltabench_micro_f1 where a class is missing)',
      group: 'Work',
    },
    {
      name: 'critics',
      value: 'NAMES',
      multiple: true,
      about: 'compare only these (commas between)',
      group: 'Selection',
    },
    {
      name: 'annotations',
      value: 'FILE',
      multiple: true,
      about: 'first errors marked by people: agreement among them, and of critics with them',
      group: 'Input',
    },
    ...scoreOptions.filter(({ name }) => shared.includes(name)),
    seedOption,
    limitOption,
    ...errorOptions,
    ...generalOptions,
  ],
  docs: 'docs/metrics.md',
  async run(call) {
    const { compareCritics } = await import('../compare-run.ts');
    return compareCritics(call);
  },
};
