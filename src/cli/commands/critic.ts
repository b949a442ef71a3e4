// `latebench critic`: asks a model for the first error, or all errors, of each solution.

import { presets } from '../../critic/presets.ts';
import { wordings } from '../../records/protocols.ts';
import { combineRules } from '../../statistics/combine-steps.ts';
import { tieRules } from '../../statistics/majority.ts';
import type { Command } from '../command.ts';
import {
  adapterOption,
  endpointOptions,
  errorOptions,
  generalOptions,
  keyOptions,
  limitOption,
  outputOption,
  protocolOption,
  runOption,
  seedOption,
} from '../options.ts';

export const criticCommand: Command = {
  name: 'critic',
  summary: 'let a model look for the first error, or all errors, of each solution',
  usage: '[OPTIONS] [FILE…]',
  examples: [
    'cat problems.jsonl | latebench-inject | latebench-critic --votes 8 > judged.jsonl',
    'latebench critic --protocol all_errors --model gpt-4o-mini records.jsonl | latebench score',
    'latebench critic --prm --model Qwen2.5-Math-PRM-7B --prm-split subset=gsm8k records.jsonl > judged.jsonl',
    'latebench critic --endpoint sim records.jsonl > judged.jsonl',
  ],
  about:
    'The critic sees the problem and the steps and nothing else of a record. Each critic adds one entry to ' +
    '`critiques`; running the same name again replaces its entry. A reply that cannot be read is `unparsed`, a call ' +
    'that finally failed is `failed`; neither is ever "no error".',
  role: 'critic',
  options: [
    protocolOption,
    {
      name: 'wording',
      value: 'NAME',
      choices: wordings,
      about: 'words of the first_error prompt: maths (ProcessBench, the default) or deltabench (any problem)',
      group: 'Work',
    },
    {
      name: 'template',
      value: 'FILE',
      about:
        'a prompt of your own with {problem} and {steps} in it; nothing else of a record can stand there',
      group: 'Work',
    },
    { name: 'system', value: 'TEXT|@FILE', about: 'a system message in front', group: 'Work' },
    {
      name: 'votes',
      value: 'N',
      default: '1',
      about: 'samples a solution; the majority decides',
      group: 'Work',
    },
    {
      name: 'tie',
      value: 'HOW',
      choices: tieRules,
      default: 'first',
      about: 'who wins a tie of first_error votes: the first in sample order, the smallest step, … or nobody',
      group: 'Work',
    },
    {
      name: 'combine',
      value: 'HOW',
      choices: combineRules,
      default: 'majority',
      about: 'how votes of all_errors become one list',
      group: 'Work',
    },
    {
      name: 'early-stop-votes',
      about: 'ask for no vote that could not change the outcome any more',
      group: 'Work',
    },
    { name: 'keep-replies', about: 'keep the text of every reply with its vote', group: 'Work' },
    {
      name: 'probe',
      value: 'KIND',
      choices: ['length'],
      about: 'judge each solution padded with empty sentences too, to see what length alone does',
      group: 'Work',
    },
    {
      name: 'preset',
      value: 'NAME',
      choices: ['auto', ...presets.map(({ name }) => name)],
      default: 'auto',
      about: "sampling as the model's family asks for it (docs/critics.md has the sources)",
      group: 'Model',
    },
    {
      name: 'temperature',
      value: 'T',
      about: "sampling temperature (the preset's: 0 with one vote and 0.7 with several for most models)",
      group: 'Model',
    },
    { name: 'top-p', value: 'P', about: "nucleus sampling (the preset's)", group: 'Model' },
    {
      name: 'top-k',
      value: 'K',
      about: "sample among the K likeliest tokens (the preset's)",
      group: 'Model',
    },
    { name: 'max-tokens', value: 'N', about: 'longest reply', group: 'Model' },
    {
      name: 'name',
      value: 'NAME',
      about: "the critic's name in the records (<model>/<protocol>[/v<votes>])",
      group: 'Work',
    },
    {
      name: 'prm',
      about: 'the model is a process reward model: it scores steps, and a low score is an error',
      group: 'Reward model',
    },
    {
      name: 'prm-scores',
      value: 'FILE',
      about: 'take step scores from lines of {"id", "scores"} instead of a model',
      group: 'Reward model',
    },
    {
      name: 'prm-threshold',
      value: 'T',
      about: 'the first step that scores below T is the first error (0.5)',
      group: 'Reward model',
    },
    {
      name: 'prm-split',
      value: 'COND',
      about: 'choose the threshold with the best F1 where COND holds, for example subset=gsm8k',
      group: 'Reward model',
    },
    {
      name: 'prm-split-from',
      value: 'FILE',
      about: 'take the records of the split from FILE',
      group: 'Reward model',
    },
    {
      name: 'prm-separator',
      value: 'TEXT',
      about: 'what stands behind each step (<extra_0>)',
      group: 'Reward model',
    },
    {
      name: 'prm-index',
      value: 'K',
      about: 'which number of each step is the probability of "right", from 0 (1)',
      group: 'Reward model',
    },
    seedOption,
    ...endpointOptions,
    adapterOption,
    ...keyOptions,
    limitOption,
    outputOption,
    runOption,
    ...errorOptions,
    ...generalOptions,
  ],
  docs: 'docs/critics.md',
  async run(call) {
    const { runCritic } = await import('../critic-run.ts');
    return runCritic(call);
  },
};
