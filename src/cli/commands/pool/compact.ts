// `latebench pool compact`: fewer, longer files.
import { defaultRangeMegabytes } from '../../../deepconf/pool/compaction-plan.ts';
import { defineCommand } from '../../command.ts';
import { tryOption } from '../../options.ts';
import { poolOption } from '../../pool-options.ts';

export const poolCompactCommand = defineCommand({
  name: 'pool compact',
  summary: 'merge the part files of many problems into fewer, larger files',
  usage: 'DIR [--range-mb N]',
  examples: ['latebench pool compact data/pools/aime25'],
  about:
    'The samples are moved into range files, by problem; one problem is read by its row groups. You can add ' +
    'problems and samples afterwards and run the command again. Programs that read the pool meanwhile see ' +
    'each sample once; a glob may miss some until the command has ended. It can be killed at any point and ' +
    'run again.',
  options: [
    poolOption,
    {
      name: 'range-mb',
      value: 'N',
      default: String(defaultRangeMegabytes),
      about: 'approximate size of a range file in MB',
      group: 'Work',
    },
    tryOption,
  ],
  docs: 'docs/deepconf.md',
  run: async (call) => (await import('../../pool-compact.ts')).runPoolCompact(call),
});
