// `latebench dataset verify`: checks a published dataset against its manifest.
import type { Command } from '../../command.ts';
import { generalOptions } from '../../options.ts';
import { reportFormatOption } from './format-option.ts';

export const datasetVerifyCommand: Command = {
  name: 'dataset verify',
  summary: 'check every file and every record of a dataset against its manifest',
  usage: 'DIR [--format text|json]',
  examples: ['latebench dataset verify late-errors'],
  about:
    'Reads every record in both forms. No problem may be there twice, and no two splits may share one. Exit code 1 when ' +
    'anything differs.',
  options: [reportFormatOption, ...generalOptions],
  docs: 'docs/publishing.md',
  async run(call) {
    const { runDatasetVerify } = await import('../../dataset-verify.ts');
    return runDatasetVerify(call);
  },
};
