// `latebench pool export`: a pool's traces as JSONL.
import { defineCommand } from '../../command.ts';
import { outputOption, tryOption } from '../../options.ts';
import { poolOption } from '../../pool-options.ts';

export const poolExportCommand = defineCommand({
  name: 'pool export',
  summary: 'write the traces of a pool as JSONL',
  usage: 'DIR [-o FILE]',
  examples: [
    'latebench pool export data/pools/aime25 -o traces.jsonl.gz',
    'latebench pool export data/pools/aime25 --no-tokens | jq -r .answer | sort | uniq -c',
  ],
  about:
    '`pool import` reads the output. For tables of millions of tokens, query the Parquet files directly.',
  options: [
    poolOption,
    { ...outputOption, about: 'write to FILE (.jsonl .jsonl.gz) instead of stdout' },
    { name: 'no-tokens', about: 'only texts, answers and scores', group: 'Output' },
    { name: 'no-top', about: 'without the alternatives', group: 'Output' },
    tryOption,
  ],
  docs: 'docs/deepconf.md',
  run: async (call) => (await import('../../pool-export.ts')).runPoolExport(call),
});
