// `latebench reproduce`: published numbers, measured anew from the published files.
import { defineCommand } from '../command.ts';
import { printOption } from '../options.ts';

export const reproduceCommand = defineCommand({
  name: 'reproduce',
  summary: 'measure a published number from the published files, and print both',
  usage: '[NAME] [--data DIR]',
  examples: [
    'latebench reproduce',
    'latebench reproduce processbench-subsets',
    'latebench reproduce latebench-headline --data published --format json',
  ],
  about:
    'Without a name, lists what can be reproduced. Files are looked for by their names in DIR and its folders; without ' +
    '--data, those that are on the hub are fetched. Exit code 1 when a number is not the one that docs/reproduce.md has, ' +
    '3 when a file is missing. Never calls a model.',
  options: [
    {
      name: 'data',
      value: 'DIR',
      multiple: true,
      about: 'folder of the published files',
      group: 'Input',
    },
    printOption('text', 'json'),
  ],
  docs: 'docs/reproduce.md',
  run: async (call) => (await import('../reproduce-run.ts')).runReproduce(call),
});
