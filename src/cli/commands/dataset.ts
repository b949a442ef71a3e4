// `latebench dataset`: builds, compares, checks and exports published datasets.
import type { Command } from '../command.ts';
import { endpointOptions, errorOptions, generalOptions } from '../options.ts';

/** Of the endpoint options, those that mean the same for every role. */
const buildOptions = new Set([
  ...['endpoint', 'concurrency', 'max-retries', 'tpm', 'cache', 'offline'],
  ...['budget-usd', 'budget-tokens', 'budget-folder', 'price', 'metrics-port'],
]);

export const datasetCommand: Command = {
  name: 'dataset',
  summary: 'build a benchmark from raw problems, compare versions, check one, export it for training',
  usage: 'build SPEC -o DIR | diff OLD NEW | verify DIR | export DIR --format NAME [OPTIONS]',
  examples: [
    'latebench dataset build late-errors.json -o late-errors --endpoint sim',
    'latebench dataset verify late-errors',
    'latebench dataset diff late-errors-1.0.0 late-errors',
    'latebench dataset export late-errors --format sft-critic -o sft.jsonl',
    'latebench push late-errors --repo me/late-errors --create',
  ],
  about:
    'SPEC is JSON, or TypeScript with export default defineDataset({…}): sources, filter, parts, critics, splits. Calls ' +
    'are kept in DIR/.build: building again pays nothing and gives the same bytes. export leaves the test split out.',
  options: [
    {
      name: 'output',
      short: 'o',
      value: 'FILE',
      about: 'build: the folder of the dataset; export: the file (stdout when absent)',
      group: 'Output',
    },
    {
      name: 'strict',
      about: 'build: fail (3) unless the surface classifier passes',
      group: 'Work',
    },
    {
      name: 'format',
      value: 'NAME',
      about: 'diff, verify: text or json; export: sft-critic, prm800k, preference',
      group: 'Output',
    },
    {
      name: 'split',
      value: 'NAME',
      choices: ['train', 'dev'],
      default: 'train',
      about: 'export: which split; test is never exported for training',
      group: 'Selection',
    },
    {
      name: 'also',
      value: 'FILE',
      multiple: true,
      about: 'export: more records to train on, kept clear of the problems of the test split',
      group: 'Input',
    },
    ...endpointOptions.filter(({ name }) => buildOptions.has(name)),
    ...errorOptions,
    ...generalOptions,
  ],
  docs: 'docs/publishing.md',
  async run(call) {
    const { runDataset } = await import('../dataset-run.ts');
    return runDataset(call);
  },
};
