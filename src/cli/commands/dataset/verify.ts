// `latebench dataset verify`: checks a published dataset against its manifest.
import { defineCommand } from '../../command.ts';
import { printOption } from '../../options.ts';

export const datasetVerifyCommand = defineCommand({
  name: 'dataset verify',
  summary: 'check every file and every record of a dataset against its manifest',
  usage: 'DIR|hf:OWNER/NAME@VERSION [--format text|json]',
  examples: ['latebench dataset verify late-errors', 'latebench dataset verify hf:me/late@1.0.0'],
  about:
    'A released version is fetched whole, and is the files of its manifest and nothing else. Reads every record in both forms. No problem may be there twice, and no two splits may share one. Exit code 1 when ' +
    'anything differs.',
  options: [printOption('text', 'json')],
  docs: 'docs/publishing.md',
  run: async (call) => (await import('../../dataset-verify.ts')).runDatasetVerify(call),
});
