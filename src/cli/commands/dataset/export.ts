// `latebench dataset export`: training data out of a published dataset.
import { trainingFormats } from '../../../publish/training-formats.ts';
import { defineCommand } from '../../command.ts';
import { errorOptions, outputOption, tryOption } from '../../options.ts';

export const datasetExportCommand = defineCommand({
  name: 'dataset export',
  summary: 'write training data out of a dataset, never out of its test split',
  usage: 'DIR --format NAME [OPTIONS]',
  examples: [
    'latebench dataset export late-errors --format sft-critic -o sft.jsonl',
    'latebench dataset export late-errors --format preference --also more.jsonl -o pairs.jsonl',
  ],
  about:
    'Chats with explanations (sft-critic), rated steps (prm800k), or pairs of the original and the wrong step ' +
    '(preference). Records whose problem is nearly one of the test split are left out.',
  options: [
    {
      name: 'format',
      value: 'NAME',
      choices: trainingFormats,
      about: 'what the rows are like',
      group: 'Output',
    },
    {
      name: 'split',
      value: 'NAME',
      choices: ['train', 'dev'],
      default: 'train',
      about: 'which split; test is never exported for training',
      group: 'Selection',
    },
    {
      name: 'also',
      value: 'FILE',
      multiple: true,
      about: 'more records to train on, kept clear of the problems of the test split',
      group: 'Input',
    },
    { ...outputOption, about: 'write to FILE (.jsonl .jsonl.gz) instead of stdout' },
    ...errorOptions,
    tryOption,
  ],
  docs: 'docs/publishing.md',
  run: async (call) => (await import('../../dataset-export.ts')).runDatasetExport(call),
});
