// `latebench pool info`: what a pool holds.
import type { Command } from '../../command.ts';
import { generalOptions } from '../../options.ts';
import { poolOption } from '../../pool-options.ts';

export const poolInfoCommand: Command = {
  name: 'pool info',
  summary: 'show what a pool holds and how sound it is',
  usage: 'DIR',
  examples: [
    'latebench pool info data/pools/aime25',
    'latebench pool info data/pools/aime25 --format json | jq .totals',
  ],
  options: [
    poolOption,
    {
      name: 'format',
      value: 'HOW',
      choices: ['table', 'json', 'csv', 'md'],
      default: 'table',
      about: 'how to print',
      group: 'Output',
    },
    ...generalOptions,
  ],
  docs: 'docs/deepconf.md',
  async run(call) {
    const { runPoolInfo } = await import('../../pool-info.ts');
    return runPoolInfo(call);
  },
};
