// `latebench dataset diff`: what changed between two versions.
import { defineCommand } from '../../command.ts';
import { printOption } from '../../options.ts';

export const datasetDiffCommand = defineCommand({
  name: 'dataset diff',
  summary: 'list the records that were added, removed and changed between two versions',
  usage: 'OLD NEW [--format text|json]',
  examples: [
    'latebench dataset diff late-errors-1.0.0 late-errors',
    'latebench dataset diff hf:me/late@1.0.0 hf:me/late@1.1.0',
    'latebench dataset diff late-errors-1.0.0 late-errors --format json | jq .added',
  ],
  about: 'OLD and NEW are folders or versions on the hub. Only their indexes are read, not their records.',
  options: [printOption('text', 'json')],
  docs: 'docs/publishing.md',
  run: async (call) => (await import('../../dataset-diff.ts')).runDatasetDiff(call),
});
