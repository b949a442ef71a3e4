// `latebench reproduce`: published numbers, measured anew from the published files.
import { defineCommand } from '../command.ts';
import { printOption } from '../options.ts';

export const reproduceCommand = defineCommand({
  name: 'reproduce',
  summary: 'recompute a published number from the published files, and print both',
  usage: '[NAME] [--data DIR]',
  examples: [
    'latebench reproduce',
    'latebench reproduce processbench-subsets',
    'latebench reproduce latebench-headline --data published --format json',
  ],
  about:
    'Without a name, lists what can be reproduced. Files are found by their names in DIR and its folders; ' +
    'without --data, files on the hub are downloaded. The exit code is 1 if a number differs from ' +
    'docs/reproduce.md, and 3 if a file is missing. No model is called.',
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
