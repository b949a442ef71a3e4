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
    'latebench vote --pool data/pools/aime25 --k 256 --online --consensus 0.95',
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
      name: 'online',
      about: 'also replay online DeepConf: early stopping of the same traces, and the tokens it would save',
      group: 'Work',
    },
    {
      name: 'warmup',
      value: 'N',
      default: '16',
      about: 'with --online: traces run to their end to find the threshold',
      group: 'Work',
    },
    {
      name: 'online-keep',
      value: 'X,…',
      default: '0.1,0.9',
      about: 'with --online: shares of warm-up traces above the threshold (0.1 is DeepConf-low, 0.9 -high)',
      numbers: true,
      group: 'Work',
    },
    {
      name: 'consensus',
      value: 'X',
      about: 'with --online: end sampling when the leading answer has this share of the weight (paper: 0.95)',
      group: 'Work',
    },
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
