// `latebench dataset diff`: what changed between two versions.
import type { Command } from '../../command.ts';
import { generalOptions } from '../../options.ts';
import { reportFormatOption } from './format-option.ts';

export const datasetDiffCommand: Command = {
  name: 'dataset diff',
  summary: 'name the records that were added, removed and changed between two versions',
  usage: 'OLD NEW [--format text|json]',
  examples: [
    'latebench dataset diff late-errors-1.0.0 late-errors',
    'latebench dataset diff late-errors-1.0.0 late-errors --format json | jq .added',
  ],
  about: 'Reads the indexes of the two folders alone, not their records.',
  options: [reportFormatOption, ...generalOptions],
  docs: 'docs/publishing.md',
  async run(call) {
    const { runDatasetDiff } = await import('../../dataset-diff.ts');
    return runDatasetDiff(call);
  },
};
