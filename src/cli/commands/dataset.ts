// `latebench dataset`: published datasets; what each action does is in its own file.
import { LateBenchError } from '../../errors.ts';
import { dataset } from '../../stages/dataset/dataset.ts';
import type { Command } from '../command.ts';
import { jobCommand } from '../stage-command.ts';
import { datasetDiffCommand } from './dataset/diff.ts';
import { datasetExportCommand } from './dataset/export.ts';
import { datasetVerifyCommand } from './dataset/verify.ts';

export function datasetCommand(): Command {
  const actions = [jobCommand(dataset), datasetDiffCommand, datasetVerifyCommand, datasetExportCommand];
  const options = actions.flatMap((action) => action.options);
  return {
    name: 'dataset',
    summary: 'build a benchmark from raw problems, compare versions, check one, export it for training',
    usage: 'build|diff|verify|export [OPTIONS]',
    examples: actions.map(({ examples }) => examples[0]!),
    about:
      'A dataset is a folder of plain files: records in three splits, a card, a quality report, and a manifest ' +
      'with the hash of each file. `latebench push` uploads it to the hub.',
    options: [...new Map(options.map((option) => [option.name, option])).values()],
    actions,
    docs: 'docs/publishing.md',
    async run() {
      throw new LateBenchError('LB_USAGE', 'say what to do with the dataset: build, diff, verify or export');
    },
  };
}
