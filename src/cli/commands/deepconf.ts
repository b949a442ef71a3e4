// `latebench deepconf`: the whole of DeepConf in one command. Its options are those of `pool build` and of `vote`.
import { exitCodes } from '../../errors.ts';
import type { Option } from '../../stages/option.ts';
import { pool } from '../../stages/pool/pool.ts';
import { vote } from '../../stages/vote/vote.ts';
import type { Command } from '../command.ts';
import { jobCommand } from '../stage-command.ts';

/** What an option means where both stages run. */
const together: Readonly<Record<string, string>> = {
  pool: 'folder of the pool (data/pools/<name of the dataset>)',
  n: 'samples of each problem (those of the pool; of a new one 8 times the largest --k, as 4,096 for 512 in the paper)',
  seed: 'seed of a new pool, and of the working sets',
};

function described({ default: preset, ...option }: Option): Option {
  const about = together[option.name];
  if (about === undefined) return { ...option, ...(preset === undefined ? {} : { default: preset }) };
  return { ...option, about, ...(option.name === 'seed' ? { default: '0' } : {}) };
}

const build = jobCommand(pool);
const votes = jobCommand(vote);
/** Each once; where both stages have one, that of the vote says what it does. */
const options = [
  ...new Map([...build.options, ...votes.options].map((option) => [option.name, described(option)])).values(),
];

const evaluate: Command = {
  name: 'deepconf evaluate',
  summary: 'build a pool if it is missing, then vote over it without a call',
  usage: 'PROBLEMS [OPTIONS]',
  examples: [
    'latebench deepconf evaluate --dataset data/aime_2025.jsonl --problem_key problem --answer_key answer --k 64 --etas 0.1 0.9 --repeat 8',
    'latebench deepconf evaluate aime_2025.jsonl --k 512 --confidence_metric lowest_group --endpoint sim',
  ],
  about:
    'This is `pool build` followed by `vote`, with the options of both. An existing pool is not sampled ' +
    'again. Other sampling settings than those it records are an error, unless --rebuild discards it.',
  role: 'logprob',
  options,
  docs: 'docs/deepconf.md',
  run: async (call) => (await import('../evaluate-run.ts')).runEvaluate(call),
};

export const deepconfCommand: Command = {
  name: 'deepconf',
  summary: 'sample a pool of traces and vote over it by confidence, in one command',
  usage: 'evaluate [OPTIONS]',
  examples: [evaluate.examples[0]!],
  options,
  actions: [evaluate],
  docs: 'docs/deepconf.md',
  async run({ stderr }) {
    stderr.write('latebench deepconf: say what to do: evaluate (--help says more)\n');
    return exitCodes.usage;
  },
};
