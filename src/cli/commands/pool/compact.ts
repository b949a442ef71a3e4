// `latebench pool compact`: fewer, longer files.
import type { Command } from '../../command.ts';
import { generalOptions, tryOption } from '../../options.ts';
import { poolOption } from '../../pool-options.ts';

export const poolCompactCommand: Command = {
  name: 'pool compact',
  summary: 'join the parts of each problem into fewer, longer files',
  usage: 'DIR',
  examples: ['latebench pool compact data/pools/aime25'],
  about:
    'Whole parts of 128 samples become files of up to 4,096. A larger --n can be bought afterwards as before.',
  options: [poolOption, tryOption, ...generalOptions],
  docs: 'docs/deepconf.md',
  async run(call) {
    const { runPoolCompact } = await import('../../pool-compact.ts');
    return runPoolCompact(call);
  },
};
