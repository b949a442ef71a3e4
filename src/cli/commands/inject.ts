// `latebench inject`: puts one hard-to-catch error into the last third of each correct solution.
import type { Command } from '../command.ts';
import {
  adapterOption,
  endpointOptions,
  errorOptions,
  generalOptions,
  keyOptions,
  limitOption,
  outputOption,
  runOption,
  seedOption,
} from '../options.ts';

export const injectCommand: Command = {
  name: 'inject',
  summary: 'put one hard-to-catch error into the last third of each correct solution',
  usage: '[OPTIONS] [FILE…]',
  examples: [
    'cat problems.jsonl | latebench-inject | latebench-critic > judged.jsonl',
    'latebench inject --clean-fraction 0.5 --model gpt-4o problems.jsonl > half.jsonl',
    'latebench inject --endpoint sim --keep-rejected problems.jsonl > all.jsonl',
  ],
  about:
    'Each injection passes a gate (shape, region, untouched prefix, changed answer, no give-away words) or is tried ' +
    'again with the reason told. Solutions known to have an error pass untouched. What is not accepted leaves stdout ' +
    'unless --keep-rejected.',
  role: 'inject',
  options: [
    {
      name: 'clean-fraction',
      value: 'F',
      default: '0',
      about: 'share of the solutions to pass through untouched as clean controls, 0 to 1',
      group: 'Work',
    },
    { name: 'types', value: 'KEY,…', about: 'error types to choose from (all)', group: 'Work' },
    {
      name: 'step',
      value: 'N',
      about: 'the step to change, counted from 1 (the model chooses in the last third)',
      group: 'Work',
    },
    { name: 'max-attempts', value: 'N', default: '3', about: 'times a solution is tried', group: 'Work' },
    {
      name: 'require-correct',
      about: 'only solutions known to be correct (error_steps is [])',
      group: 'Work',
    },
    { name: 'temperature', value: 'T', about: 'sampling temperature', group: 'Model' },
    {
      name: 'keep-rejected',
      about: 'write rejected and failed ones too, with their original steps',
      group: 'Output',
    },
    { name: 'rejects', value: 'FILE', about: 'write rejected and failed ones to FILE', group: 'Output' },
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
  docs: 'docs/cli.md',
  async run(call) {
    const { runInject } = await import('../inject-run.ts');
    return runInject(call);
  },
};
