// `latebench vote`: confidence-weighted voting over a pool of traces. Never calls a model and opens no socket.

import type { Command } from '../command.ts';
import { confidenceOptions, poolOption } from '../confidence-options.ts';
import { generalOptions, runOption, seedOption } from '../options.ts';
import { votingOptions } from '../vote-option-table.ts';

export const voteCommand: Command = {
  name: 'vote',
  summary: 'vote over a pool of traces, by majority and by confidence, without a call',
  usage: '[OPTIONS] --pool DIR',
  examples: [
    'latebench vote --pool data/pools/aime25 --k 512 --repeat 64',
    'latebench vote --pool data/pools/aime25 --k 16,64,256 --metrics lowest,tail --etas 0.1,0.9',
    'latebench vote --pool data/pools/aime25 --window 512 --convention document --format json | jq .accuracy',
  ],
  about:
    'Draws working sets from the pool (seeded) and compares Pass@1, Cons@K, Measure@K and Measure+top-eta%@K. Scores ' +
    'stored in the pool are used where the settings are those it was built with (the default), else they are ' +
    'computed again from its token confidences. Writes summary.json, results.json, votes.parquet and report.html.',
  options: [
    poolOption,
    ...votingOptions,
    ...confidenceOptions,
    seedOption,
    {
      name: 'format',
      value: 'HOW',
      choices: ['table', 'json', 'csv', 'md'],
      default: 'table',
      about: 'how to print',
      group: 'Output',
    },
    { ...runOption, about: 'run folder (runs/<time>)' },
    ...generalOptions,
  ],
  docs: 'docs/deepconf.md',
  async run(call) {
    const { runVoteCommand } = await import('../vote-run.ts');
    return runVoteCommand(call);
  },
};
