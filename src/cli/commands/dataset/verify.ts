// `latebench dataset verify`: checks a published dataset against its manifest.
import { defineCommand } from '../../command.ts';
import { printOption } from '../../options.ts';

export const datasetVerifyCommand = defineCommand({
  name: 'dataset verify',
  summary: 'check every file and every record of a dataset against its manifest',
  usage: 'DIR|hf:OWNER/NAME@VERSION [--format text|json]',
  examples: ['latebench dataset verify late-errors', 'latebench dataset verify hf:me/late@1.0.0'],
  about:
    'A released version is downloaded and must have exactly the files of its manifest. Every record is read ' +
    'in both forms. No problem may occur twice, and no two splits may share one. The exit code is 1 if ' +
    'anything differs.',
  options: [printOption('text', 'json')],
  docs: 'docs/publishing.md',
  run: async (call) => (await import('../../dataset-verify.ts')).runDatasetVerify(call),
});
