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
    'latebench inject --clean-fraction 0.5 --verify-votes 3 --report-file injection.html problems.jsonl > half.jsonl',
    'latebench inject --types missing_case,quantifier --weights missing_case=3 --region last-half problems.jsonl',
    'latebench inject --manual annotations/anna.jsonl --rejects rejected.jsonl problems.jsonl > manual.jsonl',
    'latebench inject --endpoint sim --keep-rejected problems.jsonl > all.jsonl',
  ],
  about:
    'Each injection passes a gate (place, untouched prefix, one error, changed text and answer, consistency, ' +
    'give-away words, LaTeX, length, style) or is tried again with the reason told. Solutions known to have an error ' +
    'pass untouched. What is not accepted leaves stdout unless --keep-rejected. accepted + rejected + failed + clean ' +
    '+ untouched = records read.',
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
      name: 'weights',
      value: 'KEY=W,…',
      about: 'how often a type is asked for, relative to the others (1 each)',
      group: 'Work',
    },
    {
      name: 'region',
      value: 'WHERE',
      default: 'last-third',
      about: 'where the error may stand: last-third, last-half, whole, or two fractions such as 0.4-0.8',
      group: 'Work',
    },
    {
      name: 'step',
      value: 'N',
      about: 'the step to change, counted from 1 (the model chooses in the region)',
      group: 'Work',
    },
    {
      name: 'comment',
      value: 'TEXT',
      about: "a person's wish for the error in every record; injection.comment in a record goes before it",
      group: 'Work',
    },
    {
      name: 'manual',
      value: 'FILE',
      about: 'annotations with comments and steps by record id; several on one record: the last stands',
      group: 'Work',
    },
    {
      name: 'gate',
      value: 'HOW',
      choices: ['strict', 'report', 'off'],
      default: 'strict',
      about: 'refuse what fails a check, only record it, or check nothing',
      group: 'Work',
    },
    {
      name: 'verify-votes',
      value: 'K',
      default: '0',
      about:
        'ask a second model K times which of two versions of the step is wrong; more than half must agree',
      group: 'Work',
    },
    { name: 'verify-model', value: 'NAME', about: "the second model (the critic role's)", group: 'Model' },
    {
      name: 'difficulty-votes',
      value: 'M',
      default: '0',
      about: 'let M blind critics look for each accepted error, and record how many find it',
      group: 'Work',
    },
    {
      name: 'difficulty-models',
      value: 'NAME,…',
      about: "the models of those critics, M votes each (the critic role's)",
      group: 'Model',
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
    {
      name: 'report-file',
      value: 'FILE',
      about: 'write an injection report (.html): yield by type and check, places, lengths, leaks, examples',
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
  docs: 'docs/injection.md',
  async run(call) {
    const { runInject } = await import('../inject-run.ts');
    return runInject(call);
  },
};
