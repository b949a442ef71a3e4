// `latebench pool build`: buys traces of each problem and keeps them.
import type { Command } from '../../command.ts';
import { confidenceOptions, poolOption } from '../../confidence-options.ts';
import {
  dryRunOption,
  endpointOptions,
  engineOptions,
  errorOptions,
  generalOptions,
  keyOptions,
  limitOption,
} from '../../options.ts';
import { problemsOption, rebuildOption } from '../../pool-options.ts';

/** A pool is its own store, written in its own order. */
const left = new Set(['cache', 'offline', 'order', 'concurrency', 'batch', 'batch-wait']);

export const poolBuildCommand: Command = {
  name: 'pool build',
  summary: 'sample N solutions of each problem with their logprobs',
  usage: 'PROBLEMS --pool DIR [OPTIONS]',
  examples: [
    'latebench pool build aime_2025.jsonl --pool data/pools/aime25 --n 4096',
    'latebench pool build hf:MathArena/aime_2025 --pool data/pools/aime25 --n 64 --dry-run',
    'latebench pool build problems.jsonl --pool /tmp/pool --n 64 --endpoint sim',
  ],
  about:
    'Problems are rows with `problem` (or `question`) and, for votes, `answer`; the id is theirs, or made of the text. ' +
    'The prompt is the problem and the instruction of the DeepConf paper, without a system prompt. Killed at any ' +
    'point and run again it ends with the same pool and pays for nothing twice; a larger --n later buys only what is ' +
    'missing. A short probe refuses endpoints whose logprobs are of no use.',
  role: 'logprob',
  options: [
    problemsOption,
    poolOption,
    ...keyOptions.filter(({ name }) => name === 'problem-key' || name === 'answer-key'),
    {
      name: 'n',
      value: 'N',
      default: '4096',
      aliases: ['n-pool'],
      about: 'samples of each problem',
      group: 'Work',
    },
    {
      name: 'temperature',
      value: 'T',
      about: 'sampling temperature (0.6); not together with --top-p',
      group: 'Model',
    },
    { name: 'top-p', value: 'P', about: 'nucleus sampling instead of a temperature', group: 'Model' },
    { name: 'max-tokens', value: 'N', default: '4096', about: 'longest trace, in tokens', group: 'Model' },
    {
      name: 'top-logprobs',
      value: 'K',
      default: '20',
      about: 'alternatives of each token, 1 to 20',
      group: 'Model',
    },
    {
      name: 'thinking',
      value: 'HOW',
      choices: ['auto', 'disabled', 'unset'],
      default: 'auto',
      about: 'send {"thinking": {"type": "disabled"}}; auto: to DeepSeek',
      group: 'Model',
    },
    {
      name: 'seed',
      value: 'N',
      default: '0',
      about: 'sample i is asked for with the seed N + i, where the server takes one',
      group: 'Work',
    },
    { name: 'no-fallback', about: 'only a box gives an answer, never the last integer', group: 'Work' },
    ...confidenceOptions,
    { name: 'no-keep-top', about: 'keep no alternatives: a tenth of the size', group: 'Output' },
    { name: 'keep-top', about: 'keep the alternatives of each token in top/ (the default)', group: 'Output' },
    { name: 'keep-raw', about: 'keep the reply bodies too, gzipped, in raw/', group: 'Output' },
    rebuildOption,
    {
      name: 'allow-degenerate',
      about: 'go on where logprobs are placeholders or alternatives are missing',
      group: 'Errors',
    },
    { name: 'no-disk-check', about: 'begin even where the disk looks too small', group: 'Limits' },
    {
      name: 'concurrency',
      short: 'c',
      value: 'N',
      about: 'calls in flight at once (8)',
      group: 'Model',
      setting: 'concurrency',
    },
    ...engineOptions,
    ...endpointOptions.filter(({ name }) => !left.has(name)),
    dryRunOption,
    { ...limitOption, about: 'take the first N problems' },
    ...errorOptions,
    ...generalOptions,
  ],
  docs: 'docs/deepconf.md',
  async run(call) {
    const { runPoolBuild } = await import('../../pool-build.ts');
    return runPoolBuild(call);
  },
};
