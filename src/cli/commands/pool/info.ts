// `latebench pool info`: what a pool holds.
import { defineCommand } from '../../command.ts';
import { printOption } from '../../options.ts';
import { poolOption } from '../../pool-options.ts';

export const poolInfoCommand = defineCommand({
  name: 'pool info',
  summary: 'show the contents of a pool and check their quality',
  usage: 'DIR',
  examples: [
    'latebench pool info data/pools/aime25',
    'latebench pool info data/pools/aime25 --format json | jq .totals',
  ],
  options: [poolOption, printOption('table', 'json', 'csv', 'md')],
  docs: 'docs/deepconf.md',
  run: async (call) => (await import('../../pool-info.ts')).runPoolInfo(call),
});
