// `latebench dataset export`: training data out of a published dataset.
import { trainingFormats } from '../../../publish/training-formats.ts';
import { defineCommand } from '../../command.ts';
import { errorOptions, outputOption, tryOption } from '../../options.ts';

export const datasetExportCommand = defineCommand({
  name: 'dataset export',
  summary: 'write training data from a dataset, never from its test split',
  usage: 'DIR --format NAME [OPTIONS]',
  examples: [
    'latebench dataset export late-errors --format sft-critic -o sft.jsonl',
    'latebench dataset export late-errors --format verl --split dev -o dev.parquet',
    'latebench dataset export late-errors --format preference --also more.jsonl -o pairs.jsonl',
  ],
  about:
    'Chats (sft-critic: a stored reply of a critic that was right, or else the explanation), rated steps ' +
    '(trl-stepwise, openrlhf-prm, prm800k), prompts with their label (verl), or pairs of the original and ' +
    'the wrong step (preference). Records whose problem nearly matches one of the test split are left out.',
  options: [
    {
      name: 'format',
      value: 'NAME',
      choices: trainingFormats,
      about: 'format of the rows',
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
      about: 'more records to train on, except solutions that the split has and problems of the test split',
      group: 'Input',
    },
    { ...outputOption, about: 'write to FILE (.jsonl .jsonl.gz .parquet .arrow) instead of stdout' },
    ...errorOptions,
    tryOption,
  ],
  docs: 'docs/training.md',
  run: async (call) => (await import('../../dataset-export.ts')).runDatasetExport(call),
});
