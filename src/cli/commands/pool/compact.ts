// `latebench pool compact`: fewer, longer files.
import { defaultRangeMegabytes } from '../../../deepconf/pool/compaction-plan.ts';
import { defineCommand } from '../../command.ts';
import { tryOption } from '../../options.ts';
import { poolOption } from '../../pool-options.ts';

export const poolCompactCommand = defineCommand({
  name: 'pool compact',
  summary: 'join the part files of many problems into fewer, longer files',
  usage: 'DIR [--range-mb N]',
  examples: ['latebench pool compact data/pools/aime25'],
  about:
    'The samples of the pool go into range files, by problem; one problem is read by its row groups. Problems and samples ' +
    'can be added afterwards as before, and the command be run again. Whoever reads the pool meanwhile sees each sample ' +
    'once; a glob may miss some until the command has ended. Killed anywhere, it can be run again.',
  options: [
    poolOption,
    {
      name: 'range-mb',
      value: 'N',
      default: String(defaultRangeMegabytes),
      about: 'size of a range file, about, in MB',
      group: 'Work',
    },
    tryOption,
  ],
  docs: 'docs/deepconf.md',
  run: async (call) => (await import('../../pool-compact.ts')).runPoolCompact(call),
});
