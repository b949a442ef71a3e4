// `latebench pool compact`: fewer, longer files.
import { defineCommand } from '../../command.ts';
import { tryOption } from '../../options.ts';
import { poolOption } from '../../pool-options.ts';

export const poolCompactCommand = defineCommand({
  name: 'pool compact',
  summary: 'join the parts of each problem into fewer, longer files',
  usage: 'DIR',
  examples: ['latebench pool compact data/pools/aime25'],
  about:
    'Whole parts of 128 samples become files of up to 4,096. A larger --samples can be bought afterwards as before.',
  options: [poolOption, tryOption],
  docs: 'docs/deepconf.md',
  run: async (call) => (await import('../../pool-compact.ts')).runPoolCompact(call),
});
